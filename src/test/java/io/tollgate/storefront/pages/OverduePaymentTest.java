package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Overdue;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestShop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Subscribers pay what is due after a failed renewal, from the e-mail to the active subscription. */
class OverduePaymentTest {
    private static final String VISA = "4242424242424242";
    private static final String DECLINED = "4000000000000341";
    private static final String RECOVERING = "4000000000007502";
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    private final TestShop shop = TestShop.open();
    private final Overdue overdue = new Overdue(shop);
    private final Buyer ada = new Buyer(shop.gateway().url(), Overdue.EMAIL);

    private Shown comeBack(String path) {
        return ada.get(ada.get(path + "/return").expect(303).path());
    }

    private Map<String, String> form(Shown page) {
        Matcher csrf = CSRF.matcher(page.expect(200).html());
        assertThat(csrf.find()).as(page.html()).isTrue();
        return Map.of("csrf", csrf.group(1));
    }

    private List<JsonNode> invoices() {
        return SimulatorState.objects(shop.seller(), true, "invoice");
    }

    @Test
    void anotherCardPaysAndTheSubscriptionIsActive() {
        overdue.fail(Overdue.WITHOUT_FUNDS);
        String path = overdue.path();
        Shown page = ada.get(path).expect(200);
        assertThat(page.html())
                .contains("Payment due", "€10.00", "•••• 7403", "Your card has insufficient funds.", "noindex");
        assertThat(ada.payFrom(page, VISA)).isEqualTo("succeeded");
        assertThat(comeBack(path).expect(200).html()).contains("Everything is paid");
        // The processor may have changed the invoice first; the record follows with the event.
        assertThat(shop.settles(() -> overdue.status().equals("active"))).isTrue();
        JsonNode subscription = overdue.subscription();
        assertThat(subscription.at("/paymentMethod/last4").textValue()).isEqualTo("4242");
        assertThat(overdue.charges()).isEqualTo(2);
        assertThat(invoices()).allSatisfy(invoice -> {
            assertThat(invoice.get("status").textValue()).isEqualTo("paid");
            assertThat(invoice.get("next_payment_attempt").isNull()).isTrue();
        });
        JsonNode payments =
                shop.seller().live().get("/v1/subscription-payments?paid=true").json();
        assertThat(payments.get("data")).hasSize(2);
    }

    @Test
    void browserThatDoesNotComeBackPaysAsWell() {
        overdue.fail(Overdue.WITHOUT_FUNDS);
        assertThat(ada.payFrom(ada.get(overdue.path()), VISA)).isEqualTo("succeeded");
        assertThat(shop.settles(() -> overdue.status().equals("active"))).isTrue();
        assertThat(overdue.charges()).isEqualTo(2);
    }

    @Test
    void severalTabsChargeOnce() {
        overdue.fail(Overdue.WITHOUT_FUNDS);
        String path = overdue.path();
        assertThat(ada.payFrom(ada.get(path), VISA)).isEqualTo("succeeded");
        Parallel.times(8, i -> ada.getWithRetries(path));
        assertThat(shop.settles(() -> overdue.status().equals("active"))).isTrue();
        assertThat(overdue.charges()).isEqualTo(2);
    }

    @Test
    void declinedCardCanBeReplacedAgain() {
        overdue.fail(Overdue.WITHOUT_FUNDS);
        String path = overdue.path();
        assertThat(ada.payFrom(ada.get(path), DECLINED)).isEqualTo("succeeded");
        Shown page = comeBack(path).expect(200);
        assertThat(page.html()).contains("Your card was declined.", "•••• 0341");
        assertThat(overdue.charges()).isEqualTo(1);
        assertThat(ada.payFrom(page, VISA)).isEqualTo("succeeded");
        assertThat(comeBack(path).html()).contains("Everything is paid");
        assertThat(overdue.charges()).isEqualTo(2);
    }

    @Test
    void savedCardPaysOnceHoweverOftenItsButtonIsClicked() {
        overdue.fail(RECOVERING);
        String path = overdue.path();
        Map<String, String> form = form(ada.get(path));
        Parallel.times(6, i -> ada.post(path + "/retry", form).status());
        assertThat(shop.settles(() -> overdue.status().equals("active"))).isTrue();
        assertThat(ada.get(path).html()).contains("Everything is paid");
        assertThat(overdue.charges()).isEqualTo(2);
    }

    @Test
    void formOfAnotherSiteChargesNothing() {
        overdue.fail(RECOVERING);
        String path = overdue.path();
        Map<String, String> form = form(ada.get(path));
        ada.post(path + "/retry", Map.of()).expect(403);
        ada.post(path + "/retry", form, "Origin", "https://evil.example").expect(403);
        new Buyer(shop.gateway().url(), "eve@example.com")
                .post(path + "/retry", form)
                .expect(403);
        assertThat(overdue.charges()).isEqualTo(1);
    }

    private String token(Scope scope, String id, Instant expires) {
        return new OverdueLinks(TestGateway.secrets().linkKey(), "")
                .sign(scope, shop.seller().name(), id, expires);
    }

    @Test
    void everyInvalidLinkIsUnknown() {
        overdue.fail(Overdue.WITHOUT_FUNDS);
        String path = overdue.path();
        String id = overdue.subscription().get("id").textValue();
        Scope live = shop.seller().scope(true);
        Instant later = Instant.now().plus(Duration.ofDays(1));
        assertThat(ada.get(token(live, "0123456789abcdef01234567", later))
                        .expect(404)
                        .html())
                .contains("Page not found");
        ada.get(path.substring(0, path.length() - 1) + (path.endsWith("A") ? "B" : "A"))
                .expect(404);
        ada.get(path.replace(
                        "/" + shop.seller().name() + "/",
                        "/" + shop.gateway().seller().name() + "/"))
                .expect(404);
        // The subscription exists in the live mode only.
        ada.get(token(shop.seller().scope(false), id, later)).expect(404);
        RecordTokens orders = new RecordTokens("checkout", TestGateway.secrets().linkKey());
        ada.get(OverdueLinks.path(shop.seller().name(), orders.sign(live, id, later)))
                .expect(404);
        RecordTokens eternal = new RecordTokens("overdue", TestGateway.secrets().linkKey());
        ada.get(OverdueLinks.path(shop.seller().name(), eternal.sign(live, id))).expect(404);
        ada.get(token(live, id, later)).expect(200);
    }

    @Test
    void expiredLinkSaysWhatToDoAndChargesNothing() {
        overdue.fail(RECOVERING);
        String open = overdue.path();
        String id = overdue.subscription().get("id").textValue();
        String path = token(shop.seller().scope(true), id, Instant.now().minusSeconds(1));
        assertThat(ada.get(path).expect(410).html())
                .contains("This link has expired", "/s/" + shop.seller().name() + "/portal\"", "Nothing was charged");
        Map<String, String> form = form(ada.get(open));
        ada.post(path + "/retry", form).expect(303);
        assertThat(overdue.charges()).isEqualTo(1);
    }

    @Test
    void endedSubscriptionChargesNothing() {
        overdue.fail(RECOVERING);
        String path = overdue.path();
        Map<String, String> form = form(ada.get(path));
        String id = overdue.subscription().get("id").textValue();
        shop.seller()
                .live()
                .post("/v1/subscriptions/" + id + "/cancel", "{\"cancelImmediately\": true}")
                .expect(200);
        ada.post(path + "/retry", form).expect(303);
        assertThat(ada.get(path).expect(200).html()).contains("This subscription has ended");
        assertThat(overdue.charges()).isEqualTo(1);
    }

    @Test
    void pageHasTheHeadersOfHostedPages() {
        overdue.fail(Overdue.WITHOUT_FUNDS);
        var response = shop.gateway().api(null).get(overdue.path()).expect(200);
        assertThat(Objects.requireNonNull(response.header("Referrer-Policy"))).isEqualTo("same-origin");
        assertThat(Objects.requireNonNull(response.header("Content-Security-Policy")))
                .contains("frame-ancestors 'none'");
        assertThat(Objects.requireNonNull(response.header("Cache-Control"))).contains("private");
    }
}
