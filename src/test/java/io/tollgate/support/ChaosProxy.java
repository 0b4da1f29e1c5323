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
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A proxy that simulates a bad network: it delays, splits, throttles, drops, resets and half-closes. Once armed, it
 * cuts a connection at a chosen packet ({@link ConnectionCut}).
 */
public final class ChaosProxy implements AutoCloseable {
    private static final int BYTES = 64 * 1024;

    /** Time for the server to process delivered bytes before the connection is cut. */
    private static final int RESPONSE_SECONDS = 5;

    private static final String NAME = "chaos-proxy";

    private final ServerSocket server;
    private final URI target;
    private final ConnectionCut cut = new ConnectionCut();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile Conditions conditions = Conditions.NORMAL;
    private volatile boolean droppingAll;
    private volatile boolean droppingResponses;
    private volatile boolean down;
    private volatile String replaced = "";
    private volatile String replacement = "";

    /**
     * Network conditions of all connections.
     *
     * @param delayMillis delay of each packet
     * @param jitterMillis maximum additional delay, chosen at random
     * @param slice maximum packet size in bytes; 0: unlimited
     * @param bytesPerSecond maximum rate of one direction of one connection; 0: unlimited
     */
    public record Conditions(int delayMillis, int jitterMillis, int slice, int bytesPerSecond) {
        public static final Conditions NORMAL = new Conditions(0, 0, 0, 0);

        private int nextDelayMillis() {
            return delayMillis
                    + (jitterMillis == 0 ? 0 : ThreadLocalRandom.current().nextInt(jitterMillis));
        }
    }

    /** @param url of the server behind the proxy; must contain the port */
    public ChaosProxy(String url) {
        target = URI.create(url);
        try {
            server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ServerThreads.acceptEach(server, NAME, this::connect);
    }

    /** Returns the server's URL with the port of the proxy. */
    public String url() {
        return target.toString().replaceFirst(":" + target.getPort() + "(?=/|$)", ":" + server.getLocalPort());
    }

    public ConnectionCut cut() {
        return cut;
    }

    public void conditions(Conditions now) {
        conditions = now;
    }

    /** Returns the number of connections that clients have opened so far. */
    public int connections() {
        return connections.get();
    }

    /**
     * Drops all bytes without closing connections. Existing connections stay dead for ever, as behind a firewall that
     * lost its connection table.
     */
    public void dropAll(boolean on) {
        droppingAll = on;
        if (on) {
            links.forEach(link -> link.dead = true);
        }
    }

    /** Delivers requests but drops responses, without closing connections. */
    public void dropResponses(boolean on) {
        droppingResponses = on;
    }

    /** Replaces a text in responses by another of the same length. */
    public void replaceInResponses(String text, String other) {
        replaced = text;
        replacement = other;
    }

    /** Resets all connections. */
    public void reset() {
        links.forEach(Link::reset);
    }

    /** Resets all connections and refuses new ones, as if the server process had been killed. */
    public void down(boolean on) {
        down = on;
        if (on) {
            reset();
        }
    }

    /** Closes the output of all connections towards the client. The proxy still reads what the client sends. */
    public void halfClose() {
        for (Link link : links) {
            try {
                link.dead = true;
                link.client.shutdownOutput();
            } catch (IOException gone) {
                // Closed already.
            }
        }
    }

    private void connect(Socket near) {
        connections.incrementAndGet();
        if (down) {
            Link.close(near, true);
            return;
        }
        try {
            Link link = new Link(near, new Socket(target.getHost(), target.getPort()));
            link.dead = droppingAll;
            links.add(link);
            ServerThreads.start(NAME, () -> relay(link, false));
            relay(link, true);
        } catch (IOException nobodyThere) {
            Link.close(near, true);
        }
    }

    private void relay(Link link, boolean toServer) {
        Socket from = toServer ? link.client : link.server;
        Socket to = toServer ? link.server : link.client;
        byte[] bytes = new byte[BYTES];
        ConnectionCut.@Nullable Watch watch = toServer ? cut.watch() : null;
        try {
            InputStream in = from.getInputStream();
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                if (link.dead || (!toServer && droppingResponses)) {
                    continue;
                }
                if (watch != null && watch.isAt(bytes, n)) {
                    cutConnection(link, bytes, n);
                    break;
                }
                send(to.getOutputStream(), toServer ? bytes : replaced(bytes, n), n);
            }
        } catch (IOException | InterruptedException gone) {
            // One side closed; the other is closed below.
        }
        if (!toServer) {
            link.responded.countDown();
        }
        links.remove(link);
        link.close();
    }

    private byte[] replaced(byte[] bytes, int n) {
        return replaced.isEmpty()
                ? bytes
                : new String(bytes, 0, n, StandardCharsets.ISO_8859_1)
                        .replace(replaced, replacement)
                        .getBytes(StandardCharsets.ISO_8859_1);
    }

    private void cutConnection(Link link, byte[] bytes, int n) throws IOException, InterruptedException {
        // Responses are dropped: a database that cannot write its response would abort before the commit.
        link.dead = cut.delivers();
        cut.beforeDelivery(link.client);
        if (cut.delivers()) {
            send(link.server.getOutputStream(), bytes, n);
            link.server.shutdownOutput();
            link.responded.await(RESPONSE_SECONDS, TimeUnit.SECONDS);
        }
        cut.afterDelivery();
    }

    private void send(OutputStream out, byte[] bytes, int n) throws IOException, InterruptedException {
        Conditions now = conditions;
        int slice = now.slice() == 0 ? n : now.slice();
        int wait = now.nextDelayMillis();
        if (wait > 0) {
            Thread.sleep(wait);
        }
        for (int at = 0; at < n; at += slice) {
            int length = Math.min(slice, n - at);
            out.write(bytes, at, length);
            out.flush();
            if (now.bytesPerSecond() > 0) {
                Thread.sleep(
                        Duration.ofMillis(1000L * length / now.bytesPerSecond()).toMillis());
            }
        }
    }

    /** A client connection and its server connection; {@code dead} if their bytes are dropped. */
    private static final class Link {
        private final Socket client;
        private final Socket server;
        private final CountDownLatch responded = new CountDownLatch(1);
        private volatile boolean dead;

        private Link(Socket near, Socket far) throws IOException {
            this.client = near;
            this.server = far;
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
        }

        private void reset() {
            close(client, true);
            close(server, true);
        }

        private void close() {
            close(client, false);
            close(server, false);
        }

        private static void close(Socket socket, boolean hard) {
            try {
                if (hard) {
                    socket.setSoLinger(true, 0);
                }
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
        links.forEach(Link::reset);
    }
}
