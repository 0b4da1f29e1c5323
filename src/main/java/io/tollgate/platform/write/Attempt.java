package io.tollgate.platform.write;

import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.secret.Sealing;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of a request.
 *
 * @param testClock whether the time of test mode is that of the test clock. Changes of what both modes share have
 *     the real time.
 * @param shared whether the request changes what both modes share
 * @param waiting whether to wait for a running request with the same key. This is so if the external service has
 *     already done its part, or if the running request is an earlier attempt of this one over a lost connection.
 * @param sealing encrypts the stored response if it has a secret; null if it has none
 */
record Attempt(
        String route,
        Request request,
        boolean testClock,
        boolean shared,
        boolean waiting,
        @Nullable Sealing sealing) {
    Attempt(String route, Request request, boolean testClock, boolean shared, boolean waiting) {
        this(route, request, testClock, shared, waiting, null);
    }

    Attempt(String route, Request request, Resource resource, boolean waiting) {
        this(route, request, resource.recorded(), resource.shared(), waiting);
    }

    Attempt inTurn() {
        return new Attempt(route, request, testClock, shared, true, sealing);
    }

    Attempt sealedBy(@Nullable Sealing other) {
        return new Attempt(route, request, testClock, shared, waiting, other);
    }
}
