package io.tollgate.storefront.portal;

import io.tollgate.accounts.customer.Pseudonym;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.HashedTokens;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of customers in the portals of sellers. A session is of one seller and mode. It has the real time in
 * both modes, because it says for how long a browser stays logged in.
 */
record PortalSessions(WriteExecutor writes) {
    private static final String INSERT = """
            INSERT INTO portal_session (seller_id, livemode, token_hash, customer_id, created_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6)
            """;
    private static final String FIND = """
            SELECT s.seller_id, s.livemode, s.customer_id, c.email
            FROM portal_session s
            JOIN customer c ON c.seller_id = $1 AND c.livemode = $2 AND c.id = s.customer_id
            WHERE s.seller_id = $1 AND s.livemode = $2 AND s.token_hash = $3 AND s.expires_at > $4
            """;
    private static final String DELETE =
            "DELETE FROM portal_session WHERE seller_id = $1 AND livemode = $2 AND token_hash = $3";
    private static final String EXPIRED =
            "DELETE FROM portal_session WHERE seller_id = $1 AND livemode IN (TRUE, FALSE) AND created_at < $2";

    /** A customer who is logged in. Statements about the customer's records take both parts. */
    record PortalCustomer(Scope scope, String id, String email) {}

    /** Returns the rule that deletes expired sessions. */
    static RowExpiry.Rule expiry(PortalSettings settings) {
        return new RowExpiry.Rule("sessions of the customer portal", EXPIRED, settings.sessionValidity());
    }

    static Future<?> insert(WriteContext write, String token, String customerId, Duration validity) {
        Tuple row = Tuple.of(write.scope().sellerId(), write.scope().live(), HashedTokens.hash(token), customerId)
                .addValue(PortalLinks.at(write.realTime()))
                .addValue(PortalLinks.at(write.realTime().plus(validity)));
        return write.transaction().preparedQuery(INSERT).execute(row);
    }

    static Future<?> delete(WriteContext write, String token) {
        Tuple session = Tuple.of(write.scope().sellerId(), write.scope().live(), HashedTokens.hash(token));
        return write.transaction().preparedQuery(DELETE).execute(session);
    }

    /** Returns the customer of a session; null if it has expired or ended, and if the customer was erased. */
    Future<@Nullable PortalCustomer> find(Scope scope, @Nullable String token) {
        if (token == null) {
            return Future.succeededFuture(null);
        }
        Tuple values = Tuple.of(
                scope.sellerId(),
                scope.live(),
                HashedTokens.hash(token),
                PortalLinks.at(writes.clock().now()));
        return writes.database().get(FIND, values).map(rows -> {
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                // The sessions of an erased customer end with the request, and not with the task that deletes them.
                return Pseudonym.is(row.getString(3))
                        ? null
                        : new PortalCustomer(scope, row.getString(2), row.getString(3));
            }
            return null;
        });
    }

    Future<Void> end(Scope scope, String token) {
        return writes.run(scope, write -> delete(write, token).mapEmpty());
    }
}
