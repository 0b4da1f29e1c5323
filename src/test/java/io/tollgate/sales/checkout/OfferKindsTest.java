package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;

/** What is offered after a purchase, and what is not. */
class OfferKindsTest extends FunnelScene {
    @Test
    void testModeIsInherited() {
        Shelf lid = offer("");
        Shelf mug = first(lid.id(), "'testmode': true, ");
        Shown order = ada.order(mug.path()).expect(303);
        Shown offer = ada.get(order.path()).expect(200);
        assertThat(offer.html()).contains("Test mode", "Lid").doesNotContain("will be charged");
        decide(offer, "accept").expect(303);
        assertThat(sold(lid)).isEmpty();
        assertThat(shop.seller()
                        .test()
                        .get("/v1/payments?pageId=" + lid.id())
                        .expect(200)
                        .json()
                        .at("/data/0/upsell")
                        .booleanValue())
                .isTrue();
        assertThat(SimulatorState.objects(shop.seller(), false, "payment_intent"))
                .isEmpty();
    }

    @Test
    void theHourFollowsTheTestClock() {
        Shelf lid = offer("");
        Shown order = ada.order(first(lid.id(), "'testmode': true, ").path()).expect(303);
        assertThat(ada.get(order.path()).expect(200).html()).contains("Lid");
        shop.seller().test().post("/v1/test-clock", "{\"advance\": \"PT2H\"}").expect(200);
        assertThat(ada.get(order.path()).expect(200).html())
                .contains("Thank you for your order")
                .doesNotContain("Lid");
    }

    @Test
    void whatCannotBeSoldIsNotOffered() {
        Shelf lid = offer("'stock': 0, 'hasUnlimitedStock': false, ");
        Shown confirmation = buy(first(lid.id(), ""), VISA);
        assertThat(confirmation.html()).contains("Thank you for your order").doesNotContain("Lid");
        assertThat(outcome()).isEqualTo("UNAVAILABLE sold_out");
    }

    @Test
    void whatIsSoldOutMeanwhileIsNotCharged() {
        Shelf lid = offer("'stock': 1, 'hasUnlimitedStock': false, ");
        Shown offer = buy(first(lid.id(), ""), VISA);
        Shown other = new Buyer(shop.gateway().url(), "bob@example.com").order(lid.path());
        other.expect(303);
        Shown confirmation = ada.get(decide(offer, "accept").expect(303).path());
        assertThat(confirmation.html()).contains("Thank you for your order", "The offer is no longer available");
        assertThat(outcome()).isEqualTo("UNAVAILABLE sold_out");
        assertThat(SimulatorState.objects(shop.seller(), true, "charge")).hasSize(1);
    }

    @Test
    void anOfferIsTheDefaultPriceAlsoIfItsPageOpensWithAnotherTab() {
        Shelf lid = shop.page("""
                {'name': 'Lid', 'locale': 'en-US', 'productData': {'title': 'Lid', 'prices': [
                   {'amount': 700, 'currency': 'eur'},
                   {'id': '65f0c0ffee0000000000000a', 'amount': 200, 'currency': 'eur',
                    'recurring': {'interval': 'month', 'intervalCount': 1}}],
                 'pricePicker': {'priceDisplayTabOrder': ['month'],
                   'priceDisplayDefaults': {'month': '65f0c0ffee0000000000000a'}}}}
                """);
        assertThat(ada.get(lid.path()).expect(200).html()).contains("From ", "€2.00 / month");
        Shown offer = buy(first(lid.id(), ""), VISA);
        assertThat(offer.html()).contains("€7.00").doesNotContain("€2.00");
        decide(offer, "accept").expect(303);
        assertThat(sold(lid))
                .singleElement()
                .satisfies(payment ->
                        assertThat(payment.get("amountPaid").longValue()).isEqualTo(700));
    }

    @Test
    void anOfferCanBeASubscription() {
        Shelf club =
                shop.page("{'name': 'Club', 'locale': 'en-US', 'productData': {'title': 'Club', 'prices': [{'amount':"
                        + " 1000, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}");
        Shelf mug = first(club.id(), "");
        Shown offer = buy(mug, VISA);
        assertThat(offer.html()).contains("€10.00 / month", "€10.00 will be charged to your Visa card ending in 4242");
        Shown confirmation = ada.get(decide(offer, "accept").expect(303).path());
        assertThat(confirmation.html()).contains("Also ordered", "Club");
        assertThat(list("/v1/subscriptions?pageId=" + club.id()))
                .singleElement()
                .satisfies(subscription -> {
                    assertThat(subscription.get("status").textValue()).isEqualTo("active");
                    assertThat(subscription.get("upsell").booleanValue()).isTrue();
                    assertThat(subscription.get("upsellPageId").textValue()).isEqualTo(mug.id());
                    assertThat(subscription.get("upsellChargeId"))
                            .isEqualTo(sold(mug).get(0).get("id"));
                    assertThat(subscription.at("/paymentMethod/last4").textValue())
                            .isEqualTo("4242");
                });
        assertThat(sold(club)).isEmpty();
        assertThat(SimulatorState.objects(shop.seller(), true, "customer")).hasSize(1);
    }

    @Test
    void anOfferWithATrialKeepsTheSavedCard() {
        Shelf club = shop.page("{'name': 'Club', 'locale': 'en-US', 'productData': {'title': 'Club', 'prices':"
                + " [{'amount': 1000, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1,"
                + " 'trialPeriodDays': 7}}]}}");
        Shown offer = buy(first(club.id(), ""), VISA);
        assertThat(offer.html()).contains("Later payments will be charged to your Visa card ending in 4242");
        Shown confirmation = ada.get(decide(offer, "accept").expect(303).path());
        assertThat(confirmation.html()).contains("Also ordered", "Club");
        JsonNode subscription = list("/v1/subscriptions?pageId=" + club.id()).get(0);
        assertThat(subscription.get("status").textValue()).isEqualTo("trialing");
        assertThat(subscription.at("/paymentMethod/last4").textValue()).isEqualTo("4242");
        assertThat(outcome()).isEqualTo("ACCEPTED");
        assertThat(SimulatorState.objects(shop.seller(), true, "charge")).hasSize(1);
    }

    /** The processor failed when the buyer accepted, so that the decision to decline has to create what it cancels. */
    @Test
    void aTrialThatWasDeclinedBeforeItExistedDoesNotBegin() {
        Shelf club = shop.page("{'name': 'Club', 'locale': 'en-US', 'productData': {'title': 'Club simulate:errorx4',"
                + " 'prices': [{'amount': 1000, 'currency': 'eur', 'recurring': {'interval': 'month',"
                + " 'intervalCount': 1, 'trialPeriodDays': 7}}]}}");
        Shown offer = buy(first(club.id(), ""), VISA);
        decide(offer, "accept").expect(503);
        assertThat(SimulatorState.objects(shop.seller(), true, "subscription")).isEmpty();
        decide(offer, "decline");
        assertThat(shop.settles(() -> TestSeller.rows(
                                        "SELECT 1 FROM checkout WHERE seller_id = $1 AND status = 'EXPIRED'",
                                        shop.seller().id())
                                .size()
                        == 1))
                .isTrue();
        assertThat(outcome()).isEqualTo("DECLINED");
        assertThat(list("/v1/subscriptions")).isEmpty();
        assertThat(SimulatorState.objects(shop.seller(), true, "subscription"))
                .singleElement()
                .satisfies(subscription ->
                        assertThat(subscription.get("status").textValue()).isEqualTo("canceled"));
    }

    @Test
    void aFreeOfferNamesNoCard() {
        Shelf sticker = shop.page("{'name': 'Sticker', 'locale': 'en-US', 'productData': {'title': 'Sticker', 'prices':"
                + " [{'amount': 0, 'currency': 'eur'}]}}");
        Shown offer = buy(first(sticker.id(), ""), VISA);
        assertThat(offer.html()).contains("Sticker").doesNotContain("4242");
        assertThat(ada.get(decide(offer, "accept").expect(303).path()).html()).contains("Also ordered");
    }

    /** Returns a page with a monthly price and an offer. */
    private Shelf club(Shelf offered, String recurring) {
        return shop.page("{'name': 'Club', 'locale': 'en-US', 'funnelSteps': [{'type': 'upsell', 'config':"
                + " {'pageId': '" + offered.id() + "'}}], 'productData': {'title': 'Club', 'prices': [{'amount': 1000,"
                + " 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1" + recurring + "}}]}}");
    }

    @Test
    void anOfferChargesTheCardThatATrialHasSaved() {
        Shelf lid = offer("");
        Shown offer = buy(club(lid, ", 'trialPeriodDays': 7"), VISA);
        assertThat(offer.html()).contains("will be charged to your Visa card ending in 4242");
        assertThat(SimulatorState.objects(shop.seller(), true, "charge")).isEmpty();
        assertThat(ada.get(decide(offer, "accept").expect(303).path()).html()).contains("Also ordered", "Lid");
        assertThat(SimulatorState.objects(shop.seller(), true, "charge")).hasSize(1);
        assertThat(sold(lid))
                .singleElement()
                .satisfies(
                        payment -> assertThat(payment.at("/paymentMethod/last4").textValue())
                                .isEqualTo("4242"));
        assertThat(SimulatorState.objects(shop.seller(), true, "customer")).hasSize(1);
    }

    @Test
    void theWalletOfATrialIsNotChargedForAnOffer() {
        Shelf lid = offer("");
        ada.useWallet("google_pay");
        Shown offer = buy(club(lid, ", 'trialPeriodDays': 7"), VISA);
        assertThat(offer.html()).contains("Lid").doesNotContain("will be charged to your");
        assertThat(list("/v1/funnel-runs").get(0).get("cardReusable").booleanValue())
                .isFalse();
    }

    @Test
    void anOfferCanFollowASubscription() {
        Shelf lid = offer("");
        Shown offer = buy(club(lid, ""), VISA);
        assertThat(offer.html()).contains("will be charged to your Visa card ending in 4242");
        ada.get(decide(offer, "accept").expect(303).path()).expect(200);
        JsonNode subscription = list("/v1/subscriptions").get(0);
        assertThat(sold(lid)).singleElement().satisfies(payment -> {
            assertThat(payment.get("upsell").booleanValue()).isTrue();
            assertThat(payment.get("upsellChargeId").isNull()).isTrue();
            assertThat(payment.get("upsellSubscriptionId")).isEqualTo(subscription.get("id"));
        });
    }

    @Test
    void onlyTheFirstEnabledStepApplies() {
        Shelf lid = offer("");
        Shelf mug = shop.page("""
                {'name': 'Mug', 'locale': 'en-US', 'funnelSteps': [
                  {'type': 'upsell', 'enabled': false, 'config': {'action': 'checkout', 'pageId': '%s'}},
                  {'type': 'upsell', 'enabled': true, 'config': {'action': 'redirect',
                   'redirect': {'url': 'https://a.example/'}}},
                  {'type': 'upsell', 'enabled': true, 'config': {'action': 'checkout', 'pageId': '%s'}}],
                 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}
                """.formatted(lid.id(), lid.id()));
        assertThat(buy(mug, VISA).html()).contains("Thank you for your order").doesNotContain("Lid");
        assertThat(SimulatorState.objects(shop.seller(), true, "customer")).isEmpty();
    }

    @Test
    void anotherSellersPageIsRefused() {
        Shelf foreign = TestShop.open().product(500);
        shop.seller()
                .live()
                .post(
                        "/v1/checkout-pages",
                        ("{'name': 'Mug', 'funnelSteps': [{'type': 'upsell', 'config': {'pageId': '" + foreign.id()
                                        + "'}}], 'productData': {'title': 'Mug', 'prices': [{'amount': 1900,"
                                        + " 'currency': 'eur'}]}}")
                                .replace('\'', '"'))
                .expect(400);
    }
}
