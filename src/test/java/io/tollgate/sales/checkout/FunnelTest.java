package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestShop.Shelf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Offers after a purchase: shown once, accepted with one click, charged at most once. */
class FunnelTest extends FunnelScene {
    @Test
    void oneClickChargesTheSavedCard() {
        Shelf lid = offer("");
        Shelf mug = first(lid.id(), "");
        Shown offer = buy(mug, VISA);
        assertThat(offer.html())
                .contains("Lid", "€7.00 will be charged to your Visa card ending in 4242", "Yes, pay €7.00 now");
        Shown confirmation = ada.get(decide(offer, "accept").expect(303).path());
        assertThat(confirmation.html()).contains("Thank you for your order", "Also ordered", "Lid", "€7.00");
        JsonNode original = sold(mug).get(0);
        assertThat(original.get("upsell").booleanValue()).isFalse();
        assertThat(sold(lid)).singleElement().satisfies(payment -> {
            assertThat(payment.get("status").textValue()).isEqualTo("paid");
            assertThat(payment.get("amountPaid").longValue()).isEqualTo(700);
            assertThat(payment.get("upsell").booleanValue()).isTrue();
            assertThat(payment.get("upsellPageId").textValue()).isEqualTo(mug.id());
            assertThat(payment.get("upsellChargeId")).isEqualTo(original.get("id"));
            assertThat(payment.get("upsellSubscriptionId").isNull()).isTrue();
            assertThat(payment.get("customerId")).isEqualTo(original.get("customerId"));
            assertThat(payment.at("/paymentMethod/last4").textValue()).isEqualTo("4242");
        });
        assertThat(outcome()).isEqualTo("ACCEPTED");
        assertThat(decide(offer, "accept").expect(303).path()).isEqualTo(offer.path());
        assertThat(sold(lid)).hasSize(1);
        assertThat(SimulatorState.objects(shop.seller(), true, "charge")).hasSize(2);
        String order = confirmation.html().replaceAll("(?s).*class=\"secondary\" href=\"([^\"]+)\".*", "$1");
        assertThat(ada.get(order).expect(200).html()).contains("Thank you for your order");
    }

    @Test
    void eightClicksChargeOnce() {
        Shelf lid = offer("");
        Shown offer = buy(first(lid.id(), ""), VISA);
        List<Map<String, String>> forms = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            // Each window has a form of its own.
            Map<String, String> form = ada.form(ada.get(offer.path()));
            form.put("action", "accept");
            forms.add(form);
        }
        List<Integer> statuses = Parallel.times(
                8, i -> ada.post(offer.path() + "/offer", forms.get(i)).status());
        assertThat(statuses).allMatch(status -> status == 303 || status == 503);
        assertThat(ada.get(offer.path()).html()).contains("Also ordered");
        assertThat(sold(lid)).hasSize(1);
        assertThat(SimulatorState.objects(shop.seller(), true, "charge")).hasSize(2);
        assertThat(SimulatorState.objects(shop.seller(), true, "payment_intent"))
                .hasSize(2);
    }

    @Test
    void decliningLeavesNothingButTheRun() {
        Shelf lid = offer("");
        Shown offer = buy(first(lid.id(), ""), VISA);
        Shown confirmation = ada.get(decide(offer, "decline").expect(303).path());
        assertThat(confirmation.html()).contains("Thank you for your order").doesNotContain("Lid");
        assertThat(sold(lid)).isEmpty();
        assertThat(outcome()).isEqualTo("DECLINED");
        decide(offer, "accept").expect(303);
        assertThat(sold(lid)).isEmpty();
        assertThat(SimulatorState.objects(shop.seller(), true, "charge")).hasSize(1);
    }

    @Test
    void theOfferEndsAfterItsHour() {
        Shelf lid = offer("");
        Shown offer = buy(first(lid.id(), ""), VISA);
        expire();
        decide(offer, "accept").expect(303);
        assertThat(ada.get(offer.path()).html())
                .contains("Thank you for your order")
                .doesNotContain("Lid");
        assertThat(sold(lid)).isEmpty();
    }

    @Test
    void aDeclinedCardLeadsToAnotherOne() {
        Shelf lid = offer("");
        Shown offer = buy(first(lid.id(), ""), "4000000000007403");
        Shown first = ada.get(decide(offer, "accept").expect(303).path()).expect(303);
        Shown payment = ada.get(first.path()).expect(200);
        assertThat(payment.html()).contains("insufficient funds", "No, thank you", "data-authenticate=\"false\"");
        assertThat(sold(lid)).isEmpty();
        assertThat(ada.payFrom(payment, VISA)).isEqualTo("succeeded");
        Shown back = ada.get(payment.path() + "/return").expect(303);
        assertThat(back.path()).isEqualTo(offer.path());
        assertThat(ada.get(back.path()).html()).contains("Also ordered");
        assertThat(sold(lid))
                .singleElement()
                .satisfies(paid -> assertThat(paid.get("upsell").booleanValue()).isTrue());
        assertThat(outcome()).isEqualTo("ACCEPTED");
    }

    @Test
    void aBuyerCanDeclineInsteadOfPayingWithAnotherCard() {
        Shelf lid = offer("'stock': 5, 'hasUnlimitedStock': false, ");
        Shown offer = buy(first(lid.id(), ""), "4000000000007403");
        decide(offer, "accept").expect(303);
        Shown declined = decide(offer, "decline").expect(303);
        assertThat(ada.get(declined.path()).html()).contains("Thank you for your order");
        assertThat(outcome()).isEqualTo("DECLINED");
        assertThat(sold(lid)).isEmpty();
        assertThat(SimulatorState.objects(shop.seller(), true, "payment_intent").stream()
                        .map(intent -> intent.get("status").textValue()))
                .containsExactlyInAnyOrder("succeeded", "canceled");
    }

    @Test
    void aBankCanAskForAuthentication() {
        Shelf lid = offer("");
        Shelf mug = first(lid.id(), "");
        Shown order = ada.order(mug.path()).expect(303);
        assertThat(ada.pay(order.path(), "4000002760003184")).isEqualTo("requires_action");
        ada.authenticateFrom(ada.get(order.path()));
        Shown offer = ada.comeBack(order.path());
        Shown authenticating = decide(offer, "accept").expect(303);
        assertThat(authenticating.path()).endsWith("?authenticate=1");
        Shown page = ada.get(authenticating.path()).expect(200);
        assertThat(page.html()).contains("data-authenticate=\"true\"");
        assertThat(sold(lid)).isEmpty();
        ada.authenticateFrom(page);
        assertThat(ada.get(page.path() + "/return").expect(303).path()).isEqualTo(offer.path());
        assertThat(ada.get(offer.path()).html()).contains("Also ordered");
        assertThat(sold(lid)).hasSize(1);
    }

    @Test
    void otherMethodsNeedACardForm() {
        Shelf lid = offer("");
        ada.useWallet("google_pay");
        Shown offer = buy(first(lid.id(), ""), VISA);
        assertThat(ada.get(offer.path()).html())
                .contains("€7.00 is due now. You enter your payment details on the next page.")
                .doesNotContain("4242");
        Shown order = ada.get(decide(offer, "accept").expect(303).path()).expect(303);
        assertThat(ada.pay(order.path(), "5555555555554444")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Also ordered");
        assertThat(sold(lid))
                .singleElement()
                .satisfies(paid ->
                        assertThat(paid.at("/paymentMethod/last4").textValue()).isEqualTo("4444"))
                .satisfies(paid ->
                        assertThat(paid.at("/paymentMethod/wallet").textValue()).isEqualTo("google_pay"));
    }

    @Test
    void aPriceThatHasChangedIsShownFirst() {
        Shelf lid = offer("");
        Shown offer = buy(first(lid.id(), ""), VISA);
        Map<String, String> form = ada.form(offer);
        form.put("action", "accept");
        form.put("total", "699");
        assertThat(ada.post(offer.path() + "/offer", form).expect(303).path()).isEqualTo(offer.path());
        assertThat(ada.get(offer.path()).html()).contains("Yes, pay €7.00 now");
        assertThat(sold(lid)).isEmpty();
    }

    @Test
    void formsOfOtherSitesDecideNothing() {
        Shelf lid = offer("");
        Shown offer = buy(first(lid.id(), ""), VISA);
        ada.post(offer.path() + "/offer", Map.of("action", "accept", "total", "700", "csrf", "x"))
                .expect(403);
        new Buyer(shop.gateway().url(), "eve@example.com")
                .post(offer.path() + "/offer", ada.form(offer))
                .expect(403);
        assertThat(sold(lid)).isEmpty();
    }

    @Test
    void onlyAClearDecisionCharges() {
        Shelf lid = offer("");
        Shown offer = buy(first(lid.id(), ""), VISA);
        assertThat(decide(offer, "maybe").expect(303).path()).isEqualTo(offer.path());
        ada.post(offer.path() + "/offer", ada.form(offer)).expect(303);
        assertThat(sold(lid)).isEmpty();
        assertThat(outcome()).isEqualTo("SHOWN");
    }
}
