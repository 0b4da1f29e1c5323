package io.tollgate.chaos;

import io.tollgate.support.Load;
import io.tollgate.support.ServerThreads;
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
 * A load balancer: connects each client to the next of several gateways. It uses only gateways whose readiness probe
 * succeeds, and tries the next one if a connection is refused. It never resends a request.
 */
final class LoadBalancer implements AutoCloseable {
    private static final String NAME = "balancer";
    private static final int PROBE_MILLIS = 50;

    private final List<GatewayProcess> gateways;
    private final boolean[] ready;
    private final boolean probing;
    private final ServerSocket server;
    private final AtomicInteger turn = new AtomicInteger();
    private volatile boolean closed;

    /** @param probing whether the balancer uses readiness probes */
    LoadBalancer(List<GatewayProcess> gateways, boolean probing) {
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
            ServerThreads.start(NAME, () -> probe(number));
        }
        ServerThreads.acceptEach(server, NAME, this::carry);
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
                ServerThreads.start(NAME, () -> copy(near, far));
                copy(far, near);
            }
        } catch (IOException gone) {
            // One side closed; the other is closed as well.
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
                // Try the next gateway.
            }
        }
        return null;
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException gone) {
            // One side closed; the other is closed as well.
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
