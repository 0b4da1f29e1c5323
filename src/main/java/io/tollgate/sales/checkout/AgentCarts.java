package io.tollgate.sales.checkout;

import static io.tollgate.sales.checkout.CheckoutStore.at;
import static io.tollgate.sales.checkout.CheckoutStore.names;

import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The carts that buying agents fill in. A cart is a saved cart before its buyer is known: it has no e-mail address and
 * no record, and reserves nothing. Its page restores it like any other cart.
 */
public record AgentCarts(WriteExecutor writes) {
    /** How long an agent's cart can be read and restored after it was created. */
    static final Duration KEPT = Duration.ofHours(6);

    private static final int BATCH = 500;

    private static final String INSERT = """
            INSERT INTO checkout_draft (seller_id, livemode, id, kind, page_id, form, status, created_at, left_at)
            VALUES ($1, $2, $3, $4, $5, $6, 'AGENT', $7, $7)
            """;
    private static final String FIND = """
            SELECT seller_id, livemode, id, page_id, form, created_at FROM checkout_draft
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = 'AGENT' AND created_at > $4
            """;
    private static final String SAVE = """
            UPDATE checkout_draft SET kind = $5, form = $6, left_at = greatest(left_at, $7)
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = 'AGENT' AND created_at > $4
            """;
    private static final String DELETE = """
            DELETE FROM checkout_draft
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = 'AGENT'
            """;
    private static final String DELETE_EXPIRED = """
            DELETE FROM checkout_draft WHERE seller_id = $1 AND livemode = $2 AND status = 'AGENT' AND id IN (
                SELECT id FROM checkout_draft
                WHERE seller_id = $1 AND livemode = $2 AND status = 'AGENT' AND created_at <= $3
                ORDER BY created_at LIMIT $4)
            """;

    /** Returns the carts of agents in the database of these commands. */
    public static AgentCarts of(Checkouts checkouts) {
        return new AgentCarts(checkouts.writes);
    }

    /** What is in a cart. */
    public enum Kind {
        PRODUCT,
        SUBSCRIPTION,
        TICKETS
    }

    /**
     * A cart of an agent.
     *
     * @param inputs the inputs of the page as JSON, which restore the cart
     */
    public record AgentCart(String id, String pageId, String inputs, Instant expiresAt) {}

    /** Saves a new cart. */
    public Future<AgentCart> create(Scope scope, String pageId, Kind kind, String inputs) {
        return writes.run(scope, write -> {
            String id = write.newId();
            Tuple values = names(scope, id)
                    .addValue(kind.name())
                    .addValue(pageId)
                    .addValue(inputs)
                    .addValue(at(write.now()));
            return write.transaction()
                    .preparedQuery(INSERT)
                    .execute(values)
                    .map(new AgentCart(id, pageId, inputs, write.now().plus(KEPT)));
        });
    }

    /** Returns a cart; null if there is none with this id, or if it has expired. */
    public Future<@Nullable AgentCart> find(Scope scope, String id) {
        return writes.read(
                scope,
                write -> write.transaction()
                        .preparedQuery(FIND)
                        .execute(unexpired(write, id))
                        .map(rows -> {
                            for (Row row : rows) {
                                TenantGuard.requireTenant(scope, row);
                                Instant created = row.getOffsetDateTime(5).toInstant();
                                return new AgentCart(id, row.getString(3), row.getString(4), created.plus(KEPT));
                            }
                            return null;
                        }));
    }

    /** Saves other contents of a cart. Returns false if there is no cart with this id, or if it has expired. */
    public Future<Boolean> save(Scope scope, String id, Kind kind, String inputs) {
        return writes.run(
                scope,
                write -> write.transaction()
                        .preparedQuery(SAVE)
                        .execute(unexpired(write, id)
                                .addValue(kind.name())
                                .addValue(inputs)
                                .addValue(at(write.now())))
                        .map(rows -> rows.rowCount() == 1));
    }

    /** Deletes a cart. Does nothing if there is none with this id. */
    public Future<Void> delete(Scope scope, String id) {
        return writes.run(
                scope,
                write -> write.transaction()
                        .preparedQuery(DELETE)
                        .execute(names(scope, id))
                        .mapEmpty());
    }

    private static Tuple unexpired(WriteContext write, String id) {
        return names(write.scope(), id).addValue(at(write.now().minus(KEPT)));
    }

    /** Returns whether an agent's cart that was created at a time can still be restored. */
    static boolean isKept(Instant createdAt, Instant now) {
        return createdAt.isAfter(now.minus(KEPT));
    }

    /** Deletes some carts that have expired and returns their number; 0 if there are none. */
    public static Future<Integer> deleteExpired(WriteContext write) {
        return write.transaction()
                .preparedQuery(DELETE_EXPIRED)
                .execute(Tuple.of(
                        write.scope().sellerId(),
                        write.scope().live(),
                        at(write.now().minus(KEPT)),
                        BATCH))
                .map(rows -> rows.rowCount());
    }
}
