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
 * A bad network between two programs: it delays, slices, slows, swallows, resets and half-closes, and
 * once armed it cuts a connection at a chosen packet ({@link Cut}).
 */
public final class ChaosProxy implements AutoCloseable {
    private static final int BYTES = 64 * 1024;

    /** For what was delivered to be done, where a connection is cut then. */
    private static final int ANSWER_SECONDS = 5;

    private static final String NAME = "chaos-proxy";

    private final ServerSocket server;
    private final URI target;
    private final Cut cut = new Cut();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile Weather weather = Weather.FAIR;
    private volatile boolean swallowing;
    private volatile boolean answersLost;
    private volatile boolean gone;
    private volatile String replaced = "";
    private volatile String replacement = "";

    /**
     * What happens to all bytes.
     *
     * @param delayMillis each packet waits so long
     * @param jitterMillis and up to so much longer
     * @param slice into packets of so many bytes each; 0: as they come
     * @param bytesPerSecond at most, of one direction of one connection; 0: as fast as may be
     */
    public record Weather(int delayMillis, int jitterMillis, int slice, int bytesPerSecond) {
        public static final Weather FAIR = new Weather(0, 0, 0, 0);

        private int waitMillis() {
            return delayMillis
                    + (jitterMillis == 0 ? 0 : ThreadLocalRandom.current().nextInt(jitterMillis));
        }
    }

    /** @param url of what is reached through this; the port must be in it */
    public ChaosProxy(String url) {
        target = URI.create(url);
        try {
            server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Accepting.each(server, NAME, this::connect);
    }

    /** The same address, through this. */
    public String url() {
        return target.toString().replaceFirst(":" + target.getPort() + "(?=/|$)", ":" + server.getLocalPort());
    }

    public Cut cut() {
        return cut;
    }

    public void weather(Weather now) {
        weather = now;
    }

    /** How many connections were asked for so far. */
    public int accepted() {
        return accepted.get();
    }

    /**
     * Nothing goes through any more, and nobody is told. Connections of that time stay dead for ever, as
     * behind a firewall that lost its memory.
     */
    public void swallow(boolean on) {
        swallowing = on;
        if (on) {
            links.forEach(link -> link.dead = true);
        }
    }

    /** What is asked arrives; what is answered does not, and nobody is told. */
    public void loseAnswers(boolean on) {
        answersLost = on;
    }

    /** Puts one text of the answers in the place of another of the same length. */
    public void replace(String text, String other) {
        replaced = text;
        replacement = other;
    }

    /** Cuts all connections, hard. */
    public void reset() {
        links.forEach(Link::reset);
    }

    /** Cuts all connections and takes no other: as if who speaks through this had been killed. */
    public void gone(boolean on) {
        gone = on;
        if (on) {
            reset();
        }
    }

    /** Tells one side of all connections that the other has said its last, and goes on taking what it says. */
    public void halfClose() {
        for (Link link : links) {
            try {
                link.dead = true;
                link.near.shutdownOutput();
            } catch (IOException gone) {
                // Closed already.
            }
        }
    }

    private void connect(Socket near) {
        accepted.incrementAndGet();
        if (gone) {
            Link.close(near, true);
            return;
        }
        try {
            Link link = new Link(near, new Socket(target.getHost(), target.getPort()));
            link.dead = swallowing;
            links.add(link);
            Accepting.start(NAME, () -> carry(link, false));
            carry(link, true);
        } catch (IOException nobodyThere) {
            Link.close(near, true);
        }
    }

    private void carry(Link link, boolean forth) {
        Socket from = forth ? link.near : link.far;
        Socket to = forth ? link.far : link.near;
        byte[] bytes = new byte[BYTES];
        Cut.@Nullable Watch watch = forth ? cut.watch() : null;
        try {
            InputStream in = from.getInputStream();
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                if (link.dead || (!forth && answersLost)) {
                    continue;
                }
                if (watch != null && watch.strikes(bytes, n)) {
                    struck(link, bytes, n);
                    break;
                }
                send(to.getOutputStream(), forth ? bytes : changed(bytes, n), n);
            }
        } catch (IOException | InterruptedException gone) {
            // One side closed; so does the other.
        }
        if (!forth) {
            link.answered.countDown();
        }
        links.remove(link);
        link.close();
    }

    private byte[] changed(byte[] bytes, int n) {
        return replaced.isEmpty()
                ? bytes
                : new String(bytes, 0, n, StandardCharsets.ISO_8859_1)
                        .replace(replaced, replacement)
                        .getBytes(StandardCharsets.ISO_8859_1);
    }

    private void struck(Link link, byte[] bytes, int n) throws IOException, InterruptedException {
        // Answers are taken and dropped: a database that cannot answer gives up before it comes to a commit.
        link.dead = cut.delivers();
        cut.before(link.near);
        if (cut.delivers()) {
            send(link.far.getOutputStream(), bytes, n);
            link.far.shutdownOutput();
            link.answered.await(ANSWER_SECONDS, TimeUnit.SECONDS);
        }
        cut.after();
    }

    private void send(OutputStream out, byte[] bytes, int n) throws IOException, InterruptedException {
        Weather now = weather;
        int slice = now.slice() == 0 ? n : now.slice();
        int wait = now.waitMillis();
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

    /** Two sockets, and whether anything still goes between them. */
    private static final class Link {
        private final Socket near;
        private final Socket far;
        private final CountDownLatch answered = new CountDownLatch(1);
        private volatile boolean dead;

        private Link(Socket near, Socket far) throws IOException {
            this.near = near;
            this.far = far;
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
        }

        private void reset() {
            close(near, true);
            close(far, true);
        }

        private void close() {
            close(near, false);
            close(far, false);
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
