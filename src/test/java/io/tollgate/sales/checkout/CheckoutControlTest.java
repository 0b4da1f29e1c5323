package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestShop;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** What would happen without a protection of orders. */
class CheckoutControlTest {
    private final TestShop shop = TestShop.open();

    @Test
    void withoutItsIndexAnOrderHasTwoPayments() throws SQLException {
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        ada.get(ada.order(shop.product(1_900).path()).expect(303).path()).expect(200);
        String second = "INSERT INTO payment_attempt (seller_id, livemode, id, checkout_id, status, created_at)"
                + " SELECT seller_id, livemode, reverse(id), id, 'OPEN', now() FROM checkout WHERE seller_id = '"
                + shop.seller().id() + "'";
        try (Connection connection = DriverManager.getConnection(
                        PostgresUrl.toJdbc(shop.gateway().databaseUrl()));
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            Savepoint before = connection.setSavepoint();
            assertThatThrownBy(() -> statement.executeUpdate(second))
                    .hasMessageContaining("payment_attempt_of_checkout");
            connection.rollback(before);
            statement.execute("DROP INDEX payment_attempt_of_checkout");
            assertThat(statement.executeUpdate(second)).isEqualTo(1);
            connection.rollback();
        }
    }

    @Test
    void withoutItsIndexAnOfferHasTwoOrders() throws SQLException {
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        ada.order(shop.product(1_900).path()).expect(303);
        String of = " FROM checkout WHERE seller_id = '" + shop.seller().id() + "'";
        String insert = "INSERT INTO checkout (seller_id, livemode, id, page_id, status, amount, currency, order_json,"
                + " claims, email, hold_until, created_at, updated_at, kind, funnel_run_id) SELECT seller_id, livemode,"
                + " %s, page_id, status, amount, currency, order_json, claims, email, hold_until, created_at,"
                + " updated_at, kind, id" + of + " AND funnel_run_id IS NULL";
        String first = insert.formatted("reverse(id)");
        String second = insert.formatted("md5(id)::char(24)");
        try (Connection connection = DriverManager.getConnection(
                        PostgresUrl.toJdbc(shop.gateway().databaseUrl()));
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(statement.executeUpdate(first)).isEqualTo(1);
            Savepoint before = connection.setSavepoint();
            assertThatThrownBy(() -> statement.executeUpdate(second)).hasMessageContaining("checkout_funnel_run");
            connection.rollback(before);
            statement.execute("DROP INDEX checkout_funnel_run");
            assertThat(statement.executeUpdate(second)).isEqualTo(1);
            connection.rollback();
        }
    }
}
