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
 * Finds the sellers that have due work in a table, without locks. Their work is claimed seller by seller.
 *
 * <p>The table has the columns {@code seller_id}, {@code livemode}, {@code lane} and {@code due_at}, and an index on
 * them in this order.
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

    /** Test clocks are ahead of the real time. While one moves, the move does what is due. */
    private static final String OWN_TIME = """
            LEFT JOIN test_clock c ON c.seller_id = s.seller_id AND NOT s.livemode
                CROSS JOIN LATERAL (
                    SELECT $1::timestamptz + coalesce(c.offset_millis, 0) * interval '1 millisecond' AS time) own""";

    private static final String UNMOVED = "WHERE coalesce(c.moving_until <= $1, true)";
    private static final String REAL_TIME = "CROSS JOIN (SELECT $1::timestamptz AS time) own";

    private final String sql;

    private DueWork(String sql) {
        this.sql = sql;
    }

    /**
     * Returns the due work of a table whose times are those of the sellers' test clocks.
     *
     * @param open the condition of the rows that are not done
     */
    public static DueWork atTestClocks(String table, String open) {
        return new DueWork(SHARES.formatted(table, open, OWN_TIME, UNMOVED));
    }

    /** Returns the due work of a table with real times. */
    public static DueWork atRealTime(String table, String open) {
        return new DueWork(SHARES.formatted(table, open, REAL_TIME, ""));
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

    static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
