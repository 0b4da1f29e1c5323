package io.tollgate.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A port that no other program is given while it is reserved. A bound socket that does not listen keeps it: connections
 * are refused until a server with SO_REUSEADDR listens on it, which may stop and start again.
 */
public final class ReservedPort implements AutoCloseable {
    /** Below the ports that Linux assigns to outgoing connections. */
    private static final int FIRST = 20_000;

    private static final int LAST = 32_000;

    private final int port;
    private final @Nullable Socket holder;

    private ReservedPort(int port, @Nullable Socket holder) {
        this.port = port;
        this.holder = holder;
    }

    /** Reserves a port of its own choice. */
    public static ReservedPort any() {
        for (int i = FIRST; i < LAST; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            Socket holder = new Socket();
            try {
                // Exclusive while it binds, so that one of two programs is refused; shared with a server after that.
                holder.setReuseAddress(false);
                holder.bind(new InetSocketAddress(port));
                holder.setReuseAddress(true);
                return new ReservedPort(port, holder);
            } catch (IOException taken) {
                close(holder);
            }
        }
        throw new StartRefused("no port from " + FIRST + " to " + LAST + " is free");
    }

    /** Reserves a port in place of 0; any other port is left to its server. */
    public static ReservedPort inPlaceOf(int port) {
        return port == 0 ? any() : new ReservedPort(port, null);
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        if (holder != null) {
            close(holder);
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
