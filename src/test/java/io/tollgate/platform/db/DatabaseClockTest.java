package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.clock.Clock;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The difference between the clocks of Tollgate and of Postgres. */
class DatabaseClockTest {
    private static final Duration NEAR = Duration.ofSeconds(5);
    private static final String SCHEMA = "another_time";

    private final Vertx vertx = Vertx.vertx();
    private final String url = TestDatabase.url();

    /** Finds the {@code now()} of the test's schema before the one of Postgres. */
    private final Database database = database(url + "?search_path=" + SCHEMA + ",pg_catalog");

    private final DatabaseClock clock = new DatabaseClock(database);

    private Database database(String address) {
        return new Database(vertx, TestSettings.database(address, "queueMax=10"));
    }

    private void sql(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url))) {
            for (String each : statements) {
                connection.createStatement().execute(each);
            }
        }
    }

    /** @param by an interval of Postgres */
    private void databaseIsOff(String by) throws SQLException {
        sql("CREATE OR REPLACE FUNCTION " + SCHEMA + ".clock_timestamp() RETURNS timestamptz LANGUAGE sql"
                + " AS $$ SELECT pg_catalog.clock_timestamp() + interval '" + by + "' $$");
    }

    @BeforeEach
    void make() throws SQLException {
        sql("CREATE SCHEMA " + SCHEMA);
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
        TestSeller.await(vertx.close());
        sql("DROP SCHEMA " + SCHEMA + " CASCADE");
    }

    private void is(Duration off) {
        Duration difference = Duration.between(Clock.SYSTEM.now().plus(off), clock.now());
        assertThat(difference.abs()).isLessThan(NEAR);
    }

    @Test
    void follows_the_database_forth_and_back() throws SQLException {
        is(Duration.ZERO);
        databaseIsOff("1 hour");
        TestSeller.await(clock.refresh());
        is(Duration.ofHours(1));
        databaseIsOff("-1 hour");
        is(Duration.ofHours(1));
        TestSeller.await(clock.refresh());
        is(Duration.ofHours(-1));
    }

    @Test
    void goes_on_where_the_database_does_not_answer() throws SQLException {
        databaseIsOff("1 hour");
        TestSeller.await(clock.refresh());
        sql("DROP FUNCTION " + SCHEMA + ".clock_timestamp()");
        sql("CREATE FUNCTION " + SCHEMA + ".clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql"
                + " AS $$ BEGIN RAISE 'stopped' USING ERRCODE = '57P03'; END $$");
        TestSeller.await(clock.refresh());
        Instant before = clock.now();
        assertThat(Eventually.isTrue(() -> clock.now().isAfter(before))).isTrue();
        is(Duration.ofHours(1));
    }

    /** A response that took time limits the precision of the measured difference to that time. */
    @Test
    void does_not_jump_for_less_than_an_answer_takes() throws SQLException {
        sql("CREATE FUNCTION " + SCHEMA + ".clock_timestamp() RETURNS timestamptz LANGUAGE sql"
                + " AS $$ SELECT pg_catalog.clock_timestamp() + interval '200 ms' FROM pg_sleep(0.5) $$");
        TestSeller.await(clock.refresh());
        Instant before = Clock.SYSTEM.now();
        Instant now = clock.now();
        assertThat(now).isBetween(before.minusMillis(100), Clock.SYSTEM.now().plusMillis(100));
    }
}
