package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import org.junit.jupiter.api.Test;

/** Transactions commit completely or not at all, and never report a success that was none. */
class DatabaseWriteTest {
    private final TestSeller seller = TestGateway.shared().seller();

    private Future<?> use(SqlConnection transaction, String key) {
        return transaction
                .preparedQuery("INSERT INTO api_key_use (seller_id, key_id, last_used_at) VALUES ($1, $2, now())")
                .execute(Tuple.of(seller.id(), key));
    }

    private int uses() {
        return TestSeller.rows(
                        "SELECT key_id FROM api_key_use WHERE seller_id = $1 AND key_id LIKE 'use%'", seller.id())
                .size();
    }

    private static Future<?> fail(SqlConnection transaction) {
        return transaction.query("SELECT 1 / 0").execute();
    }

    @Test
    void work_that_fails_leaves_nothing() {
        assertThatThrownBy(() -> TestSeller.await(TestSeller.database()
                        .write(
                                seller.scope(true),
                                transaction -> use(transaction, "use 1").compose(done -> fail(transaction)))))
                .hasMessageContaining("22012");
        assertThat(uses()).isZero();
    }

    /** Postgres would roll back and still report the commit as successful. */
    @Test
    void work_that_hides_a_refusal_of_the_database_is_no_success() {
        assertThatThrownBy(() -> TestSeller.await(TestSeller.database()
                        .write(
                                seller.scope(true),
                                transaction -> use(transaction, "use 1")
                                        .compose(done -> fail(transaction))
                                        .otherwiseEmpty())))
                .hasMessageContaining("25P02");
        assertThat(uses()).isZero();
    }

    @Test
    void work_can_go_back_to_a_savepoint_and_go_on() {
        TestSeller.await(TestSeller.database()
                .write(
                        seller.scope(true),
                        transaction -> use(transaction, "use 1")
                                .compose(done ->
                                        transaction.query("SAVEPOINT here").execute())
                                .compose(done -> use(transaction, "use 2"))
                                .compose(done -> fail(transaction))
                                .recover(failure -> transaction
                                        .query("ROLLBACK TO SAVEPOINT here")
                                        .execute()
                                        .mapEmpty())
                                .compose(done -> use(transaction, "use 3"))));
        assertThat(uses()).isEqualTo(2);
    }

    /** Uses its own clients, so that other tests do not get the connection that is cut. */
    @Test
    void a_connection_that_is_lost_leaves_nothing() {
        Database own = new Database(
                TestGateway.shared().vertx(),
                TestSettings.database(
                        TestDatabase.url(), "queueMax=10", "queryTimeoutMillis=10000", "breakerFailures=10"));
        assertThatThrownBy(() -> TestSeller.await(own.write(
                        seller.scope(true),
                        transaction -> use(transaction, "use 1")
                                .compose(done -> transaction
                                        .query("SELECT pg_backend_pid()")
                                        .execute())
                                .compose(rows -> own.get(
                                        "SELECT pg_terminate_backend($1)",
                                        Tuple.of(rows.iterator().next().getInteger(0))))
                                .compose(gone -> use(transaction, "use 2")))))
                .isNotNull();
        own.close();
        assertThat(uses()).isZero();
    }

    /**
     * Returns how many of the writes were on disk when they had returned.
     *
     * @param waiting whether the statement after a commit waits for the disk
     */
    private int onDisk(String waiting, int writes) {
        Database own = new Database(
                TestGateway.shared().vertx(),
                TestSettings.database(
                        TestDatabase.url(), "queueMax=10", "queryTimeoutMillis=10000", "breakerFailures=10"));
        // Test servers do not wait for the disk by default. The single connection keeps this setting.
        TestSeller.await(own.write(
                seller.scope(true),
                transaction ->
                        transaction.query("SET synchronous_commit = " + waiting).execute()));
        int onDisk = 0;
        for (int i = 0; i < writes; i++) {
            String key = "use " + i;
            String log = TestSeller.await(own.write(
                            seller.scope(true),
                            transaction -> use(transaction, key)
                                    .compose(used -> transaction
                                            .query("SELECT pg_current_wal_insert_lsn()::text")
                                            .execute())))
                    .iterator()
                    .next()
                    .getString(0);
            onDisk += TestSeller.await(own.get("SELECT pg_current_wal_flush_lsn() > $1::text::pg_lsn", Tuple.of(log)))
                            .iterator()
                            .next()
                            .getBoolean(0)
                    ? 1
                    : 0;
        }
        own.close();
        return onDisk;
    }

    /** Locks are released before, but no client learns of a write that a crash could undo. */
    @Test
    void a_write_is_over_when_the_disk_has_it() {
        assertThat(onDisk("on", 50)).isEqualTo(50);
    }

    /** Control: the commit alone does not wait. */
    @Test
    void without_the_wait_a_write_is_over_before() {
        assertThat(onDisk("off", 50)).isLessThan(50);
    }
}
