package io.tollgate.bench;

import io.tollgate.platform.db.PostgresUrl;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Looks again and again who waits for a lock, of which table, and what the one who has it is doing. */
final class LockSampler implements AutoCloseable {
    /**
     * Whoever is first in the line for a row holds the row's place in the line and waits for the
     * transaction that has the row; the others wait for that place. Both name the table.
     */
    private static final String WAITING = """
            SELECT CASE WHEN waits.locktype = 'extend' THEN 'a new page of ' ELSE '' END
                       || coalesce(coalesce(waits.relation, place.relation)::regclass::text, waits.locktype),
                   CASE WHEN holder.wait_event_type = 'Lock' THEN 'waits itself'
                        WHEN holder.wait_event_type = 'Client' THEN 'waits for the gateway'
                        WHEN holder.wait_event IN ('WalSync', 'WALSync', 'WALWrite', 'WalWrite')
                             THEN 'waits for the disk'
                        WHEN holder.wait_event_type = 'IO' THEN 'waits for the disk'
                        WHEN holder.state = 'active' THEN coalesce('waits: ' || holder.wait_event, 'runs')
                        ELSE 'waits for the gateway' END,
                   count(*)
            FROM pg_locks waits
            LEFT JOIN pg_locks place ON place.pid = waits.pid AND place.locktype = 'tuple' AND place.granted
            CROSS JOIN LATERAL (SELECT pg_blocking_pids(waits.pid) AS pids) blocking
            LEFT JOIN pg_stat_activity holder ON holder.pid = blocking.pids[1]
            WHERE NOT waits.granted
            GROUP BY 1, 2
            """;

    private static final int EVERY_MILLIS = 20;

    private final Thread thread;
    private final Map<String, Long> waits = new TreeMap<>();
    private volatile boolean closed;
    private long samples;
    private long withWaits;
    private long most;

    LockSampler(String url) {
        thread = new Thread(() -> sample(url), "locks");
        thread.start();
    }

    private void sample(String url) {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url));
                Statement statement = connection.createStatement()) {
            while (!closed) {
                try (ResultSet rows = statement.executeQuery(WAITING)) {
                    add(rows);
                }
                Thread.sleep(EVERY_MILLIS);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("locks cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void add(ResultSet rows) throws SQLException {
        long waiting = 0;
        while (rows.next()) {
            waiting += rows.getLong(3);
            waits.merge(rows.getString(1) + ", whose holder " + rows.getString(2), rows.getLong(3), Long::sum);
        }
        samples++;
        withWaits += waiting > 0 ? 1 : 0;
        most = Math.max(most, waiting);
    }

    synchronized String told() {
        String by = waits.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(wait -> wait.getValue() + " for " + wait.getKey())
                .collect(Collectors.joining("; "));
        return "Samples of pg_locks: " + samples + ", with somebody waiting: " + withWaits + ", most waiting at once: "
                + most + ". Waits seen: " + (by.isEmpty() ? "none" : by) + ".";
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
