package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Subscriptions that their customers cancel in the portal. */
class PortalCancellationTest {
    private final TestShop shop = TestShop.open();
    private final PortalVisitor ada = PortalVisitor.of(shop, "ada@example.com");

    private void subscribe(String email) {
        subscribe(email, "");
    }

    /** @param more settings of the recurring price */
    private void subscribe(String email, String more) {
        Shelf box = shop.page("{'name': 'Box', 'productData': {'title': 'Box', 'prices': [{'amount': 1000,"
                + " 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1" + more + "}}]}}");
        Buyer buyer = new Buyer(shop.gateway().url(), email);
        String order = buyer.order(box.path()).expect(303).path();
        assertThat(buyer.pay(order, "4242424242424242")).isEqualTo("succeeded");
        buyer.comeBack(order);
    }

    private JsonNode first(String path) {
        return shop.seller().live().get(path).expect(200).json().at("/data/0");
    }

    private JsonNode subscription() {
        return first("/v1/subscriptions");
    }

    private String path() {
        return ada.portal() + "/orders/" + subscription().get("id").textValue();
    }

    @Test
    void customerCancelsAtTheEndOfThePeriod() {
        subscribe("ada@example.com");
        ada.login();
        String path = path();
        assertThat(ada.browser().get(path).expect(200).html()).contains("Cancel subscription", "Next payment");
        Shown page = ada.browser().get(path + "/cancel").expect(200);
        assertThat(page.html()).contains("Cancel your subscription?", "stays active until");
        assertThat(subscription().get("cancelAtPeriodEnd").booleanValue()).isFalse();
        assertThat(ada.browser()
                        .post(path + "/cancel", ada.browser().form(page))
                        .expect(303)
                        .path())
                .isEqualTo(path);
        JsonNode canceled = subscription();
        assertThat(canceled.get("cancelAtPeriodEnd").booleanValue()).isTrue();
        assertThat(canceled.get("cancelAt")).isEqualTo(canceled.get("currentPeriodEnd"));
        assertThat(canceled.get("canceledBy")).isEqualTo(canceled.get("customerId"));
        assertThat(canceled.get("canceledByApiKey").isNull()).isTrue();
        assertThat(ada.browser().get(path).expect(200).html())
                .contains("Ends on")
                .doesNotContain("Next payment", "Cancel subscription");
        assertThat(ada.browser().get(path + "/cancel").expect(303).path()).isEqualTo(path);
        JsonNode entry = first("/v1/audit-log?recordId=" + canceled.get("id").textValue());
        assertThat(entry.get("keyId").isNull()).isTrue();
        assertThat(entry.get("route").textValue()).isEqualTo("POST /s/{seller}/portal/orders/{orderId}/cancel");
        assertThat(new OutboxReader(shop).purposes("ada@example.com")).contains(MailPurpose.SUBSCRIPTION_CANCELED);
    }

    @Test
    void customerUndoesTheCancellation() {
        subscribe("ada@example.com");
        ada.login();
        String path = path();
        Shown form = ada.browser().get(path + "/cancel").expect(200);
        assertThat(form.html()).contains("Until then, you can undo this here.");
        ada.browser().post(path + "/cancel", ada.browser().form(form)).expect(303);
        assertThat(ada.browser().get(path).expect(200).html()).contains("Keep subscription");
        Shown page = ada.browser().get(path + "/uncancel").expect(200);
        assertThat(page.html()).contains("Keep your subscription?", "The next payment of €10.00 is due on");
        for (int i = 0; i < 2; i++) {
            assertThat(ada.browser()
                            .post(path + "/uncancel", ada.browser().form(page))
                            .expect(303)
                            .path())
                    .isEqualTo(path);
        }
        JsonNode continued = subscription();
        assertThat(continued.get("cancelAtPeriodEnd").booleanValue()).isFalse();
        assertThat(continued.get("canceledBy").isNull()).isTrue();
        assertThat(ada.browser().get(path).expect(200).html())
                .contains("Next payment", "Cancel subscription")
                .doesNotContain("Ends on", "Keep subscription");
        JsonNode entry = first("/v1/audit-log?recordId=" + continued.get("id").textValue());
        assertThat(entry.get("route").textValue()).isEqualTo("POST /s/{seller}/portal/orders/{orderId}/uncancel");
    }

    @Test
    void onlyCustomersWhoHaveCanceledCanUndoThat() {
        subscribe("ada@example.com");
        ada.login();
        String path = path();
        shop.seller()
                .live()
                .post(
                        "/v1/subscriptions/" + subscription().get("id").textValue() + "/cancel",
                        "{\"cancelAtPeriodEnd\": true}")
                .expect(200);
        Shown order = ada.browser().get(path).expect(200);
        assertThat(order.html()).contains("Ends on").doesNotContain("Keep subscription");
        assertThat(ada.browser().get(path + "/uncancel").expect(303).path()).isEqualTo(path);
        ada.browser().post(path + "/uncancel", ada.browser().form(order)).expect(303);
        ada.browser().post(path + "/uncancel", Map.of()).expect(403);
        assertThat(subscription().get("cancelAtPeriodEnd").booleanValue()).isTrue();
    }

    @Test
    void formsOfOtherSitesAndOtherCustomersCancelNothing() {
        subscribe("ada@example.com");
        ada.login();
        String path = path() + "/cancel";
        Map<String, String> form = ada.browser().form(ada.browser().get(path));
        assertThat(ada.browser()
                        .post(path, form, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(ada.browser().post(path, Map.of()).status()).isEqualTo(403);
        new Buyer(shop.gateway().url(), "eve@example.com")
                .order(shop.product(0).path())
                .expect(303);
        PortalVisitor eve = PortalVisitor.of(shop, "eve@example.com");
        Shown home = eve.login();
        eve.browser().get(path).expect(404);
        eve.browser().post(path, eve.browser().form(home)).expect(404);
        assertThat(subscription().get("cancelAtPeriodEnd").booleanValue()).isFalse();
    }

    @Test
    void scheduledSubscriptionIsCanceledBeforeItBegins() {
        String start = Instant.now()
                .plus(Duration.ofDays(40))
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        subscribe("ada@example.com", ", 'startDate': '" + start + "'");
        assertThat(subscription().get("status").textValue()).isEqualTo("scheduled");
        ada.login();
        String path = path() + "/cancel";
        Shown page = ada.browser().get(path).expect(200);
        assertThat(page.html()).contains("will not start", "Nothing is charged").doesNotContain("stays active until");
        ada.browser().post(path, ada.browser().form(page)).expect(303);
        assertThat(subscription().get("status").textValue()).isEqualTo("canceled");
        assertThat(ada.browser().get(path()).expect(200).html()).contains("Canceled");
        for (Shown again : List.of(
                ada.browser().get(path), ada.browser().post(path, ada.browser().form(page)))) {
            assertThat(again.expect(303).path()).isEqualTo(path());
        }
    }

    @Test
    void sellerCanForbidIt() {
        subscribe("ada@example.com");
        ada.login();
        String path = path();
        Map<String, String> form = ada.browser().form(ada.browser().get(path + "/cancel"));
        shop.seller()
                .live()
                .patch("/v1/account", "{\"customersCanCancelSubscriptions\": false}")
                .expect(200);
        assertThat(ada.browser().get(path).expect(200).html()).doesNotContain("Cancel subscription");
        ada.browser().get(path + "/cancel").expect(404);
        ada.browser().post(path + "/cancel", form).expect(404);
        assertThat(subscription().get("cancelAtPeriodEnd").booleanValue()).isFalse();
    }
}
