package io.tollgate.records;

import io.tollgate.resource.Scope;
import io.vertx.sqlclient.Row;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The second wall of the read path: each row brings its seller and mode, and a row that is not of
 * the scope is never copied, whatever the statement let through.
 */
public final class TenantGuard {
    private static final Logger LOG = LoggerFactory.getLogger(TenantGuard.class);
    private static final AtomicLong BREACHES = new AtomicLong();

    private TenantGuard() {}

    /** A row came through that the scope does not own: a defect, answered 500. */
    static final class Breach extends IllegalStateException {
        Breach() {
            super("a row of another seller or mode came through");
        }
    }

    /** Rows begin with seller and mode; the mode is null where the catalogue has none. */
    public static void requireTenant(Scope scope, Row row) {
        Boolean live = row.getBoolean(1);
        if (!scope.sellerId().equals(row.getString(0)) || (live != null && live != scope.live())) {
            BREACHES.incrementAndGet();
            LOG.error("a statement let a row of another seller or mode through; it was not shown");
            throw new Breach();
        }
    }

    /** How often the wall held; anything but zero is an alarm. */
    public static long breaches() {
        return BREACHES.get();
    }
}
