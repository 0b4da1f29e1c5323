package io.tollgate.portal;

import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.db.RowExpiry;
import io.vertx.core.Vertx;

/** Deletes expired links and sessions of the customer portal at intervals. */
public final class PortalExpiry {
    private PortalExpiry() {}

    public static void start(Vertx vertx, Database database, Clock clock, PortalSettings settings) {
        new RowExpiry(database, clock, PortalLinks.expiry(settings)).start(vertx);
        new RowExpiry(database, clock, PortalSessions.expiry(settings)).start(vertx);
    }
}
