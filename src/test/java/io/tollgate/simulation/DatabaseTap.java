package io.tollgate.simulation;

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
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A proxy in front of Postgres that cuts a connection at a chosen COMMIT: before Postgres receives it, or after
 * Postgres has executed it and before the gateway receives the response. It can also cut everything, as the end of
 * the gateway's process does.
 */
final class DatabaseTap implements AutoCloseable {
    private static final String NAME = "database-tap";
    private static final int ENCRYPTION_REQUEST = 8;
    private static final String COMMIT = "; COMMIT; ";
    private static final String VISITS = "page_visits";

    private final ServerSocket server;
    private final URI target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private @Nullable Cut armed;
    private final Runnable killed;
    private volatile boolean dead;

    /**
     * A cut.
     *
     * @param commitsBefore number of COMMITs from now that are not cut
     * @param executed whether Postgres executes the COMMIT
     * @param kills whether all connections are cut for good
     */
    record Cut(int commitsBefore, boolean executed, boolean kills) {}

    /** @param killed runs when everything is cut */
    DatabaseTap(String url, Runnable killed) {
        this.killed = killed;
        target = URI.create(url);
        try {
            server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ServerThreads.acceptEach(server, NAME, this::connect);
    }

    /** Returns the URL of the database through this proxy. */
    String url() {
        return target.toString().replaceFirst(":" + target.getPort() + "(?=/|$)", ":" + server.getLocalPort());
    }

    synchronized void arm(Cut cut) {
        armed = cut;
    }

    synchronized void disarm() {
        armed = null;
    }

    boolean isDead() {
        return dead;
    }

    /** Cuts all connections and accepts no other. */
    void kill() {
        dead = true;
        killed.run();
        sockets.forEach(DatabaseTap::closeQuietly);
    }

    private synchronized @Nullable Cut take() {
        Cut cut = armed;
        if (cut == null) {
            return null;
        }
        armed = cut.commitsBefore() == 0 ? null : new Cut(cut.commitsBefore() - 1, cut.executed(), cut.kills());
        return cut.commitsBefore() == 0 ? cut : null;
    }

    private void connect(Socket client) {
        if (dead) {
            closeQuietly(client);
            return;
        }
        try (client;
                Socket postgres = new Socket(target.getHost(), target.getPort())) {
            client.setTcpNoDelay(true);
            postgres.setTcpNoDelay(true);
            sockets.add(client);
            new Session(client, postgres).requests();
        } catch (IOException closed) {
            // One side has closed the connection.
        } finally {
            sockets.remove(client);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            // It is closed already.
        }
    }

    /** One connection. */
    private final class Session {
        private final Socket client;
        private final Socket postgres;
        private final Set<String> visitStatements = new HashSet<>();
        private volatile boolean withheld;
        private boolean countsVisits;

        private Session(Socket client, Socket postgres) {
            this.client = client;
            this.postgres = postgres;
            ServerThreads.start(NAME, this::responses);
        }

        private void requests() throws IOException {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = postgres.getOutputStream();
            // Messages before the start of the session have no type: requests for encryption, which Postgres rejects.
            byte[] first = message(in, -1);
            while (first.length == ENCRYPTION_REQUEST) {
                out.write(first);
                first = message(in, -1);
            }
            out.write(first);
            for (int type = in.read(); type >= 0; type = in.read()) {
                byte[] message = message(in, type);
                note(type, message);
                Cut cut = type == 'Q' && isCommit(message) && !countsVisits ? take() : null;
                if (cut == null) {
                    out.write(message);
                    continue;
                }
                if (cut.executed()) {
                    withheld = true;
                    out.write(message);
                    // The response proves that the transaction is committed.
                    awaitResponse();
                }
                if (cut.kills()) {
                    kill();
                }
                return;
            }
        }

        /** Notes transactions that count visits. They begin at any real time, so they are no step of a scenario. */
        private void note(int type, byte[] message) {
            if (type == 'Q' || type == 'P' || type == 'B') {
                String text = new String(message, 5, message.length - 5, StandardCharsets.ISO_8859_1);
                String[] parts = text.split("\0", 3);
                if (type == 'Q' && text.startsWith("BEGIN")) {
                    countsVisits = false;
                } else if (type == 'P' && text.contains(VISITS)) {
                    visitStatements.add(parts[0]);
                    countsVisits = true;
                } else if (type == 'B') {
                    countsVisits |= visitStatements.contains(parts[1]);
                }
            }
        }

        private void awaitResponse() {
            synchronized (this) {
                while (withheld) {
                    try {
                        wait();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return;
                    }
                }
            }
        }

        private static boolean isCommit(byte[] message) {
            return new String(message, StandardCharsets.ISO_8859_1).contains(COMMIT);
        }

        /** Reads a message with its length, and puts its type in front. */
        private static byte[] message(DataInputStream in, int type) throws IOException {
            int length = in.readInt();
            int begin = type < 0 ? 0 : 1;
            byte[] message = new byte[begin + length];
            if (begin == 1) {
                message[0] = (byte) type;
            }
            ByteBuffer.wrap(message).putInt(begin, length);
            in.readFully(message, begin + 4, length - 4);
            return message;
        }

        private void responses() {
            byte[] bytes = new byte[64 * 1024];
            try {
                InputStream in = postgres.getInputStream();
                OutputStream out = client.getOutputStream();
                for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                    if (withheld) {
                        break;
                    }
                    out.write(bytes, 0, length);
                }
            } catch (IOException closed) {
                // One side has closed the connection.
            }
            synchronized (this) {
                withheld = false;
                notifyAll();
            }
            closeQuietly(client);
        }
    }

    @Override
    public void close() {
        kill();
        closeQuietly(server);
    }

    private static void closeQuietly(ServerSocket server) {
        try {
            server.close();
        } catch (IOException closed) {
            // It is closed already.
        }
    }
}
