package io.tollgate.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.tools.demo.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Under row-level security, an index finds the invoices of a simulated subscription. */
class InvoiceIndexTest {
    private static final String SELLER = "a".repeat(24);

    private static String plan(Statement statement, String sql) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (ResultSet rows = statement.executeQuery("EXPLAIN " + sql)) {
            while (rows.next()) {
                plan.append(rows.getString(1)).append('\n');
            }
        }
        return plan.toString()
                .lines()
                .filter(line -> line.contains("Index Cond"))
                .toList()
                .toString();
    }

    @Test
    void invoicesOfASubscriptionAreFoundByAnIndex() throws IOException, SQLException {
        try (TestDatabase server = new TestDatabase();
                Connection connection = DriverManager.getConnection(server.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    INSERT INTO simulated_object (seller_id, livemode, kind, id, object, created_at)
                    SELECT '%s', true, 'invoice', 'in_' || n, jsonb_build_object('simulator_subscription',
                        'sub_' || n / 10, 'simulator_number', n %% 10, 'status', 'paid'), now()
                    FROM generate_series(0, 9999) n
                    """.formatted(SELLER));
            statement.execute("ANALYZE simulated_object");
            connection.setAutoCommit(false);
            statement.execute("SET LOCAL ROLE tollgate_writer");
            statement.execute("SET LOCAL app.seller = '" + SELLER + "'");
            String sql = InvoiceOperations.AFTER
                    .replace("$1", "'" + SELLER + "'")
                    .replace("$2", "true")
                    .replace("$3", "'sub_5'")
                    .replace("$4", "1")
                    .replace("$5", "10");
            assertThat(plan(statement, sql)).contains("invoiced_subscription", "invoice_number");
            // Control: an expression on the document is no condition of an index.
            assertThat(plan(statement, sql.replace("invoiced_subscription", "object ->> 'simulator_subscription'")))
                    .doesNotContain("sub_5");
        }
    }
}
