package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Offers that are embedded on the seller's site: where they appear, and what cannot accept them. */
class RedirectedOfferTest extends RedirectedOfferScene {
    private void assertSoldAsUsual(Shelf offered, Shown shown, String reason) {
        assertThat(shown.expect(303).path()).startsWith(offered.path() + "?").doesNotContain("offer=", "offerSite");
        assertThat(ada.get(shown.path()).expect(200).html()).contains("Continue to payment");
        assertThat(outcome()).isEqualTo(reason);
        assertThat(sold(offered)).isEmpty();
    }

    @Test
    void oneClickOnTheSiteChargesTheSavedCard() {
        Shelf lid = offer("");
        Shelf mug = mug("");
        String path = offerPath(lid, take(mug));
        assertThat(list("/v1/funnel-runs")).singleElement().satisfies(run -> {
            assertThat(run.get("offerPageId").isNull()).isTrue();
            assertThat(run.get("outcome").textValue()).isEqualTo("open");
        });
        assertThat(totals().get(0).get("offerPageId").isNull()).isTrue();
        Shown offer = ada.get(path).expect(200);
        assertThat(offer.html()).contains("Lid", "€7.00 will be charged to your Visa card ending in 4242");
        assertThat(list("/v1/funnel-runs?outcome=shown&offerPageId=" + lid.id()))
                .hasSize(1);
        Shown next = decide(path, ada.form(offer), "accept").expect(303);
        assertThat(ada.get(next.path()).expect(200).html()).contains("Thank you for your order", "Also ordered", "Lid");
        assertThat(sold(lid)).singleElement().satisfies(payment -> {
            assertThat(payment.get("amountPaid").longValue()).isEqualTo(700);
            assertThat(payment.get("upsellPageId").textValue()).isEqualTo(mug.id());
            assertThat(payment.get("upsellChargeId")).isEqualTo(sold(mug).get(0).get("id"));
        });
        assertThat(outcome()).isEqualTo("ACCEPTED");
        assertThat(totals().get(0).get("accepted").longValue()).isEqualTo(1);
        // A replayed token leads to what it has become.
        assertThat(ada.get(path).expect(303).path()).isEqualTo(next.path());
        assertThat(decide(path, ada.form(offer), "accept").expect(303).path()).isEqualTo(next.path());
        assertThat(SimulatorState.objects(shop.seller(), true, "charge")).hasSize(2);
    }

    private JsonNode totals() {
        return shop.seller()
                .live()
                .get("/v1/funnel-runs/totals")
                .expect(200)
                .json()
                .at("/data/totals");
    }

    @Test
    void eightWindowsChargeOnce() {
        Shelf lid = offer("");
        String path = offerPath(lid, take(mug("")));
        List<Map<String, String>> forms = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            forms.add(ada.form(ada.get(path)));
        }
        List<Integer> statuses =
                Parallel.times(8, i -> decide(path, forms.get(i), "accept").status());
        assertThat(statuses).allMatch(status -> status == 303 || status == 503);
        assertThat(ada.get(ada.get(path).expect(303).path()).html()).contains("Also ordered");
        assertThat(sold(lid)).hasSize(1);
        assertThat(SimulatorState.objects(shop.seller(), true, "charge")).hasSize(2);
    }

    @Test
    void decliningLeavesNothingButTheRun() {
        Shelf lid = offer("");
        String path = offerPath(lid, take(mug("")));
        Shown offer = ada.get(path);
        Shown next = decide(path, ada.form(offer), "decline").expect(303);
        assertThat(ada.get(next.path()).expect(200).html())
                .contains("Thank you for your order")
                .doesNotContain("Lid");
        assertThat(outcome()).isEqualTo("DECLINED");
        decide(path, ada.form(offer), "accept").expect(303);
        assertThat(sold(lid)).isEmpty();
    }

    @Test
    void addressWithoutTrailingSlashIsAnotherPage() {
        Shelf lid = offer("");
        String token = take(mug(""));
        Shown shown = ada.get(offerPath(lid, token, SITE + "/more", SITE));
        assertSoldAsUsual(lid, shown, "UNAVAILABLE origin_mismatch");
        assertSoldAsUsual(lid, ada.get(offerPath(lid, token)), "UNAVAILABLE origin_mismatch");
    }

    @Test
    void anotherSiteShowsNoOffer() {
        Shelf lid = offer("");
        String token = take(mug(""));
        Shown shown = ada.get(offerPath(lid, token, STEP, "https://evil.example"));
        assertSoldAsUsual(lid, shown, "UNAVAILABLE origin_mismatch");
    }

    @Test
    void bothEmbedsAreOnOneSite() {
        Shelf lid = offer("");
        String order = order(mug(""), "https://other.example");
        ada.pay(order + embed("https://other.example"), VISA);
        Shown after =
                ada.get(ada.get(order + "/return" + embed(SITE)).expect(303).path());
        assertThat(after.expect(200).html())
                .contains("Thank you for your order")
                .doesNotContain("tollgate-offer");
        assertThat(outcome()).isEqualTo("UNAVAILABLE origin_mismatch");
        assertThat(sold(lid)).isEmpty();
    }

    @Test
    void bothEmbedsLoadFromOneHost() {
        Shelf lid = offer("");
        String token = take(mug(""));
        Buyer elsewhere = new Buyer(
                host.contains("127.0.0.1")
                        ? host.replace("127.0.0.1", "localhost")
                        : host.replace("localhost", "127.0.0.1"),
                "ada@example.com");
        assertSoldAsUsual(lid, elsewhere.get(offerPath(lid, token)), "UNAVAILABLE host_mismatch");
    }

    @Test
    void testModeIsNotInherited() {
        Shelf lid = offer("");
        String token = token(ada.get(order(mug("'testmode': true, "), SITE) + embed(SITE)));
        Shown shown = ada.get(offerPath(lid, token)).expect(303);
        assertThat(shown.path()).startsWith(lid.path() + "?");
        assertThat(outcome()).isEqualTo("UNAVAILABLE mode_mismatch");
    }

    @Test
    void testPurchaseIsFollowedByTestOfferForAnHour() {
        Shelf lid = offer("");
        shop.seller()
                .live()
                .patch("/v1/checkout-pages/" + lid.id(), "{\"testmode\": true}")
                .expect(200);
        Shelf mug = mug("'testmode': true, ");
        String path = offerPath(lid, token(ada.get(order(mug, SITE) + embed(SITE))));
        Shown offer = ada.get(path).expect(200);
        Map<String, String> form = ada.form(offer);
        String early = offerPath(lid, token(ada.get(order(mug, SITE) + embed(SITE))));
        decide(early, ada.form(ada.get(early)), "accept").expect(303);
        TestApi test = shop.seller().test();
        String sales = "/v1/payments?pageId=" + lid.id();
        assertThat(test.get(sales).total()).isEqualTo(1);
        test.post("/v1/test-clock", "{\"advance\": \"PT61M\"}").expect(200);
        decide(path, form, "accept").expect(303);
        assertThat(ada.get(path).expect(303).path()).startsWith(lid.path() + "?");
        assertThat(test.get(sales).total()).isEqualTo(1);
        assertThat(test.get("/v1/funnel-runs?outcome=expired").total()).isEqualTo(1);
    }

    @Test
    void tokenOfAnotherSellerOpensNothing() {
        Shelf lid = offer("");
        TestShop other = TestShop.open();
        Shelf foreign = other.product(500);
        String token = take(mug(""));
        Shown shown = ada.get(offerPath(foreign, token)).expect(303);
        assertThat(shown.path()).startsWith(foreign.path() + "?");
        assertThat(outcome()).isEqualTo("OPEN");
        // The same token opens the offer of its own seller.
        ada.get(offerPath(lid, token)).expect(200);
    }

    @Test
    void changedTokenOpensNothing() {
        Shelf lid = offer("");
        String token = take(mug(""));
        String far = token.replaceFirst("\\.([0-9]+)~", ".9$1~");
        for (String forged : List.of(far, token.substring(0, token.length() - 2), "x", "a.b", token + "A")) {
            assertThat(ada.get(offerPath(lid, forged)).expect(303).path()).startsWith(lid.path() + "?");
        }
        assertThat(outcome()).isEqualTo("OPEN");
    }

    @Test
    void addressOfTheOrderAcceptsNoOfferOfTheSite() {
        Shelf lid = offer("");
        String order = order(mug(""), SITE);
        ada.pay(order + embed(SITE), VISA);
        String path = offerPath(lid, token(ada.get(order + embed(SITE))));
        Map<String, String> form = ada.form(ada.get(path));
        decide(order + "/offer" + embed(SITE), form, "accept").expect(303);
        assertThat(sold(lid)).isEmpty();
        assertThat(outcome()).isEqualTo("SHOWN");
    }

    @Test
    void formsOfOtherSitesDecideNothing() {
        Shelf lid = offer("");
        String path = offerPath(lid, take(mug("")));
        Map<String, String> form = ada.form(ada.get(path));
        form.put("action", "accept");
        ada.post(path, form, "Origin", SITE).expect(403);
        ada.post(path, Map.of("action", "accept", "total", "700"), "Origin", host)
                .expect(403);
        assertThat(outcome()).isEqualTo("SHOWN");
        assertThat(sold(lid)).isEmpty();
    }

    @Test
    void onlyTheFirstPageThatIsShownIsTheOffer() {
        Shelf lid = offer("");
        Shelf tray = shop.product(90_000);
        String token = take(mug(""));
        Map<String, String> form = ada.form(ada.get(offerPath(lid, token)));
        Shown other = decide(offerPath(tray, token), form, "accept").expect(303);
        assertThat(ada.get(other.path()).expect(303).path()).startsWith(tray.path() + "?");
        assertThat(sold(tray)).isEmpty();
        assertThat(sold(lid)).isEmpty();
    }

    @Test
    void anHourLaterThePageSellsAsUsual() {
        Shelf lid = offer("");
        String token = take(mug(""));
        Map<String, String> form = ada.form(ada.get(offerPath(lid, token)));
        expire();
        decide(offerPath(lid, token), form, "accept").expect(303);
        assertSoldAsUsual(lid, ada.get(offerPath(lid, token)), "SHOWN");
    }

    @Test
    void anHourAfterTheDecisionThePageSellsAsUsual() {
        Shelf lid = offer("");
        String path = offerPath(lid, take(mug("")));
        decide(path, ada.form(ada.get(path)), "decline").expect(303);
        assertThat(ada.get(path).expect(303).path()).contains("/checkout/");
        expire();
        assertThat(ada.get(path).expect(303).path()).startsWith(lid.path() + "?");
    }

    @Test
    void databaseKeepsAShownOfferWithItsPage() {
        take(mug(""));
        String id = shop.seller().id();
        assertThatThrownBy(() -> TestSeller.rows(
                        "UPDATE funnel_run SET outcome = 'SHOWN', shown_at = now() WHERE seller_id = $1", id))
                .hasStackTraceContaining("funnel_run_page");
    }
}
