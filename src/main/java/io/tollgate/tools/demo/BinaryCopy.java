package io.tollgate.tools.demo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Sends rows to one table in the binary format of COPY. The first row determines the columns. The server processes a
 * block of rows while the next block is built.
 */
final class BinaryCopy implements AutoCloseable {
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
    private static final int BUFFER = 1 << 18;
    private static final long POSTGRES_EPOCH_SECONDS = 946_684_800;

    private final Connection connection;
    private final String table;
    private ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private @Nullable CopyIn copy;

    BinaryCopy(Connection connection, String table) {
        this.connection = connection;
        this.table = table;
    }

    void row(Map<String, Object> values) throws SQLException {
        if (copy == null) {
            String columns = String.join(", ", values.keySet());
            copy = connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + table + " (" + columns + ") FROM STDIN (FORMAT binary)");
            buffer.put(SIGNATURE).putInt(0).putInt(0);
        }
        room(2);
        buffer.putShort((short) values.size());
        for (Object value : values.values()) {
            value(value);
        }
    }

    private void value(@Nullable Object value) throws SQLException {
        if (value == null) {
            room(4);
            buffer.putInt(-1);
        } else if (value instanceof String text) {
            bytes(text.getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof byte[] bytes) {
            bytes(bytes);
        } else if (value instanceof Boolean bool) {
            room(5);
            buffer.putInt(1).put((byte) (bool ? 1 : 0));
        } else if (value instanceof Long number) {
            room(12);
            buffer.putInt(8).putLong(number);
        } else if (value instanceof OffsetDateTime time) {
            room(12);
            long micros = (time.toEpochSecond() - POSTGRES_EPOCH_SECONDS) * 1_000_000 + time.getNano() / 1000;
            buffer.putInt(8).putLong(micros);
        } else {
            throw new IllegalArgumentException("no column takes a " + value.getClass());
        }
    }

    private void bytes(byte[] bytes) throws SQLException {
        room(4 + bytes.length);
        buffer.putInt(bytes.length).put(bytes);
    }

    private void room(int bytes) throws SQLException {
        if (buffer.remaining() < bytes) {
            send();
            if (buffer.capacity() < bytes) {
                buffer = ByteBuffer.allocate(bytes + BUFFER);
            }
        }
    }

    private void send() throws SQLException {
        if (copy != null && buffer.position() > 0) {
            copy.writeToCopy(buffer.array(), 0, buffer.position());
        }
        buffer.clear();
    }

    void finish() throws SQLException {
        CopyIn running = copy;
        if (running != null) {
            room(2);
            buffer.putShort((short) -1);
            send();
            running.endCopy();
            copy = null;
        }
    }

    /** Cancels the unfinished copy. */
    @Override
    public void close() throws SQLException {
        try (connection) {
            if (copy != null && copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }
}
