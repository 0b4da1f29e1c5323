package io.tollgate.chaos;

import io.tollgate.support.ServerThreads;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A proxy in front of Postgres that reads the client's messages. It fires a {@link KillSwitch} at the COMMIT of the
 * transaction that contains the armed statement: before Postgres receives the COMMIT, or after Postgres has responded
 * and before the gateway receives the response.
 */
final class PostgresTap implements AutoCloseable {
    private static final String NAME = "postgres-tap";
    private static final int RESPONSE_SECONDS = 20;
    private static final int READY_LENGTH = 6;
    private static final int ENCRYPTION_REQUEST = 8;

    private final ServerSocket server;
    private final URI target;
    private final KillSwitch kill;

    PostgresTap(String url, KillSwitch kill) {
        this.target = URI.create(url);
        this.kill = kill;
        try {
            server = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ServerThreads.acceptEach(server, NAME, this::connect);
    }

    /** Returns the URL of the database through this proxy. */
    String url() {
        return target.toString().replaceFirst(":" + target.getPort() + "(?=/|$)", ":" + server.getLocalPort());
    }

    private void connect(Socket client) {
        try (client;
                Socket postgres = new Socket(target.getHost(), target.getPort())) {
            client.setTcpNoDelay(true);
            postgres.setTcpNoDelay(true);
            Session session = new Session(client, postgres);
            ServerThreads.start(NAME, session::responses);
            session.requests();
        } catch (IOException closed) {
            // One side has closed the connection.
        }
    }

    /** One connection. */
    private final class Session {
        private final Socket client;
        private final Socket postgres;
        private final Map<String, String> statements = new HashMap<>();
        private final CountDownLatch responded = new CountDownLatch(1);
        private volatile boolean withheld;
        private boolean watched;

        private Session(Socket client, Socket postgres) {
            this.client = client;
            this.postgres = postgres;
        }

        private void requests() throws IOException {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = postgres.getOutputStream();
            // Messages before the start of the session have no type: requests for encryption, which Postgres rejects.
            byte[] first = body(in);
            while (first.length == ENCRYPTION_REQUEST) {
                send(out, new byte[0], first);
                first = body(in);
            }
            send(out, new byte[0], first);
            while (true) {
                int type = in.read();
                if (type < 0) {
                    return;
                }
                byte[] body = body(in);
                note(type, body);
                KillPoint point = isCommit(type, body) && watched ? take() : null;
                if (point == null || point.delivered()) {
                    withheld = point != null;
                    send(out, new byte[] {(byte) type}, body);
                }
                if (point != null) {
                    awaitResponse(point);
                    kill.fire();
                    return;
                }
            }
        }

        private KillPoint take() {
            watched = false;
            return kill.take(KillPoint.Kind.COMMIT, String.valueOf(kill.watched()));
        }

        private void awaitResponse(KillPoint point) {
            try {
                if (point.delivered() && !responded.await(RESPONSE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("Postgres does not respond to the COMMIT");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Reads the length of a message and returns the message with its length. */
        private static byte[] body(DataInputStream in) throws IOException {
            int length = in.readInt();
            byte[] body = new byte[length];
            ByteBuffer.wrap(body).putInt(length);
            in.readFully(body, 4, length - 4);
            return body;
        }

        private static void send(OutputStream out, byte[] type, byte[] body) throws IOException {
            byte[] all = new byte[type.length + body.length];
            System.arraycopy(type, 0, all, 0, type.length);
            System.arraycopy(body, 0, all, type.length, body.length);
            out.write(all);
            out.flush();
        }

        /** Notes whether the watched statement is executed; prepared statements are executed by their name. */
        private void note(int type, byte[] body) {
            String text = kill.watched();
            String[] parts = new String(body, 4, body.length - 4, StandardCharsets.ISO_8859_1).split("\0", 3);
            if (type == 'P') {
                statements.put(parts[0], parts[1]);
            } else if (type == 'B' && text != null) {
                watched |= statements.getOrDefault(parts[1], "").contains(text);
            } else if (type == 'Q' && parts[0].startsWith("BEGIN")) {
                watched = false;
            }
        }

        private static boolean isCommit(int type, byte[] body) {
            return type == 'Q' && new String(body, StandardCharsets.ISO_8859_1).contains("COMMIT");
        }

        private void responses() {
            byte[] bytes = new byte[64 * 1024];
            try {
                InputStream in = postgres.getInputStream();
                OutputStream out = client.getOutputStream();
                for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                    if (!withheld) {
                        out.write(bytes, 0, length);
                        out.flush();
                    } else if (length >= READY_LENGTH && bytes[length - READY_LENGTH] == 'Z') {
                        responded.countDown();
                    }
                }
                client.close();
            } catch (IOException closed) {
                // One side has closed the connection.
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
