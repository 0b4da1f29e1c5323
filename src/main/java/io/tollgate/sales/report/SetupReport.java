package io.tollgate.sales.report;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The steps from a new account to the first sale, and which of them are done. Both modes have the same steps. */
record SetupReport(Database database) {
    /** The steps in their order. Each is one look into an index. */
    enum Step {
        ACCOUNT("""
                SELECT FROM seller_setting WHERE seller_id = $1 AND email IS NOT NULL AND address IS NOT NULL"""),
        PAGE("SELECT FROM page WHERE seller_id = $1 AND type <> 'form'"),
        TEST_PURCHASE("""
                SELECT FROM payment WHERE seller_id = $1 AND NOT livemode
                UNION ALL SELECT FROM booking WHERE seller_id = $1 AND NOT livemode
                UNION ALL SELECT FROM subscription WHERE seller_id = $1 AND NOT livemode"""),
        PROCESSOR("""
                SELECT FROM processor_account WHERE seller_id = $1 AND livemode
                  AND (simulated OR publishable_key IS NOT NULL)"""),
        PUBLISHED_PAGE("""
                SELECT FROM page WHERE seller_id = $1 AND type <> 'form' AND status = 'published' AND NOT testmode""");

        private final String rows;

        Step(String rows) {
            this.rows = rows;
        }

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String SQL = "SELECT $1::text, $2::boolean, "
            + Arrays.stream(Step.values())
                    .map(step -> "EXISTS (" + step.rows + ")")
                    .collect(Collectors.joining(", "));

    /** Returns the steps that are done. */
    Future<Set<Step>> read(Scope scope) {
        return database.get(SQL, Tuple.of(scope.sellerId(), scope.live())).map(rows -> {
            Row row = rows.iterator().next();
            TenantGuard.requireTenant(scope, row);
            Set<Step> done = EnumSet.noneOf(Step.class);
            for (Step step : Step.values()) {
                if (row.getBoolean(2 + step.ordinal())) {
                    done.add(step);
                }
            }
            return done;
        });
    }
}
