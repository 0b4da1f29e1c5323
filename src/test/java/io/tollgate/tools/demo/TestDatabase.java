package io.tollgate.tools.demo;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.db.TestServer;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.tools.doctor.Doctor;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A separate database for one test class, because the doctor checks the whole database. */
public final class TestDatabase implements AutoCloseable {
    private static final String DUE = "SELECT id FROM simulated_event WHERE status = 'PENDING'"
            + " UNION ALL SELECT id FROM processor_event WHERE applied_at IS NULL"
            + " UNION ALL SELECT id FROM processor_task WHERE due_at < now() + interval '2 seconds'";

    private final String url = TestServer.create();

    public String jdbcUrl() {
        return PostgresUrl.toJdbc(url);
    }

    public String url() {
        return url;
    }

    /** Executes statements, bypassing the gateway. */
    public void run(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
    }

    /**
     * Waits until every event of the simulator is applied, and delays all tasks by a day. From then on, the records
     * change by requests only: a task that runs while a test has made a record wrong may make that permanent.
     */
    public void delayTasks() throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl())) {
            if (!Eventually.isTrue(() -> hasNothingDue(connection))) {
                throw new AssertionError("events or tasks are still due");
            }
        }
        run("UPDATE processor_task SET due_at = due_at + interval '1 day'");
    }

    private static boolean hasNothingDue(Connection connection) {
        try {
            return FirstColumn.of(connection, DUE).isEmpty();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns what the doctor finds wrong. */
    public List<String> violations() {
        List<String> lines = new ArrayList<>();
        Doctor.check(url(), lines::add);
        return lines.stream().filter(line -> line.startsWith("BAD")).toList();
    }

    @Override
    public void close() {
        TestServer.drop(url);
    }
}
