package io.tollgate.support;

import io.tollgate.config.ReservedPort;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Ports for servers that a test starts. Each stays reserved until the tests end: nothing else listens there, whether
 * the server of the test is started, stopped or started again.
 */
public final class FreePort {
    private static final Queue<ReservedPort> RESERVED = new ConcurrentLinkedQueue<>();

    private FreePort() {}

    /** Returns another port each time. Connections to it are refused until something is started there. */
    public static int find() {
        ReservedPort port = ReservedPort.any();
        RESERVED.add(port);
        return port.port();
    }
}
