package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.OwnShop;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A buyer orders a subscription again at the moment at which the first order becomes one. */
class OneSubscriptionRaceTest {
    private static final String VISA = "4242424242424242";

    private static String path(OwnShop shop) {
        JsonNode page =
                shop.api().post("/v1/checkout-pages", """
                        {"name": "Club", "locale": "en-US", "productData": {"title": "Club",
                         "limitSubscriptions": {"enabled": true}, "prices": [{"amount": 1500, "currency": "eur",
                         "recurring": {"interval": "month", "intervalCount": 1}}]}}""").expect(201).json().get("data");
        return "/s/market/" + page.get("slug").textValue();
    }

    /** The completion of the first order has written everything and not committed yet. */
    @Test
    void theSecondOrderWaitsForTheFirstAndIsRejected() throws SQLException {
        try (OwnShop shop = OwnShop.open(Map.of());
                Connection first = shop.connect();
                Connection look = shop.connect()) {
            Buyer ada = shop.buyer("ada@example.com");
            String path = path(shop);
            Shown order = ada.order(path).expect(303);
            assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
            ada.comeBack(order.path()).expect(200);
            shop.run(
                    "UPDATE checkout SET status = 'OPEN', charge_id = NULL, order_id = NULL",
                    "UPDATE subscription SET status = 'draft'");
            first.setAutoCommit(false);
            execute(first, "UPDATE subscription SET status = 'active'");
            execute(
                    first,
                    "UPDATE checkout SET status = 'PAID', charge_id = s.id, order_id = s.order_id FROM subscription s");
            CompletableFuture<Shown> second = CompletableFuture.supplyAsync(
                    () -> shop.buyer("ada@example.com").order(path));
            assertThat(Eventually.isTrue(() -> waits(look))).isTrue();
            first.commit();
            assertThat(second.join().expect(409).html()).contains("only once");
            assertThat(FirstColumn.of(look, "SELECT status FROM checkout")).containsExactly("PAID");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static boolean waits(Connection look) {
        try {
            return !FirstColumn.of(
                            look,
                            "SELECT pid::text FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND datname = current_database()"
                                    + " AND query LIKE '%INSERT INTO checkout%'")
                    .isEmpty();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
