package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.Load;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.Parallel;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Customers who click twice on the button that cancels a subscription. */
class PortalCancellationRaceTest {
    private final TestShop shop = TestShop.open();
    private final PortalVisitor ada = PortalVisitor.of(shop, "ada@example.com");

    /** @param more settings of the recurring price */
    private void subscribe(String more) {
        Shelf box = shop.page("{'name': 'Box', 'productData': {'title': 'Box', 'prices': [{'amount': 1000,"
                + " 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1" + more + "}}]}}");
        Buyer buyer = new Buyer(shop.gateway().url(), "ada@example.com");
        String order = buyer.order(box.path()).expect(303).path();
        assertThat(buyer.pay(order, "4242424242424242")).isEqualTo("succeeded");
        buyer.comeBack(order);
        ada.login();
    }

    private JsonNode subscription() {
        return shop.seller().live().get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private String path() {
        return ada.portal() + "/orders/" + subscription().get("id").textValue();
    }

    private Map<String, String> form() {
        return ada.browser().form(ada.browser().get(path() + "/cancel"));
    }

    private void assertShowOrder(List<Shown> answers) {
        String path = path();
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(303);
            assertThat(answer.path()).isEqualTo(path);
        });
    }

    private void assertCanceledOnce() {
        JsonNode entries = shop.seller()
                .live()
                .get("/v1/audit-log?recordId=" + subscription().get("id").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(entries.findValuesAsText("route"))
                .containsOnlyOnce("POST /s/{seller}/portal/orders/{orderId}/cancel");
        assertThat(new OutboxReader(shop).purposes("ada@example.com"))
                .containsOnlyOnce(MailPurpose.SUBSCRIPTION_CANCELED);
    }

    @Test
    void repeatedCancellationHasTheSameResult() {
        subscribe("");
        Map<String, String> form = form();
        for (int i = 0; i < 2; i++) {
            Shown done = ada.browser().post(path() + "/cancel", form);
            assertShowOrder(List.of(done));
            assertThat(ada.browser().get(done.path()).expect(200).html()).contains("Ends on");
        }
        assertCanceledOnce();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doubleClickCancelsOnce(boolean scheduled) {
        String start = Instant.now()
                .plus(Duration.ofDays(40))
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        subscribe(scheduled ? ", 'startDate': '" + start + "'" : "");
        Map<String, String> form = form();
        String path = path() + "/cancel";
        assertShowOrder(Parallel.times(4, call -> ada.browser().post(path, form)));
        assertCanceledOnce();
    }

    @SecondStage
    @Test
    void secondClickWaitsForTheFirst() throws SQLException {
        subscribe("");
        Map<String, String> form = form();
        String path = path() + "/cancel";
        try (Connection holder = DriverManager.getConnection(PostgresUrl.toJdbc(TestDatabase.url()));
                Connection look = DriverManager.getConnection(PostgresUrl.toJdbc(TestDatabase.url()))) {
            holder.setAutoCommit(false);
            FirstColumn.of(
                    holder,
                    "SELECT id FROM simulated_object WHERE kind = 'subscription' AND seller_id = '"
                            + shop.seller().id() + "' FOR UPDATE");
            CompletableFuture<Shown> first = click(path, form);
            assertThat(shop.settles(() -> isBegun(look))).isTrue();
            CompletableFuture<Shown> second = click(path, form);
            Load.pause(300);
            assertThat(second).isNotDone();
            holder.rollback();
            assertShowOrder(List.of(first.join(), second.join()));
        }
        assertCanceledOnce();
    }

    private CompletableFuture<Shown> click(String path, Map<String, String> form) {
        return CompletableFuture.supplyAsync(() -> ada.browser().post(path, form));
    }

    /** Returns whether a cancellation is at the processor. */
    private boolean isBegun(Connection look) {
        try {
            return !FirstColumn.of(
                            look,
                            "SELECT id FROM processor_task WHERE kind = 'CONFIRM_CANCELLATION' AND seller_id = '"
                                    + shop.seller().id() + "'")
                    .isEmpty();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
