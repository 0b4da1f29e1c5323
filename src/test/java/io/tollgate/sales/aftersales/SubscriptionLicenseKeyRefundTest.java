package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import org.junit.jupiter.api.Test;

/** What refunds of its payments, and the seller, do to the license key of a subscription. */
class SubscriptionLicenseKeyRefundTest extends LicenseKeyScene {
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
    void concurrentRefundsOfAllPaymentsDisableAKey() {
        subscribe(PLAN, VISA);
        advance("P1Y");
        Parallel.times(3, payment -> refund(payment, "{}"));
        notValid("completed");
    }

    @Test
    void aRefundThatFailsLaterGivesTheKeyBack() {
        TestApi live = shop.seller().live();
        Shown order = ada.order(page(MONTHLY, "").path()).expect(303);
        assertThat(ada.pay(order.path(), REFUND_FAILS)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        String payment = live.get("/v1/subscription-payments").ids().get(0);
        live.post("/v1/subscription-payments/" + payment + "/refund", "{}").expect(200);
        assertThat(shop.settles(() -> live.get("/v1/subscription-payments/" + payment + "/refunds")
                        .json()
                        .at("/data/refunds/0/status")
                        .asText()
                        .equals("failed")))
                .isTrue();
        assertThat(validate(key(live), "").get("disabled").booleanValue()).isFalse();
    }
}
