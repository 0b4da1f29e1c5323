package io.tollgate.platform.records;

import io.tollgate.platform.resource.Scope;
import io.vertx.sqlclient.Row;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The second tenant check of reads: each row contains its seller and mode, and a row outside the scope is never
 * returned, whatever the statement selected.
 */
public final class TenantGuard {
    private static final Logger LOG = LoggerFactory.getLogger(TenantGuard.class);
    private static final AtomicLong BREACHES = new AtomicLong();

    private TenantGuard() {}

    /** A row outside the scope was read: a defect, returned as 500. */
    static final class TenantViolation extends IllegalStateException {
        TenantViolation() {
            super("a statement returned a row of another seller or mode");
        }
    }

    /** Checks a row, which starts with seller and mode; the mode is null in the catalog. */
    public static void requireTenant(Scope scope, Row row) {
        Boolean live = row.getBoolean(1);
        if (!scope.sellerId().equals(row.getString(0)) || (live != null && live != scope.live())) {
            BREACHES.incrementAndGet();
            LOG.error("A statement returned a row of another seller or mode; the response omits it");
            throw new TenantViolation();
        }
    }

    /** Returns the number of detected rows of other tenants; any value but 0 is an alarm. */
    public static long violations() {
        return BREACHES.get();
    }
}
