package io.tollgate.accounts.passkey;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes expired challenges, and what belongs to people who are no longer members, at intervals. */
public final class PasskeyExpiry {
    private static final Logger LOG = LoggerFactory.getLogger(PasskeyExpiry.class);
    private static final int PAUSE_MILLIS = 600_000;

    private final PersonSecurity security;
    private final PasskeyChallenges challenges;
    private final SecurityEvents events;

    public PasskeyExpiry(Database database, Clock clock, PersonSecurity security) {
        this.security = security;
        this.challenges = new PasskeyChallenges(database, clock);
        this.events = new SecurityEvents(database, clock);
    }

    public void start(Vertx vertx) {
        run().onFailure(PasskeyExpiry::report);
        vertx.setPeriodic(PAUSE_MILLIS, timer -> run().onFailure(PasskeyExpiry::report));
    }

    private static void report(Throwable failure) {
        LOG.warn("Deleting expired challenges and passkeys failed: {}", failure.toString());
    }

    /** Deletes once. */
    public Future<Void> run() {
        return Future.join(
                        challenges.deleteExpired(),
                        events.deleteExpired(),
                        security.passkeys().deleteOfFormerMembers(),
                        security.codes().deleteOfFormerMembers())
                .mapEmpty();
    }
}
