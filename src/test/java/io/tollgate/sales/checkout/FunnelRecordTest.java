package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What sellers read of offers after purchases: the runs with their outcomes, and what the offers earn. */
class FunnelRecordTest extends FunnelScene {
    private static final String RUNS = "/v1/funnel-runs";

    private final TestApi api = shop.seller().live();

    private JsonNode run() {
        return list(RUNS).get(0);
    }

    private static Instant time(JsonNode run, String name) {
        return Instant.parse(run.get(name).textValue());
    }

    private JsonNode totals(String filters) {
        return api.get(RUNS + "/totals" + filters).expect(200).json().at("/data/totals");
    }

    @Test
    void customersFindTheirOffersInTheirData() {
        Shelf mug = first(offer("").id(), "");
        decide(buy(mug, VISA), "decline").expect(303);
        String customer = sold(mug).get(0).get("customerId").textValue();
        byte[] offers = api.archive("/v1/customers/" + customer + "/export").get("offers.json");
        JsonNode rows = TestApi.json(new String(offers, StandardCharsets.UTF_8));
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).get("id")).isEqualTo(run().get("id"));
        assertThat(rows.get(0).get("outcome").textValue()).isEqualTo("declined");
        assertThat(rows.get(0).get("cardLast4").textValue()).isEqualTo("4242");
    }

    @Test
    void acceptedOfferNamesBothPurchasesAndItsAmount() {
        Shelf lid = offer("");
        Shelf mug = first(lid.id(), "");
        Shown offer = buy(mug, VISA);
        JsonNode shown = run();
        assertThat(shown.get("outcome").textValue()).isEqualTo("shown");
        assertThat(shown.get("endedAt").isNull()).isTrue();
        decide(offer, "accept").expect(303);
        JsonNode run = run();
        assertThat(run.get("outcome").textValue()).isEqualTo("accepted");
        assertThat(run.get("pageId").textValue()).isEqualTo(mug.id());
        assertThat(run.get("offerPageId").textValue()).isEqualTo(lid.id());
        assertThat(run.get("chargeId")).isEqualTo(sold(mug).get(0).get("id"));
        assertThat(run.get("subscriptionId").isNull()).isTrue();
        assertThat(run.get("cardReusable").booleanValue()).isTrue();
        assertThat(run.get("offerChargeId")).isEqualTo(sold(lid).get(0).get("id"));
        assertThat(run.get("offerAmount").longValue()).isEqualTo(700);
        assertThat(run.get("currency").textValue()).isEqualTo("eur");
        assertThat(run.get("reason").isNull()).isTrue();
        assertThat(time(run, "expiresAt")).isEqualTo(time(run, "createdAt").plus(Duration.ofHours(1)));
        assertThat(time(run, "shownAt")).isBetween(time(run, "createdAt"), time(run, "endedAt"));
        assertThat(api.get(RUNS + "/" + run.get("id").textValue())
                        .expect(200)
                        .json()
                        .get("data"))
                .isEqualTo(run);
    }

    @Test
    void listHasFiltersAndExactTotals() {
        Shelf lid = offer("");
        Shelf mug = first(lid.id(), "");
        decide(buy(mug, VISA), "accept").expect(303);
        decide(buy(mug, VISA), "decline").expect(303);
        buy(mug, VISA);
        assertThat(api.get(RUNS).total()).isEqualTo(3);
        assertThat(api.get(RUNS + "?outcome=declined").total()).isEqualTo(1);
        assertThat(api.get(RUNS + "?pageId=" + mug.id() + "&outcome=shown").total())
                .isEqualTo(1);
        assertThat(api.get(RUNS + "?offerPageId=" + mug.id()).total()).isZero();
        assertThat(api.get(RUNS + "?cardReusable=true&offerPageId=" + lid.id()).total())
                .isEqualTo(3);
        String charge = sold(lid).get(0).get("id").textValue();
        assertThat(list(RUNS + "?offerChargeId=" + charge))
                .singleElement()
                .satisfies(run -> assertThat(run.get("outcome").textValue()).isEqualTo("accepted"));
        assertThat(api.get(RUNS + "?createdAfter=2999-01-01T00:00:00Z").total()).isZero();
        assertThat(api.get(RUNS + "?outcome=maybe&page=1").expect(400).body()).contains("outcome", "page");
    }

    @Test
    void totalsAnswerWhatAnOfferEarns() {
        Shelf lid = offer("");
        Shelf mug = first(lid.id(), "");
        for (int i = 0; i < 2; i++) {
            decide(buy(mug, VISA), "accept").expect(303);
        }
        decide(buy(mug, VISA), "decline").expect(303);
        buy(first(offer("").id(), ""), VISA);
        JsonNode totals = totals("?pageId=" + mug.id());
        assertThat(totals).hasSize(1);
        JsonNode pair = totals.get(0);
        assertThat(pair.get("offerPageId").textValue()).isEqualTo(lid.id());
        assertThat(pair.get("runs").longValue()).isEqualTo(3);
        assertThat(pair.get("shown").longValue()).isEqualTo(3);
        assertThat(pair.get("accepted").longValue()).isEqualTo(2);
        assertThat(pair.get("declined").longValue()).isEqualTo(1);
        assertThat(pair.get("open").longValue()).isZero();
        assertThat(pair.at("/amounts/0/amount").longValue()).isEqualTo(1_400);
        assertThat(pair.at("/amounts/0/currency").textValue()).isEqualTo("eur");
        assertThat(totals("")).hasSize(2);
        assertThat(totals("?offerPageId=" + lid.id() + "&createdAfter=2999-01-01T00:00:00Z"))
                .isEmpty();
        assertThat(api.get(RUNS + "/totals?limit=1&pageId=x").expect(400).body())
                .contains("limit", "pageId");
    }

    @Test
    void cardThatIsNotSavedIsRecorded() {
        Shelf lid = offer("");
        Shelf mug = first(lid.id(), "");
        buy(mug, VISA);
        Shelf free = shop.page("{'name': 'Sticker', 'funnelSteps': [{'type': 'upsell', 'enabled': true, 'config':"
                + " {'action': 'checkout', 'pageId': '" + lid.id() + "'}}], 'productData': {'title': 'Sticker',"
                + " 'prices': [{'amount': 0, 'currency': 'eur'}]}}");
        ada.order(free.path()).expect(303);
        assertThat(list(RUNS + "?pageId=" + free.id()))
                .singleElement()
                .satisfies(run ->
                        assertThat(run.get("cardReusable").booleanValue()).isFalse());
        assertThat(list(RUNS + "?cardReusable=false")).hasSize(1);
    }

    @Test
    void closedPageIsUnavailable() {
        Shelf lid = offer("");
        Shelf mug = first(lid.id(), "");
        Shown order = ada.order(mug.path()).expect(303);
        ada.pay(order.path(), VISA);
        api.patch("/v1/checkout-pages/" + lid.id(), "{\"status\": \"draft\"}").expect(200);
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you for your order");
        assertThat(run().get("outcome").textValue()).isEqualTo("unavailable");
        assertThat(run().get("reason").textValue()).isEqualTo("page_closed");
    }

    @Test
    void offerThatNeedsAnotherAnswerIsNotShown() {
        Shelf lid = shop.page("{'name': 'Lid', 'locale': 'en-US', 'fields': [{'label': 'Size', 'element': 'text',"
                + " 'required': true}], 'productData': {'title': 'Lid', 'prices': [{'amount': 700,"
                + " 'currency': 'eur'}]}}");
        assertThat(buy(first(lid.id(), ""), VISA).html()).contains("Thank you for your order");
        assertThat(outcome()).isEqualTo("UNAVAILABLE input_needed");
        assertThat(run().get("shownAt").isNull()).isTrue();
    }

    @Test
    void offerThatCannotBeBoughtAgainIsNotShown() {
        Shelf lid = offer("'limitPayments': {'enabled': true},");
        assertThat(buy(lid, VISA).html()).contains("Thank you for your order");
        assertThat(buy(first(lid.id(), ""), VISA).html()).contains("Thank you for your order");
        assertThat(outcome()).isEqualTo("UNAVAILABLE already_bought");
    }

    @Test
    void offerExpiresWithoutARequestOfTheBuyer() {
        buy(first(offer("").id(), ""), VISA);
        expire();
        TestSeller.rows(
                "UPDATE processor_task SET due_at = now() WHERE seller_id = $1 AND kind = 'EXPIRE_OFFER'",
                shop.seller().id());
        assertThat(shop.settles(() -> run().get("outcome").textValue().equals("expired")))
                .isTrue();
        assertThat(run().get("endedAt").isNull()).isFalse();
        assertThat(totals("").at("/0/expired").longValue()).isEqualTo(1);
    }

    @Test
    void testClockEndsTheHour() {
        Shown order =
                ada.order(first(offer("").id(), "'testmode': true,").path()).expect(303);
        assertThat(ada.get(order.path()).expect(200).html()).contains("Lid");
        TestApi test = shop.seller().test();
        JsonNode clock = test.post("/v1/test-clock", "{\"advance\": \"PT61M\"}")
                .expect(200)
                .json();
        assertThat(clock.get("events").findValuesAsText("type")).contains("offer.expired");
        assertThat(test.get(RUNS + "?outcome=expired").total()).isEqualTo(1);
        assertThat(api.get(RUNS).total()).isZero();
    }

    @Test
    void runsOfOthersAreUnknown() {
        buy(first(offer("").id(), ""), VISA);
        String id = run().get("id").textValue();
        TestSeller other = TestShop.open().seller();
        other.live().get(RUNS + "/" + id).expect(404);
        assertThat(other.live().get(RUNS).total()).isZero();
        assertThat(other.live().get(RUNS + "/totals").expect(200).json().at("/data/totals"))
                .isEmpty();
        shop.seller().test().get(RUNS + "/" + id).expect(404);
        assertThat(shop.seller().test().get(RUNS).total()).isZero();
    }
}
