package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.OwnShop;
import io.tollgate.support.PageType;
import io.tollgate.support.Parallel;
import io.tollgate.support.SaleAudit;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Buyers pay and return in several tabs at the moment at which their holds end. */
class SettleExpiryRaceTest {
    private static final int ORDERS = 8;

    /** What meets at one order: two payments, two returns, and the end of the hold. */
    private static final int ACTS = 5;

    @ParameterizedTest
    @EnumSource
    void anOrderIsPaidOrExpiredAndNeverBoth(PageType type) throws SQLException {
        try (OwnShop shop = OwnShop.open(Map.of());
                Connection look = shop.connect()) {
            Shelf shelf = shop.page(type, 1_900, 100);
            List<Buyer> buyers = IntStream.range(0, ORDERS)
                    .mapToObj(i -> shop.buyer("b" + i + "@example.com"))
                    .toList();
            List<Shown> orders = buyers.stream()
                    .map(buyer -> buyer.order(shelf.path(), type.choices(shelf)).expect(303))
                    .toList();
            List<Shown> pages = IntStream.range(0, ORDERS)
                    .mapToObj(i -> buyers.get(i).get(orders.get(i).path()).expect(200))
                    .toList();
            List<Shown> answers = Parallel.times(ORDERS * ACTS, i -> {
                int order = i / ACTS;
                return act(shop, i % ACTS, buyers.get(order), orders.get(order), pages.get(order));
            });
            assertThat(answers).allMatch(answer -> answer.status() < 500);
            assertThat(Eventually.isTrue(() -> ended(shop, look))).isTrue();
            assertThat(SaleAudit.problems(shop.databaseUrl())).isEmpty();
            long paid = SaleAudit.charges(shop.databaseUrl());
            assertThat(type.left(shop.api(), shelf)).isEqualTo(100 - paid);
        }
    }

    /** The buyer waits for the other settlement instead of receiving 503. */
    @Test
    void aReturnOutlastsALongLockOfTheOrder() throws SQLException {
        try (OwnShop shop = OwnShop.open(Map.of("database.statementTimeoutMillis", "4000"));
                Connection holder = shop.connect();
                Connection look = shop.connect()) {
            Shelf shelf = shop.page(PageType.PRODUCT, 1_900, 100);
            Buyer buyer = shop.buyer("ada@example.com");
            Shown order = buyer.order(shelf.path()).expect(303);
            assertThat(buyer.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
            holder.setAutoCommit(false);
            FirstColumn.of(holder, "SELECT id FROM checkout FOR UPDATE");
            CompletableFuture<Shown> returned = CompletableFuture.supplyAsync(() -> buyer.comeBack(order.path()));
            Set<String> waiting = new HashSet<>();
            assertThat(Eventually.isTrue(() -> {
                        List<String> now = waiters(look);
                        boolean firstHasEnded = !waiting.isEmpty() && !now.containsAll(waiting);
                        waiting.addAll(now);
                        return firstHasEnded;
                    }))
                    .isTrue();
            holder.rollback();
            assertThat(returned.join().expect(200).html()).contains("Thank you for your order");
        }
    }

    /** The payment is begun after the end of the hold has found none, and before it is recorded. */
    @Test
    void aPaymentThatBeginsAtTheEndOfTheHoldIsCanceled() throws SQLException {
        try (OwnShop shop = OwnShop.open(Map.of());
                Connection holder = shop.connect();
                Connection look = shop.connect()) {
            Shelf shelf = shop.page(PageType.PRODUCT, 1_900, 100);
            Buyer buyer = shop.buyer("ada@example.com");
            Shown order = buyer.order(shelf.path()).expect(303);
            shop.run("UPDATE checkout SET hold_until = now() - interval '1 second'");
            holder.setAutoCommit(false);
            FirstColumn.of(holder, "SELECT id FROM checkout FOR UPDATE");
            CompletableFuture<Shown> page = CompletableFuture.supplyAsync(() -> buyer.get(order.path()));
            assertThat(Eventually.isTrue(() -> !waiters(look).isEmpty())).isTrue();
            FirstColumn.of(
                    holder,
                    "INSERT INTO payment_attempt (seller_id, livemode, id, checkout_id, status, created_at,"
                            + " subscription) SELECT seller_id, livemode, '" + "5e".repeat(12)
                            + "', id, 'OPEN', now(), false FROM checkout RETURNING id");
            holder.commit();
            assertThat(page.join().status()).isLessThan(500);
            assertThat(Eventually.isTrue(() -> ended(shop, look))).isTrue();
            assertThat(FirstColumn.of(
                            look,
                            "SELECT object ->> 'status' FROM simulated_object" + " WHERE kind = 'payment_intent'"))
                    .containsExactly("canceled");
            assertThat(FirstColumn.of(look, "SELECT status FROM payment_attempt"))
                    .containsExactly("CANCELED");
            assertThat(SaleAudit.problems(shop.databaseUrl())).isEmpty();
        }
    }

    /** Returns the transactions that wait for a lock of a checkout. */
    private static List<String> waiters(Connection look) {
        try {
            return FirstColumn.of(
                    look,
                    "SELECT xact_start::text FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                            + " AND datname = current_database()"
                            + " AND query LIKE '%checkout%FOR UPDATE'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Shown act(OwnShop shop, int what, Buyer buyer, Shown order, Shown page) {
        switch (what) {
            case 0, 1 -> {
                buyer.payFrom(page, "4242424242424242");
                return page;
            }
            case 2, 3 -> {
                return buyer.getWithRetries(order.path() + "/return");
            }
            default -> {
                endHolds(shop);
                return buyer.getWithRetries(order.path());
            }
        }
    }

    /** One at a time, because two of these statements could lock the rows in different orders. */
    private static synchronized void endHolds(OwnShop shop) {
        try {
            shop.run(
                    "UPDATE checkout SET hold_until = now() - interval '1 second' WHERE status IN ('OPEN', 'PENDING')",
                    "UPDATE processor_task SET due_at = now()");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean ended(OwnShop shop, Connection look) {
        endHolds(shop);
        try {
            return FirstColumn.of(look, "SELECT id FROM checkout WHERE status IN ('OPEN', 'PENDING')")
                    .isEmpty();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
