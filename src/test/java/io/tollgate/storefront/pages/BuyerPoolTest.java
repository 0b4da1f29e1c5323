package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.OwnShop;
import io.tollgate.support.PageType;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Buyers are served while requests of the API use and await all connections of the API. */
class BuyerPoolTest {
    private static final int CALLERS = 6;
    private static final String WAITING =
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'tollgate'"
                    + " AND datname = current_database()";

    @Test
    void buyersNeverWaitForConnectionsOfTheApi() throws SQLException {
        Map<String, String> settings = Map.of(
                "eventLoops", "1",
                "database.listPool", "1",
                "database.transactionPool", "1",
                "database.buyerPool", "2",
                // Without it, statements wait for locks as long as the test holds them.
                "database.statementTimeoutMillis", "0");
        ExecutorService threads = Executors.newCachedThreadPool();
        try (OwnShop shop = OwnShop.open(settings);
                Connection lock = shop.connect();
                Connection look = shop.connect();
                Statement statement = lock.createStatement()) {
            Shelf shelf = shop.page(PageType.PRODUCT, 1_900, 5);
            lock.setAutoCommit(false);
            statement.execute("LOCK TABLE invoice, coupon IN ACCESS EXCLUSIVE MODE");
            List<CompletableFuture<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                String coupon =
                        "{\"label\": \"x\", \"code\": \"X" + i + "\", \"duration\": \"once\", \"percentOff\": 1}";
                calls.add(call(threads, () -> shop.api().get("/v1/invoices")));
                calls.add(call(threads, () -> shop.api().post("/v1/coupons", coupon)));
            }
            // One of each kind waits for a lock; background work may wait, too.
            assertThat(Eventually.isTrue(() -> waiting(look) >= 2)).isTrue();
            // Waits for a connection: its own table is not locked.
            calls.add(call(threads, () -> shop.api().get("/v1/customers")));

            Buyer ada = shop.buyer("ada@example.com");
            Shown order = ada.order(shelf.path()).expect(303);
            assertThat(ada.get(order.path()).expect(200).html()).contains("Pay €19.00");
            assertThat(calls).noneMatch(CompletableFuture::isDone);

            lock.rollback();
            assertThat(calls).allMatch(answer -> answer.join() < 500);
            assertThat(new TestApi(shop.gateway().managementUrl(), null)
                            .get("/metrics")
                            .body())
                    .contains("pool_name=\"buyers-transactions\"", "pool_name=\"transactions\"");
        } finally {
            threads.shutdownNow();
        }
    }

    private static CompletableFuture<Integer> call(ExecutorService threads, Supplier<TestApi.Reply> request) {
        return CompletableFuture.supplyAsync(() -> request.get().status(), threads);
    }

    private static int waiting(Connection look) {
        try {
            return Integer.parseInt(FirstColumn.of(look, WAITING).get(0));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
