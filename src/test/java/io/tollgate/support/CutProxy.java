package io.tollgate.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between Tollgate and Postgres and, once armed, cuts the connection of the next transaction
 * that writes: after so many packets of it, and before or after Postgres gets the last of them.
 */
public final class CutProxy implements AutoCloseable {
    private static final String BEGIN = "BEGIN; SET LOCAL ROLE";
    private static final int NEVER = -1;

    private final ServerSocket server;
    private final URI target;
    private final AtomicInteger packets = new AtomicInteger(NEVER);
    private volatile boolean delivered;
    private volatile String at = "";

    public CutProxy(String databaseUrl) {
        target = URI.create(databaseUrl);
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** The address of the database through this. */
    public String url() {
        return target.toString().replace(":" + target.getPort() + "/", ":" + server.getLocalPort() + "/");
    }

    /** @param deliver whether Postgres gets the packet at which the connection is cut */
    public void arm(int afterPackets, boolean deliver) {
        at = "";
        delivered = deliver;
        packets.set(afterPackets);
    }

    /** Cuts at the first packet that holds a text. */
    public void arm(String text, boolean deliver) {
        arm(0, deliver);
        at = text;
    }

    /** @return whether a connection was cut since this was armed */
    public boolean disarm() {
        return packets.getAndSet(NEVER) == NEVER;
    }

    private static void start(Runnable what) {
        Thread thread = new Thread(what, "cut-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket database = new Socket(target.getHost(), target.getPort());
                client.setTcpNoDelay(true);
                database.setTcpNoDelay(true);
                start(() -> forth(client, database));
                start(() -> back(database, client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void forth(Socket client, Socket database) {
        byte[] bytes = new byte[64 * 1024];
        boolean writing = false;
        try {
            InputStream in = client.getInputStream();
            OutputStream out = database.getOutputStream();
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                String text = new String(bytes, 0, n, StandardCharsets.ISO_8859_1);
                writing |= text.contains(BEGIN);
                boolean cut = writing && packets.get() > NEVER && text.contains(at) && packets.getAndDecrement() == 0;
                if (cut) {
                    // First of all: the answer must find nobody, however fast it comes.
                    client.close();
                }
                if (!cut || delivered) {
                    out.write(bytes, 0, n);
                    out.flush();
                }
                if (cut) {
                    // What Postgres was given, it does; that nobody listens any more, it finds out later.
                    Thread.sleep(delivered ? 50 : 0);
                    break;
                }
            }
        } catch (IOException | InterruptedException gone) {
            // One side closed; so does the other.
        }
        close(client, database);
    }

    private static void back(Socket database, Socket client) {
        try {
            database.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException gone) {
            // As above.
        }
        close(client, database);
    }

    private static void close(Socket... sockets) {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // Closed already.
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
