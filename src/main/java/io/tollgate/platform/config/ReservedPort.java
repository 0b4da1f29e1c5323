package io.tollgate.platform.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A port reserved by a socket that is bound but does not listen. Connections are refused until a server with
 * SO_REUSEADDR listens on it; that server may stop and start again without losing the port.
 */
public final class ReservedPort implements AutoCloseable {
    /** Ports below the range that Linux uses for outgoing connections. */
    private static final int FIRST = 20_000;

    private static final int LAST = 32_000;

    private final int port;
    private final @Nullable Socket socket;

    private ReservedPort(int port, @Nullable Socket socket) {
        this.port = port;
        this.socket = socket;
    }

    /** Reserves a free port. */
    public static ReservedPort any() {
        for (int i = FIRST; i < LAST; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            Socket socket = new Socket();
            try {
                // Exclusive during bind, so that two programs cannot reserve the same port; shared with the server
                // afterwards.
                socket.setReuseAddress(false);
                socket.bind(new InetSocketAddress(port));
                socket.setReuseAddress(true);
                return new ReservedPort(port, socket);
            } catch (IOException taken) {
                close(socket);
            }
        }
        throw new StartRefused("no port from " + FIRST + " to " + LAST + " is free");
    }

    /** Reserves a free port if the given one is 0. Otherwise returns the given port without reserving it. */
    public static ReservedPort orGiven(int port) {
        return port == 0 ? any() : new ReservedPort(port, null);
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        if (socket != null) {
            close(socket);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
