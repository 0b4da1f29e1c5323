package io.tollgate.bench;

import io.tollgate.db.PostgresUrl;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Looks again and again who waits for a lock. */
final class LockSampler implements AutoCloseable {
    private static final String WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted";
    private static final int EVERY_MILLIS = 20;

    private final Thread thread;
    private volatile boolean closed;
    private volatile long samples;
    private volatile long withWaits;
    private volatile long most;

    LockSampler(String url) {
        thread = new Thread(() -> sample(url), "locks");
        thread.start();
    }

    private void sample(String url) {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url));
                Statement statement = connection.createStatement()) {
            while (!closed) {
                try (ResultSet rows = statement.executeQuery(WAITING)) {
                    rows.next();
                    long waiting = rows.getLong(1);
                    samples = samples + 1;
                    withWaits = withWaits + (waiting > 0 ? 1 : 0);
                    most = Math.max(most, waiting);
                }
                Thread.sleep(EVERY_MILLIS);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("locks cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String told() {
        return "Samples of pg_locks: " + samples + ", with somebody waiting: " + withWaits + ", most waiting at once: "
                + most + ".";
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
