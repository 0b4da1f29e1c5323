package io.tollgate.support;

import io.tollgate.platform.config.ReservedPort;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Ports for servers that a test starts. Each port stays reserved until the test run ends, also while the server of the
 * test is stopped.
 */
public final class FreePort {
    private static final Queue<ReservedPort> RESERVED = new ConcurrentLinkedQueue<>();

    private FreePort() {}

    /** Returns a different port each time. Connections to it are refused until a server listens there. */
    public static int find() {
        ReservedPort port = ReservedPort.any();
        RESERVED.add(port);
        return port.port();
    }
}
