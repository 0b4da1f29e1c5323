package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** License keys of subscriptions and payment plans: valid while they run, and after a plan is paid off. */
class SubscriptionLicenseKeyTest extends LicenseKeyScene {
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
        assertThat(validate(key, "").toString())
                .doesNotContain(EMAIL, shop.seller().id());
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
    void aCanceledPlanLosesItsKey() {
        subscribe(PLAN, VISA);
        cancel("{\"cancelImmediately\": true}");
        notValid("canceled");
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
