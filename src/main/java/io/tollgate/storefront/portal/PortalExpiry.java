package io.tollgate.storefront.portal;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.RowExpiry;
import io.vertx.core.Vertx;

/** Deletes expired links and sessions of the customer portal at intervals. */
public final class PortalExpiry {
    private PortalExpiry() {}

    public static void start(Vertx vertx, Database database, Clock clock, PortalSettings settings) {
        new RowExpiry(database, clock, PortalLinks.expiry(settings)).start(vertx);
        new RowExpiry(database, clock, PortalSessions.expiry(settings)).start(vertx);
    }
}
