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

/** Parses the messages of a client to Postgres (protocol version 3) and reports each statement with its parameters. */
final class PostgresWire {
    private static final int PROTOCOL = 196_608;
    private static final int LENGTH_MAX = 64 << 20;

    private final Map<String, String> prepared = new HashMap<>();
    private final Statements statements;

    /** Receives the statements of one connection, in their order. */
    interface Statements {
        /** @param parameters as UTF-8 text; parameters in binary format are not readable */
        void onStatement(String sql, List<String> parameters);
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
                onMessage(type, body(data));
            }
        } catch (EOFException closed) {
            // The client has closed the connection.
        }
    }

    /** Skips encryption requests, which the servers of tests reject, and the start-up message. */
    private static void startUp(DataInputStream data) throws IOException {
        while (body(data).getInt() != PROTOCOL) {
            // An encryption request; the start-up message follows.
        }
    }

    private static ByteBuffer body(DataInputStream data) throws IOException {
        int length = data.readInt() - Integer.BYTES;
        if (length < 0 || length > LENGTH_MAX) {
            throw new IOException("not the Postgres protocol: a message of " + length + " bytes");
        }
        return ByteBuffer.wrap(data.readNBytes(length));
    }

    private void onMessage(int type, ByteBuffer body) {
        switch (type) {
            case 'Q' -> statements.onStatement(text(body), List.of());
            case 'P' -> prepared.put(text(body), text(body));
            case 'B' -> onBind(body);
            default -> {
                // Describe, Execute, Sync and so on take no locks.
            }
        }
    }

    private void onBind(ByteBuffer body) {
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
        statements.onStatement(sql, parameters);
    }

    private static String text(ByteBuffer body) {
        int start = body.position();
        while (body.get() != 0) {
            // Strings end with a zero byte.
        }
        return new String(body.array(), start, body.position() - start - 1, StandardCharsets.UTF_8);
    }
}
