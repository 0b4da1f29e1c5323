package io.tollgate.processor;

import io.tollgate.platform.resource.Scope;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a seller sees of the account at the processor in one mode.
 *
 * @param publishableKey the key that browsers use; null without one, and for accounts of the simulator
 * @param hasEventSecret whether events of the account can be verified
 * @param connectedAt when its keys were stored; null if no account is connected
 */
record ProcessorConnection(
        Scope scope,
        boolean simulated,
        @Nullable String publishableKey,
        boolean hasEventSecret,
        @Nullable Instant connectedAt) {
    /** The columns of {@link #of}. */
    static final String SHOW = "SELECT simulated, publishable_key, webhook_secret IS NOT NULL, created_at"
            + " FROM processor_account WHERE seller_id = $1 AND livemode = $2";

    static ProcessorConnection of(Scope scope, RowSet<Row> rows) {
        for (Row row : rows) {
            Instant at = row.getOffsetDateTime(3).toInstant();
            return new ProcessorConnection(scope, row.getBoolean(0), row.getString(1), row.getBoolean(2), at);
        }
        return new ProcessorConnection(scope, false, null, false, null);
    }

    String status() {
        return connectedAt == null ? "none" : simulated ? "simulated" : "connected";
    }

    boolean takesCards() {
        return simulated || publishableKey != null;
    }

    boolean receivesEvents() {
        return simulated || hasEventSecret;
    }
}
