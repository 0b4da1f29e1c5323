package io.tollgate.support;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** A port on which nobody listens, for what is started on it next. */
public final class FreePort {
    // The system gives ports above these to whoever calls out: one of those could be taken before it is listened on.
    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;

    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    /** Never the same twice: who asks for two wants to listen on both. */
    public static int find() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
