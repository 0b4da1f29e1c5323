package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.OwnShop;
import io.tollgate.support.PageType;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A client repeats a refund while the task of the first request waits for the order. If the repeated request waited
 * behind it, it would have found no response, and would refund again after the task.
 */
class RefundRetryRaceTest {
    private static final Map<String, String> HEADERS =
            Map.of("Content-Type", "application/json", "Idempotency-Key", "refund-1");
    private static final String BODY = "{\"amount\": 700, \"reasonNote\": \"simulate:lose\"}";

    private static final int ATTEMPTS_MAX = 10;

    @Test
    void theRetryIsRejectedUntilTheTaskHasStoredTheResponse() throws SQLException {
        try (OwnShop shop = OwnShop.open(Map.of("database.statementTimeoutMillis", "4000"));
                Connection holder = shop.connect();
                Connection look = shop.connect()) {
            String path = "/v1/payments/" + payment(shop) + "/refund";
            shop.api().send("POST", path, HEADERS, BODY).expect(503);
            holder.setAutoCommit(false);
            FirstColumn.of(holder, "SELECT id FROM payment FOR UPDATE");
            Reply early = retryBehindTheTask(shop, look, path);
            assertThat(early.json().get("code").textValue()).isEqualTo("idempotency_conflict");
            assertThat(early.header("Retry-After")).isNotNull();
            holder.rollback();
            assertThat(Eventually.isTrue(() -> {
                        makeDue(shop);
                        return shop.api().send("POST", path, HEADERS, BODY).status() == 200;
                    }))
                    .isTrue();
            assertThat(FirstColumn.of(look, "SELECT id FROM simulated_object WHERE kind = 'refund'"))
                    .hasSize(1);
        }
    }

    /** Repeats the refund while its task waits for the order. A retry that is too late for that waits itself: 503. */
    private static Reply retryBehindTheTask(OwnShop shop, Connection look, String path) {
        for (int i = 0; i < ATTEMPTS_MAX; i++) {
            makeDue(shop);
            assertThat(Eventually.isTrue(() -> isWaiting(look))).isTrue();
            Reply reply = shop.api().send("POST", path, HEADERS, BODY);
            if (reply.status() != 503) {
                return reply.expect(409);
            }
        }
        throw new AssertionError("each retry waited for the order");
    }

    private static String payment(OwnShop shop) {
        Shelf shelf = shop.page(PageType.PRODUCT, 2_000, 10);
        Buyer ada = shop.buyer("ada@example.com");
        Shown order = ada.order(shelf.path()).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        ada.comeBack(order.path());
        return shop.api().get("/v1/payments").ids().get(0);
    }

    private static boolean isWaiting(Connection look) {
        try {
            return !FirstColumn.of(
                            look,
                            "SELECT pid::text FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND datname = current_database()")
                    .isEmpty();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void makeDue(OwnShop shop) {
        try {
            shop.run("UPDATE processor_task SET due_at = now()");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
