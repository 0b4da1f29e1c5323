package io.tollgate.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** License keys of subscriptions and payment plans: valid while they run, and after a plan is paid off. */
class SubscriptionLicenseKeyTest {
    private static final String VISA = "4242424242424242";
    private static final String LATER_DECLINED = "4000000000007403";
    private static final String EMAIL = "ada@example.com";
    private static final String MONTHLY = "'recurring': {'interval': 'month', 'intervalCount': 1}";
    private static final String TRIAL =
            "'recurring': {'interval': 'month', 'intervalCount': 1, 'trialPeriodDays': 14}";
    private static final String PLAN =
            "'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 3}";

    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();
    private final TestApi anyone = shop.gateway().api(null);
    private final Buyer ada = new Buyer(shop.gateway().url(), EMAIL);

    private Shelf page(String price, String settings) {
        return shop.page("{'name': 'App', 'locale': 'en-US', " + settings + "'productData': {'title': 'App',"
                + " 'generateLicenseKeys': true, 'prices': [{'amount': 1000, 'currency': 'eur', " + price + "}]}}");
    }

    private Shown subscribe(String price, String card) {
        Shown order = ada.order(page(price, "'testmode': true, ").path()).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        return ada.comeBack(order.path());
    }

    private static JsonNode subscription(TestApi by) {
        return by.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private static String keyPath(TestApi by) {
        return "/v1/subscriptions/" + subscription(by).get("id").textValue() + "/license-key";
    }

    private static JsonNode key(TestApi by) {
        return by.get(keyPath(by)).expect(200).json().get("data");
    }

    private JsonNode validate(JsonNode key, String more) {
        return anyone.send(
                        "POST",
                        "/api/v1/license-keys/validate",
                        Map.of("Content-Type", "application/x-www-form-urlencoded"),
                        "key=" + key.get("key").textValue() + more)
                .expect(200)
                .json()
                .get("data");
    }

    private void valid(String status) {
        JsonNode shown = validate(key(test), "");
        assertThat(shown.get("subscriptionStatus").textValue()).isEqualTo(status);
        assertThat(shown.get("disabled").booleanValue()).as(status).isFalse();
        assertThat(key(test).get("disabled").booleanValue()).isFalse();
    }

    private void notValid(String status) {
        JsonNode key = key(test);
        JsonNode shown = validate(key, "&incrementUses=true");
        assertThat(shown.get("subscriptionStatus").textValue()).isEqualTo(status);
        assertThat(shown.get("disabled").booleanValue()).as(status).isTrue();
        assertThat(shown.get("uses")).isEqualTo(key.get("uses"));
        assertThat(key.get("disabled").booleanValue()).isTrue();
    }

    private void advance(String duration) {
        assertThat(test.post("/v1/test-clock", "{\"advance\": \"" + duration + "\"}")
                        .expect(200)
                        .json()
                        .get("complete")
                        .booleanValue())
                .isTrue();
    }

    private void cancel(String body) {
        test.post("/v1/subscriptions/" + subscription(test).get("id").textValue() + "/cancel", body)
                .expect(200);
    }

    private void refund(int payment, String body) {
        List<String> ids = new ArrayList<>(test.get("/v1/subscription-payments").ids());
        ids.sort(null);
        test.post("/v1/subscription-payments/" + ids.get(payment) + "/refund", body)
                .expect(200);
    }

    private void disable(boolean disabled, int status) {
        test.patch(keyPath(test), "{\"disabled\":" + disabled + "}").expect(status);
    }

    private long keys() {
        return TestSeller.rows(
                        "SELECT count(*) FROM license_key WHERE seller_id = $1",
                        shop.seller().id())
                .iterator()
                .next()
                .getLong(0);
    }

    @Test
    void theSubscriberReceivesOneKeyHoweverOftenTheSubscriptionIsCharged() {
        Shown confirmation = subscribe(MONTHLY, VISA);
        JsonNode key = key(test);
        String secret = key.get("key").textValue();
        assertThat(confirmation.html()).contains("Your license key", secret);
        assertThat(new OutboxReader(shop)
                        .message(EMAIL, MailPurpose.SUBSCRIPTION_CONFIRMATION)
                        .html())
                .contains("License key", secret);
        assertThat(subscription(test).get("licenseKeyId")).isEqualTo(key.get("id"));
        assertThat(key.get("subscriptionId")).isEqualTo(subscription(test).get("id"));
        assertThat(key.get("paymentId").isNull()).isTrue();
        Parallel.times(4, number -> validate(key, "&incrementUses=true"));
        advance("P3M");
        assertThat(key(test).get("key")).isEqualTo(key.get("key"));
        assertThat(key(test).get("uses").longValue()).isEqualTo(4);
        assertThat(subscription(test).get("licenseKeyId")).isEqualTo(key.get("id"));
        assertThat(keys()).isOne();
        valid("active");
        assertThat(validate(key, "").toString()).doesNotContain(EMAIL, shop.seller().id());
    }

    @Test
    void concurrentReturnsOfTheBuyerIssueOneKey() {
        Shown order = ada.order(page(MONTHLY, "").path()).expect(303);
        ada.pay(order.path(), VISA);
        List<Shown> pages = Parallel.times(8, i -> ada.get(order.path()));
        String secret = key(shop.seller().live()).get("key").textValue();
        assertThat(pages).allSatisfy(page -> assertThat(page.html()).contains(secret));
        assertThat(keys()).isOne();
    }

    @Test
    void aTrialHasAKeyUntilItIsCanceled() {
        Shown confirmation = subscribe(TRIAL, VISA);
        assertThat(confirmation.html()).contains(key(test).get("key").textValue());
        valid("trialing");
        cancel("{\"cancelAtPeriodEnd\": true}");
        valid("trialing");
        advance("P14DT1H");
        notValid("canceled");
        assertThat(key(test).get("disabledAt").isNull()).isTrue();
        assertThat(ada.get(confirmation.path()).html())
                .doesNotContain(key(test).get("key").textValue());
        disable(false, 409);
        disable(true, 200);
        notValid("canceled");
    }

    @Test
    void aScheduledSubscriptionShowsItsKeyBeforeItIsValid() {
        Instant start = Instant.now().plus(Duration.ofDays(20)).truncatedTo(ChronoUnit.DAYS);
        Shown confirmation = subscribe(MONTHLY.replace("}", ", 'startDate': '" + start + "'}"), VISA);
        assertThat(confirmation.html()).contains(key(test).get("key").textValue());
        assertThat(new OutboxReader(shop)
                        .message(EMAIL, MailPurpose.SUBSCRIPTION_CONFIRMATION)
                        .html())
                .contains(key(test).get("key").textValue());
        notValid("scheduled");
        advance("P21D");
        valid("active");
    }

    @Test
    void aKeyIsValidWhileAFailedPaymentIsTriedAgainAndNotAfterIt() {
        subscribe(MONTHLY, LATER_DECLINED);
        advance("P1MT2H");
        valid("past_due");
        advance("P2M");
        assertThat(subscription(test).get("status").textValue()).isIn("unpaid", "canceled");
        notValid(subscription(test).get("status").textValue());
    }

    @Test
    void aPaidOffPlanKeepsItsKey() {
        subscribe(PLAN, VISA);
        valid("active");
        advance("P1Y");
        valid("completed");
        refund(0, "{}");
        refund(1, "{}");
        valid("completed");
        refund(2, "{\"amount\": 999}");
        valid("completed");
        refund(2, "{}");
        notValid("completed");
        assertThat(key(test).get("disabledAt").isNull()).isFalse();
    }

    @Test
    void aCanceledPlanLosesItsKey() {
        subscribe(PLAN, VISA);
        cancel("{\"cancelImmediately\": true}");
        notValid("canceled");
    }

    @Test
    void aFullRefundDisablesAKeyUntilTheNextPayment() {
        Shown confirmation = subscribe(MONTHLY, VISA);
        String secret = key(test).get("key").textValue();
        refund(0, "{\"amount\": 1}");
        valid("active");
        refund(0, "{}");
        notValid("active");
        assertThat(ada.get(confirmation.path()).html()).doesNotContain(secret);
        advance("P1M");
        valid("active");
        assertThat(ada.get(confirmation.path()).html()).contains(secret);
    }

    @Test
    void theSellerEnablesAKeyAfterARefund() {
        subscribe(MONTHLY, VISA);
        refund(0, "{}");
        notValid("active");
        disable(false, 200);
        valid("active");
    }

    @Test
    void aPaymentDoesNotEnableAKeyThatTheSellerDisabled() {
        subscribe(MONTHLY, VISA);
        disable(true, 200);
        refund(0, "{}");
        notValid("active");
        advance("P1M");
        notValid("active");
        disable(false, 200);
        valid("active");
    }

    @Test
    void anOfferAfterAPurchaseIssuesAKey() {
        Shelf club = page(TRIAL, "");
        Shelf mug = shop.page("{'name': 'Mug', 'locale': 'en-US', 'funnelSteps': [{'type': 'upsell', 'enabled': true,"
                + " 'config': {'action': 'checkout', 'pageId': '" + club.id() + "'}}], 'productData': {'title': 'Mug',"
                + " 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        Shown order = ada.order(mug.path()).expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        Shown offer = ada.comeBack(order.path());
        Map<String, String> form = ada.form(offer);
        form.put("action", "accept");
        ada.post(offer.path() + "/offer", form).expect(303);
        TestApi live = shop.seller().live();
        assertThat(subscription(live).get("upsell").booleanValue()).isTrue();
        JsonNode key = key(live);
        assertThat(subscription(live).get("licenseKeyId")).isEqualTo(key.get("id"));
        assertThat(validate(key, "").get("disabled").booleanValue()).isFalse();
        assertThat(new OutboxReader(shop)
                        .message(EMAIL, MailPurpose.SUBSCRIPTION_CONFIRMATION)
                        .html())
                .contains(key.get("key").textValue());
        assertThat(keys()).isOne();
    }

    @Test
    void onlyTheSellerAndTheModeOfASubscriptionHaveItsKey() {
        subscribe(MONTHLY, VISA);
        assertThat(validate(key(test), "").get("livemode").booleanValue()).isFalse();
        String path = keyPath(test);
        TestSeller other = TestGateway.shared().seller();
        for (TestApi eve : List.of(other.test(), other.live())) {
            eve.get(path).expect(404);
            eve.patch(path, "{\"disabled\":true}").expect(404);
        }
        shop.seller().live().patch(path, "{\"disabled\":true}").expect(404);
        test.get(path.replace("/subscriptions/", "/payments/")).expect(404);
        valid("active");
    }

    @Test
    void aProductWithoutKeysIssuesNone() {
        Shelf plain = shop.page("{'name': 'Box', 'productData': {'title': 'Box', 'prices': [{'amount': 1000,"
                + " 'currency': 'eur', " + MONTHLY + "}]}}");
        Shown order = ada.order(plain.path()).expect(303);
        ada.pay(order.path(), VISA);
        assertThat(ada.comeBack(order.path()).html()).doesNotContain("license key");
        TestApi live = shop.seller().live();
        assertThat(subscription(live).get("licenseKeyId").isNull()).isTrue();
        live.get(keyPath(live)).expect(404);
        assertThat(keys()).isZero();
    }
}
