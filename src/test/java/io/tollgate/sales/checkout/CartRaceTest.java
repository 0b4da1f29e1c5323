package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.storefront.pages.BuyerRequest;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tabs that save the same cart at once, and orders that are placed while a cart is saved or its reminder is due. */
class CartRaceTest extends CartScene {
    private static final int TABS = 8;
    private static final int ROUNDS = 6;

    /** Counts those that wait for a process, also behind each other. Other tests have waiters of their own. */
    private static final String WAITERS = """
            WITH RECURSIVE waiter AS (
                SELECT pid FROM pg_stat_activity WHERE %s = ANY (pg_blocking_pids(pid))
                UNION
                SELECT a.pid FROM pg_stat_activity a JOIN waiter w ON w.pid = ANY (pg_blocking_pids(a.pid)))
            SELECT count(*) FROM waiter JOIN pg_stat_activity USING (pid) WHERE query LIKE '%%%s%%'
            """;

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(PostgresUrl.toJdbc(shop.gateway().databaseUrl()));
    }

    private static Map<String, String> pieces(Map<String, String> form, int quantity) {
        Map<String, String> changed = new HashMap<>(form);
        changed.replaceAll(
                (name, value) -> name.startsWith("fields.") && value.equals("1") ? Integer.toString(quantity) : value);
        return changed;
    }

    private String ofSeller() {
        return " WHERE seller_id = '" + shop.seller().id() + "'";
    }

    /** Waits until this many transactions wait for a holder in a statement that contains a text. */
    private void awaitWaiters(Connection look, Connection holder, String statement, int count) throws SQLException {
        String pid = FirstColumn.of(holder, "SELECT pg_backend_pid()").get(0);
        String waiters = WAITERS.formatted(pid, statement);
        assertThat(Eventually.isTrue(() -> {
                    try {
                        return FirstColumn.of(look, waiters).equals(List.of(Integer.toString(count)));
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .as("%s wait in %s", count, statement)
                .isTrue();
    }

    @Test
    void tabsOfOneBrowserSaveOneCart() throws SQLException {
        remind();
        Shelf mug = mug("");
        Map<String, String> form = fillIn(ada, mug.path());
        List<Shown> saved = Parallel.times(TABS, i -> save(ada, mug.path(), pieces(form, i + 1)));
        assertThat(saved).allMatch(reply -> reply.status() == 204);
        long quantity = payment().get("quantity").longValue();
        try (Connection look = connect()) {
            List<String> forms = FirstColumn.of(look, "SELECT form FROM checkout_draft" + ofSeller());
            assertThat(forms).hasSize(1);
            assertThat(forms.get(0)).as("the record shows the saved form").contains("[\"" + quantity + "\"]");
        }
    }

    /** The control: the tabs wait for this lock. */
    @Test
    void tabsOfOneBrowserWaitForEachOther() throws SQLException {
        remind();
        Shelf mug = mug("");
        Map<String, String> form = fillIn(ada, mug.path());
        try (Connection holder = connect();
                Connection look = connect()) {
            holder.setAutoCommit(false);
            FirstColumn.of(
                    holder,
                    "SELECT pg_advisory_xact_lock(hashtextextended('"
                            + shop.seller().id() + " cart "
                            + BuyerRequest.recorded(
                                    shop.seller().name(),
                                    ada.cookie("tollgate_visit").substring(0, 24)) + "', 0))");
            CompletableFuture<Shown> save = CompletableFuture.supplyAsync(() -> save(ada, mug.path(), form));
            awaitWaiters(look, holder, "pg_advisory_xact_lock", 1);
            assertThat(list("/v1/payments")).isEmpty();
            holder.rollback();
            save.join().expect(204);
            assertThat(list("/v1/payments")).hasSize(1);
        }
    }

    @Test
    void orderAndSaveAtOnceLeaveOnePurchase() {
        remind();
        for (int round = 1; round <= ROUNDS; round++) {
            Shelf mug = mug("");
            Map<String, String> form = fillIn(ada, mug.path());
            if (round % 2 == 0) {
                save(ada, mug.path(), form).expect(204);
            }
            List<Shown> replies = Parallel.times(
                    4, i -> i == 0 ? ada.post(mug.path(), form) : save(ada, mug.path(), pieces(form, i + 1)));
            assertThat(replies.get(0).status()).isEqualTo(303);
            assertThat(replies.subList(1, 4)).allMatch(reply -> reply.status() == 204);
            String of = "/v1/payments?pageId=" + mug.id();
            assertThat(list(of + "&status=paid")).hasSize(1);
            assertThat(only(of + "&status=paid").get("quantity").intValue()).isEqualTo(1);
        }
        assertThat(types(advance("P3D"))).doesNotContain("cart.reminded");
        assertThat(reminders(EMAIL)).isZero();
    }

    /** Both wait for the lock of the draft, and get it in this order. */
    @Test
    void orderThatIsFirstPreventsTheReminder() throws SQLException {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        Map<String, String> form = fillIn(ada, mug.path());
        try (Connection holder = connect();
                Connection look = connect()) {
            holder.setAutoCommit(false);
            FirstColumn.of(holder, "SELECT id FROM checkout_draft" + ofSeller() + " FOR UPDATE");
            CompletableFuture<Shown> order = CompletableFuture.supplyAsync(() -> ada.post(mug.path(), form));
            awaitWaiters(look, holder, "checkout_draft", 1);
            CompletableFuture<Reply> clock =
                    CompletableFuture.supplyAsync(() -> test.post("/v1/test-clock", "{\"advance\": \"PT1H\"}"));
            awaitWaiters(look, holder, "checkout_draft", 2);
            holder.rollback();
            order.join().expect(303);
            assertThat(types(clock.join().expect(200).json())).isEmpty();
        }
        assertThat(payment().get("status").textValue()).isEqualTo("paid");
        assertThat(payment().get("isAbandoned").booleanValue()).isFalse();
        assertThat(reminders(EMAIL)).isZero();
    }

    @Test
    void orderWhileTheReminderIsDueIsRemindedOfNever() {
        remind();
        for (int round = 0; round < ROUNDS; round++) {
            String email = "buyer" + round + "@example.com";
            Buyer buyer = new Buyer(shop.gateway().url(), email);
            Shelf mug = mug("");
            Map<String, String> form = fillIn(buyer, mug.path());
            save(buyer, mug.path(), form).expect(204);
            Parallel.times(
                    2,
                    i -> i == 0
                            ? buyer.post(mug.path(), form).expect(303).status()
                            : test.post("/v1/test-clock", "{\"advance\": \"PT1H\"}")
                                    .expect(200)
                                    .status());
            JsonNode paid = only("/v1/payments?pageId=" + mug.id());
            assertThat(paid.get("status").textValue()).isEqualTo("paid");
            long before = reminders(email);
            assertThat(before).isLessThanOrEqualTo(paid.get("isAbandoned").booleanValue() ? 1 : 0);
            assertThat(types(advance("PT23H"))).doesNotContain("cart.reminded", "cart.abandoned");
            assertThat(reminders(email)).isEqualTo(before);
        }
    }

    /** The control: without the row lock, the states of the table still exclude a reminder of an ordered cart. */
    @Test
    void withoutItsConstraintAnOrderedCartIsAbandoned() throws SQLException {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        order(ada, mug.path());
        String abandon = "UPDATE checkout_draft SET status = 'ABANDONED', stage = 1, abandoned_at = now()" + ofSeller();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            Savepoint before = connection.setSavepoint();
            assertThatThrownBy(() -> statement.executeUpdate(abandon)).hasMessageContaining("check");
            connection.rollback(before);
            for (String name : FirstColumn.of(
                    connection,
                    "SELECT conname FROM pg_constraint WHERE conrelid = 'checkout_draft'::regclass"
                            + " AND pg_get_constraintdef(oid) LIKE '%ended_at%'")) {
                statement.execute("ALTER TABLE checkout_draft DROP CONSTRAINT " + name);
            }
            assertThat(statement.executeUpdate(abandon)).isEqualTo(1);
            connection.rollback();
        }
    }
}
