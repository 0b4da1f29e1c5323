package io.tollgate.chaos;

import io.tollgate.support.Accepting;
import io.tollgate.support.Load;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Hands each connection to one of several gateways in turn: those whose readiness probe succeeds, and the
 * next one where a connection is refused. What has been sent is never sent again.
 */
final class Balancer implements AutoCloseable {
    private static final String NAME = "balancer";
    private static final int PROBE_MILLIS = 50;

    private final List<GatewayProcess> gateways;
    private final boolean[] ready;
    private final boolean probing;
    private final ServerSocket server;
    private final AtomicInteger turn = new AtomicInteger();
    private volatile boolean closed;

    /** @param probing whether the readiness probes are heeded */
    Balancer(List<GatewayProcess> gateways, boolean probing) {
        this.gateways = gateways;
        this.probing = probing;
        this.ready = new boolean[gateways.size()];
        try {
            server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int i = 0; i < ready.length; i++) {
            int number = i;
            ready[i] = true;
            Accepting.start(NAME, () -> probe(number));
        }
        Accepting.each(server, NAME, this::carry);
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    private void probe(int number) {
        while (!closed) {
            ready[number] = gateways.get(number).health("/health/ready") == 200;
            Load.pause(PROBE_MILLIS);
        }
    }

    private void carry(Socket near) {
        try (near;
                Socket far = connected()) {
            if (far != null) {
                far.setTcpNoDelay(true);
                near.setTcpNoDelay(true);
                Accepting.start(NAME, () -> copy(near, far));
                copy(far, near);
            }
        } catch (IOException gone) {
            // One side closed; so does the other.
        }
    }

    private @Nullable Socket connected() throws IOException {
        for (int i = 0; i < 2 * gateways.size(); i++) {
            int number = Math.floorMod(turn.getAndIncrement(), gateways.size());
            if (probing && !ready[number] && i < gateways.size()) {
                continue;
            }
            try {
                return new Socket("127.0.0.1", gateways.get(number).port());
            } catch (ConnectException refused) {
                // The next one, then.
            }
        }
        return null;
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException gone) {
            // As above.
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
