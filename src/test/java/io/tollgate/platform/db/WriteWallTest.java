package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In a transaction for one seller, row-level security hides the rows of others from every statement. */
class WriteWallTest {
    private final TestSeller own = TestGateway.shared().seller();
    private final TestSeller foreign = TestGateway.shared().seller();

    @BeforeEach
    void write() {
        own.create(Payments.RESOURCE, true, payment -> {});
        foreign.create(Payments.RESOURCE, true, payment -> {});
    }

    private static RowSet<Row> in(Scope scope, String sql) {
        return TestSeller.await(TestSeller.database()
                .write(scope, transaction -> transaction.query(sql).execute()));
    }

    private static long count(RowSet<Row> rows) {
        return rows.iterator().next().getLong(0);
    }

    private static List<String> tables() {
        List<String> tables = new ArrayList<>();
        TestSeller.rows("SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
                        + " WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attname = 'seller_id'"
                        + " AND c.relname <> 'api_key'"
                        + " AND c.relnamespace = 'public'::regnamespace")
                .forEach(row -> tables.add(row.getString(0)));
        return tables;
    }

    @Test
    void statement_without_a_predicate_sees_rows_of_its_seller_only() {
        assertThat(tables()).hasSizeGreaterThan(30);
        for (String table : tables()) {
            String others = "SELECT count(*) FROM " + table + " WHERE seller_id <> '" + own.id() + "'";
            assertThat(count(in(own.scope(true), others))).as(table).isZero();
        }
        assertThat(count(in(own.scope(true), "SELECT count(*) FROM payment"))).isOne();
        assertThat(TestSeller.rows("SELECT 1 FROM payment WHERE seller_id = $1", foreign.id())
                        .size())
                .as("there was something to see")
                .isOne();
    }

    @Test
    void statement_without_a_predicate_changes_rows_of_its_seller_only() {
        assertThat(in(own.scope(true), "UPDATE payment SET status = 'canceled'").rowCount())
                .isOne();
        assertThat(in(own.scope(true), "DELETE FROM payment").rowCount()).isOne();
        assertThat(TestSeller.rows("SELECT 1 FROM payment WHERE seller_id = $1 AND status = 'created'", foreign.id())
                        .size())
                .isOne();
    }

    @Test
    void rows_of_others_cannot_be_written() {
        String given = "UPDATE payment SET seller_id = '" + foreign.id() + "'";
        assertThatThrownBy(() -> in(own.scope(true), given))
                .isInstanceOf(PgException.class)
                .satisfies(refused ->
                        assertThat(((PgException) refused).getSqlState()).isEqualTo("42501"));
        String made = "INSERT INTO page_visits (seller_id, page_id) VALUES ('" + foreign.id() + "', '" + "a".repeat(24)
                + "')";
        assertThatThrownBy(() -> in(own.scope(true), made))
                .satisfies(refused ->
                        assertThat(((PgException) refused).getSqlState()).isEqualTo("42501"));
    }

    /** The control: Postgres deletes the entry when it is older than 30 days. */
    @Test
    void new_entries_of_the_audit_log_cannot_be_deleted() {
        own.live().patch("/v1/account", "{\"displayName\": \"Renamed\"}").expect(200);
        assertThat(in(own.scope(true), "DELETE FROM audit_entry").rowCount()).isZero();
        assertThat(in(own.scope(true), "DELETE FROM audit_entry_lookup").rowCount())
                .isZero();
        Instant old = Instant.now().minus(Duration.ofDays(31)).truncatedTo(ChronoUnit.MILLIS);
        own.create(AuditLog.RESOURCE, true, old, entry -> {});
        assertThat(in(own.scope(true), "DELETE FROM audit_entry").rowCount()).isOne();
    }

    @Test
    void hashes_of_keys_are_out_of_reach_of_transactions_that_write() {
        for (String sql : List.of(
                "SELECT key_hash FROM api_key",
                "UPDATE api_key SET key_hash = 'x'",
                "UPDATE api_key SET seller_id = 'x'",
                "UPDATE api_key SET livemode = TRUE",
                "DELETE FROM api_key",
                "UPDATE seller SET display_name = 'x'",
                "CREATE TABLE mine (id text)")) {
            assertThatThrownBy(() -> in(own.scope(true), sql))
                    .as(sql)
                    .satisfies(refused ->
                            assertThat(((PgException) refused).getSqlState()).isEqualTo("42501"));
        }
    }

    @Test
    void without_a_named_seller_nothing_is_visible() throws SQLException {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(TestDatabase.url()));
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SET LOCAL ROLE tollgate_writer");
            for (String table : tables()) {
                assertThat(count(statement, "SELECT count(*) FROM " + table))
                        .as(table)
                        .isZero();
            }
            statement.execute("SET LOCAL app.seller = '" + own.id() + "'");
            assertThat(count(statement, "SELECT count(*) FROM payment")).isOne();
            connection.commit();
            statement.execute("SET LOCAL ROLE tollgate_writer");
            assertThat(count(statement, "SELECT count(*) FROM payment"))
                    .as("the name went with its transaction")
                    .isZero();
        }
    }

    private static long count(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void scope_takes_nothing_but_an_id() {
        for (String seller : List.of(
                "", "x", "A".repeat(24), "a".repeat(24) + "'; --", own.id().substring(1))) {
            assertThatThrownBy(() -> new Scope(seller, true)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
