package io.tollgate.support.locks;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what a client sends to Postgres (protocol version 3), and passes on each statement with its parameters. */
final class PostgresWire {
    private static final int PROTOCOL = 196_608;
    private static final int LENGTH_MAX = 64 << 20;

    private final Map<String, String> prepared = new HashMap<>();
    private final Statements statements;

    /** Receives the statements of one connection, in their order. */
    interface Statements {
        /** @param parameters as UTF-8 text; those in a binary format are not readable */
        void sent(String sql, List<String> parameters);
    }

    PostgresWire(Statements statements) {
        this.statements = statements;
    }

    /** Reads until the client closes the connection. */
    void read(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        try {
            startUp(data);
            while (true) {
                int type = data.readUnsignedByte();
                message(type, body(data));
            }
        } catch (EOFException closed) {
            // The client is done.
        }
    }

    /** Skips requests for encryption, which the servers of tests reject, and the start-up message after them. */
    private static void startUp(DataInputStream data) throws IOException {
        while (body(data).getInt() != PROTOCOL) {
            // The next message is the same or the one that is waited for.
        }
    }

    private static ByteBuffer body(DataInputStream data) throws IOException {
        int length = data.readInt() - Integer.BYTES;
        if (length < 0 || length > LENGTH_MAX) {
            throw new IOException("not the protocol of Postgres: a message of " + length + " bytes");
        }
        return ByteBuffer.wrap(data.readNBytes(length));
    }

    private void message(int type, ByteBuffer body) {
        switch (type) {
            case 'Q' -> statements.sent(text(body), List.of());
            case 'P' -> prepared.put(text(body), text(body));
            case 'B' -> bound(body);
            default -> {
                // Describes, executes or ends what was bound.
            }
        }
    }

    private void bound(ByteBuffer body) {
        text(body);
        String sql = prepared.getOrDefault(text(body), "");
        int formats = body.getShort();
        body.position(body.position() + formats * Short.BYTES);
        int number = body.getShort();
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            byte[] value = new byte[Math.max(0, body.getInt())];
            body.get(value);
            parameters.add(new String(value, StandardCharsets.UTF_8));
        }
        statements.sent(sql, parameters);
    }

    private static String text(ByteBuffer body) {
        int start = body.position();
        while (body.get() != 0) {
            // Texts end with a zero byte.
        }
        return new String(body.array(), start, body.position() - start - 1, StandardCharsets.UTF_8);
    }
}
