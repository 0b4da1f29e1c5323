package io.tollgate.platform.records;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counters of limited capacity: event places, stock and coupon uses. Each claim is one conditional update of one row,
 * and a database constraint enforces {@code taken <= capacity}. Several claims lock in the order event, ticket group,
 * ticket type, product, variant option, coupon, customer of a coupon, and by id within a kind, so that claims cannot
 * deadlock.
 */
public final class Capacities {
    private Capacities() {}

    /** The kinds of limited capacity. */
    public enum Kind {
        EVENT("event"),
        TICKET_GROUP("ticket_group"),
        TICKET_TYPE("ticket_type"),
        PRODUCT("product"),
        VARIANT_OPTION("variant_option"),
        COUPON("coupon"),
        /** The uses of a coupon by one customer. */
        COUPON_CUSTOMER("coupon_customer");

        private final String column;

        Kind(String column) {
            this.column = column;
        }

        public String column() {
            return column;
        }
    }

    /**
     * Sets the capacity; null means unlimited.
     *
     * @return false if more than that is already taken; nothing changes then
     */
    public static Future<Boolean> set(
            SqlConnection transaction, Scope scope, Kind kind, String ownerId, @Nullable Integer capacity) {
        String sql = "INSERT INTO capacity AS held (seller_id, kind, owner_id, capacity) VALUES ($1, $2, $3, $4)"
                + " ON CONFLICT (seller_id, kind, owner_id) DO UPDATE SET capacity = EXCLUDED.capacity"
                + " WHERE EXCLUDED.capacity IS NULL OR held.taken <= EXCLUDED.capacity";
        return one(transaction, sql, Tuple.of(scope.sellerId(), kind.column(), ownerId, capacity));
    }

    /** Sets the remaining capacity on top of what is taken; null means unlimited. Concurrent claims reduce it. */
    public static Future<Void> leave(
            SqlConnection transaction, Scope scope, Kind kind, String ownerId, @Nullable Integer left) {
        String sql = "INSERT INTO capacity AS held (seller_id, kind, owner_id, capacity) VALUES ($1, $2, $3, $4)"
                + " ON CONFLICT (seller_id, kind, owner_id) DO UPDATE SET capacity = held.taken + EXCLUDED.capacity";
        return one(transaction, sql, Tuple.of(scope.sellerId(), kind.column(), ownerId, left))
                .mapEmpty();
    }

    /**
     * Claims a quantity if enough remains.
     *
     * @return false if too little remains; nothing changes then
     */
    public static Future<Boolean> claim(
            SqlConnection transaction, Scope scope, Kind kind, String ownerId, int quantity) {
        String sql = "INSERT INTO capacity AS held (seller_id, kind, owner_id, taken) VALUES ($1, $2, $3, $4)"
                + " ON CONFLICT (seller_id, kind, owner_id) DO UPDATE SET taken = held.taken + EXCLUDED.taken"
                + " WHERE held.capacity IS NULL OR held.taken + EXCLUDED.taken <= held.capacity";
        return one(transaction, sql, Tuple.of(scope.sellerId(), kind.column(), ownerId, quantity));
    }

    /**
     * Claims a quantity within a limit that another record has, and that may have changed since the last claim.
     *
     * @param limit null for no limit; the quantity counts nevertheless
     * @return false if more than the limit would be taken; nothing changes then
     */
    public static Future<Boolean> claimWithin(
            SqlConnection transaction, Scope scope, Owner owner, int quantity, @Nullable Integer limit) {
        String sql = "INSERT INTO capacity AS held (seller_id, kind, owner_id, taken, capacity)"
                + " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (seller_id, kind, owner_id)"
                + " DO UPDATE SET taken = held.taken + EXCLUDED.taken, capacity = EXCLUDED.capacity"
                + " WHERE EXCLUDED.capacity IS NULL OR held.taken + EXCLUDED.taken <= EXCLUDED.capacity";
        return one(transaction, sql, Tuple.of(scope.sellerId(), owner.kind().column(), owner.id(), quantity, limit));
    }

    /** Whose capacity it is. */
    public record Owner(Kind kind, String id) {}

    /**
     * Locks capacities until the end of the transaction, in the order of claims, with those of the groups of ticket
     * types. For a transaction that releases and claims.
     */
    public static Future<Void> lock(SqlConnection transaction, Scope scope, List<Owner> owners) {
        String sql = "SELECT FROM capacity held JOIN ("
                + "SELECT kind, owner_id, rank FROM unnest($2::text[], $3::text[], $4::int[])"
                + " AS o(kind, owner_id, rank)"
                + " UNION SELECT 'ticket_group', t.ticket_group_id, $5 FROM ticket_type t"
                + " WHERE t.seller_id = $1 AND t.id = ANY ($3)) named USING (kind, owner_id)"
                + " WHERE held.seller_id = $1 ORDER BY named.rank, held.owner_id FOR UPDATE OF held";
        String[] kinds = owners.stream().map(owner -> owner.kind().column()).toArray(String[]::new);
        String[] ids = owners.stream().map(Owner::id).toArray(String[]::new);
        Integer[] ranks = owners.stream().map(owner -> owner.kind().ordinal()).toArray(Integer[]::new);
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.of(scope.sellerId(), kinds, ids, ranks, Kind.TICKET_GROUP.ordinal()))
                .mapEmpty();
    }

    /** Releases a claimed quantity. */
    public static Future<Boolean> release(
            SqlConnection transaction, Scope scope, Kind kind, String ownerId, int quantity) {
        String sql = "UPDATE capacity SET taken = taken - $4 WHERE seller_id = $1 AND kind = $2 AND owner_id = $3"
                + " AND taken - withheld >= $4";
        return one(transaction, sql, Tuple.of(scope.sellerId(), kind.column(), ownerId, quantity));
    }

    /**
     * Moves uses of a coupon from one customer to another, at most as many as were counted. The former owner's row is
     * deleted when nothing is left. Both rows must be locked if they exist.
     */
    public static Future<Void> moveUses(
            SqlConnection transaction, Scope scope, String formerId, String ownerId, int quantity) {
        String former = " FROM capacity WHERE seller_id = $1 AND kind = 'coupon_customer' AND owner_id = $2";
        String sql = "WITH former AS MATERIALIZED (SELECT taken" + former + "), gone AS (DELETE" + former
                + " AND taken <= $4), less AS (UPDATE capacity SET taken = taken - $4"
                + " WHERE seller_id = $1 AND kind = 'coupon_customer' AND owner_id = $2 AND taken > $4)"
                + " INSERT INTO capacity AS held (seller_id, kind, owner_id, taken)"
                + " SELECT $1, 'coupon_customer', $3, least(coalesce((SELECT taken FROM former), 0), $4)"
                + " ON CONFLICT (seller_id, kind, owner_id) DO UPDATE SET taken = held.taken + EXCLUDED.taken";
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.of(scope.sellerId(), formerId, ownerId, quantity))
                .mapEmpty();
    }

    /** Returns whether a claim would succeed now. */
    public static Future<Boolean> has(SqlConnection transaction, Scope scope, Owner owner, int quantity) {
        String sql = "SELECT FROM capacity WHERE seller_id = $1 AND kind = $2 AND owner_id = $3"
                + " AND taken + $4 > capacity";
        return one(transaction, sql, Tuple.of(scope.sellerId(), owner.kind().column(), owner.id(), quantity))
                .map(missing -> !missing);
    }

    /** Keeps a claimed quantity taken although nobody has it any more. */
    public static Future<Boolean> withhold(
            SqlConnection transaction, Scope scope, Kind kind, String ownerId, int quantity) {
        String sql = "UPDATE capacity SET withheld = withheld + $4 WHERE seller_id = $1 AND kind = $2 AND owner_id = $3"
                + " AND taken - withheld >= $4";
        return one(transaction, sql, Tuple.of(scope.sellerId(), kind.column(), ownerId, quantity));
    }

    private static Future<Boolean> one(SqlConnection transaction, String sql, Tuple values) {
        return transaction.preparedQuery(sql).execute(values).map(rows -> rows.rowCount() == 1);
    }
}
