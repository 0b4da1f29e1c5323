package io.tollgate.accounts.member;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes expired links, sessions and browsers of the dashboard at intervals. */
public record MemberExpiry(MemberLinks links, MemberSessions sessions, MemberDevices devices) {
    private static final Logger LOG = LoggerFactory.getLogger(MemberExpiry.class);
    private static final int PAUSE_MILLIS = 600_000;

    public void start(Vertx vertx) {
        run();
        vertx.setPeriodic(PAUSE_MILLIS, timer -> run());
    }

    private void run() {
        Future.join(links.deleteExpired(), sessions.deleteExpired(), devices.deleteExpired())
                .onFailure(failure ->
                        LOG.warn("Deleting links and sessions of the dashboard failed: {}", failure.toString()));
    }
}
