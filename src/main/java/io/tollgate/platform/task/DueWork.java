package io.tollgate.platform.task;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * The due work in a table. One statement without locks finds the sellers that have some. Their work is claimed seller
 * by seller.
 *
 * <p>The table has the columns {@code seller_id}, {@code livemode}, {@code lane}, {@code due_at}, {@code id} and an
 * index on them in this order, and the column {@code attempts}.
 */
public final class DueWork {
    /**
     * One index probe finds the next scope, and one its due work in the lane, however much work waits. A scope gets its
     * second turn only when each other scope has got its first. The order of scopes is random, so that none has to wait
     * for always the same others.
     */
    private static final String SHARES = """
            WITH RECURSIVE scope AS (
                (SELECT seller_id, livemode FROM %1$s WHERE %2$s ORDER BY seller_id, livemode LIMIT 1)
                UNION ALL
                SELECT further.* FROM scope CROSS JOIN LATERAL (
                    SELECT w.seller_id, w.livemode FROM %1$s w
                    WHERE %2$s AND (w.seller_id, w.livemode) > (scope.seller_id, scope.livemode)
                    ORDER BY w.seller_id, w.livemode LIMIT 1) further
            ), turn AS (
                SELECT s.seller_id, s.livemode, due.number
                FROM scope s %3$s
                CROSS JOIN LATERAL (
                    SELECT row_number() OVER () AS number FROM (
                        SELECT FROM %1$s w
                        WHERE w.seller_id = s.seller_id AND w.livemode = s.livemode AND w.lane = $3
                          AND w.due_at <= own.time AND %2$s
                        LIMIT $2) waiting) due
                %4$s
                ORDER BY due.number, random() LIMIT $2
            )
            SELECT seller_id, livemode, count(*) FROM turn GROUP BY seller_id, livemode
            """;

    /** Skips work that another node is claiming. */
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT id FROM %1$s
                WHERE seller_id = $1 AND livemode = $2 AND lane = $3 AND due_at <= $4 AND %2$s
                ORDER BY due_at LIMIT $5
                FOR UPDATE SKIP LOCKED)
            UPDATE %1$s w SET attempts = attempts + 1, %3$s
            FROM due WHERE w.seller_id = $1 AND w.livemode = $2 AND w.id = due.id
            RETURNING w.id, %4$s
            """;

    /** Test clocks are ahead of the real time. While one moves, the move does what is due. */
    private static final String OWN_TIME = """
            LEFT JOIN test_clock c ON c.seller_id = s.seller_id AND NOT s.livemode
                CROSS JOIN LATERAL (
                    SELECT $1::timestamptz + coalesce(c.offset_millis, 0) * interval '1 millisecond' AS time) own""";

    private static final String UNMOVED = "WHERE coalesce(c.moving_until <= $1, true)";
    private static final String REAL_TIME = "CROSS JOIN (SELECT $1::timestamptz AS time) own";

    private final String table;
    private final String open;
    private final String sql;

    private DueWork(String table, String open, String ownTime, String unmoved) {
        this.table = table;
        this.open = open;
        this.sql = SHARES.formatted(table, open, ownTime, unmoved);
    }

    /**
     * Returns the due work of a table whose times are those of the sellers' test clocks.
     *
     * @param open the condition of the rows that are not done
     */
    public static DueWork atTestClocks(String table, String open) {
        return new DueWork(table, open, OWN_TIME, UNMOVED);
    }

    /** Returns the due work of a table with real times. */
    public static DueWork atRealTime(String table, String open) {
        return new DueWork(table, open, REAL_TIME, "");
    }

    /**
     * Divides a number of turns among the scopes that have due work in a lane.
     *
     * @param now the real time
     */
    public Future<List<Share>> shares(Database database, String lane, Instant now, int count) {
        return database.get(sql, Tuple.of(at(now), count, lane)).map(rows -> {
            List<Share> shares = new ArrayList<>();
            for (Row row : rows) {
                shares.add(new Share(new Scope(row.getString(0), row.getBoolean(1)), row.getInteger(2)));
            }
            return shares;
        });
    }

    /** Returns the statement that finds the shares. Its parameters are the time, the number and the lane. */
    public String sql() {
        return sql;
    }

    /**
     * Returns the statement that claims the work of a scope. It has the parameters of {@link #claim}; {@code $6} and
     * the following ones are the caller's.
     *
     * @param condition a further condition of the rows
     * @param set the assignments that begin the lease: the due time moves ahead
     * @param columns the columns that it returns after the id
     */
    public String claim(String condition, String set, String columns) {
        return CLAIM.formatted(table, open + " AND " + condition, set, columns);
    }

    /** Returns the first parameters of a statement that claims the work of a scope. */
    public static Tuple claim(Scope scope, String lane, Instant now, int count) {
        return Tuple.of(scope.sellerId(), scope.live(), lane, at(now), count);
    }

    static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
