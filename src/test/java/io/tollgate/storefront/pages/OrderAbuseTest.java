package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestShop.Shelf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Every kind of order, coupon code and charge of a saved card has limits by address, e-mail address and page. */
class OrderAbuseTest extends AbuseScene {
    private static final TestGateway GATEWAY = TestGateway.startPatient(Map.ofEntries(
            Map.entry("trustedProxies", "127.0.0.1"),
            Map.entry("checkout.openPerBuyer", "2"),
            Map.entry("checkout.openPerAddress", "3"),
            Map.entry("rateLimits.buyerOrdersPerHour", "4"),
            Map.entry("rateLimits.emailOrdersPerHour", "3"),
            Map.entry("rateLimits.pageOrdersPerMinute", "5"),
            Map.entry("rateLimits.buyerCodesPerHour", "3"),
            Map.entry("rateLimits.buyerCardTriesPerHour", "2"),
            Map.entry("rateLimits.buyerOncePerHour", "2"),
            Map.entry("rateLimits.pageOncePerHour", "3")));

    OrderAbuseTest() {
        super(GATEWAY);
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void freeOrdersOfOneAddressAreLimited() {
        for (int i = 0; i < 4; i++) {
            order("192.0.2.1", free().path()).expect(303);
        }
        order("192.0.2.1", free().path()).expect(429);
        order("192.0.2.2", free().path()).expect(303);
    }

    @Test
    void ordersWithOneEmailAddressAreLimitedFromAllNetworks() {
        Shelf page = free();
        for (int i = 0; i < 3; i++) {
            order(buyer("victim@example.com"), "192.0.2.1" + i, page.path(), Map.of())
                    .expect(303);
        }
        order(buyer("VICTIM@example.com"), "192.0.2.19", page.path(), Map.of()).expect(429);
        order(buyer("other@example.com"), "192.0.2.19", page.path(), Map.of()).expect(303);
    }

    @Test
    void ordersOfOnePageAreLimitedFromAllNetworks() {
        Shelf page = free();
        List<Integer> statuses = new ArrayList<>();
        // The limit is per minute, so that slow orders get further ones.
        while (!statuses.contains(429)) {
            assertThat(statuses.size()).isLessThan(60);
            statuses.add(
                    order("192.0.2." + (100 + statuses.size()), page.path()).status());
        }
        assertThat(statuses).hasSizeGreaterThan(5).containsOnly(303, 429);
        order("192.0.2.29", free().path()).expect(303);
    }

    private Shelf invoiced() {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', 'paymentOptions': [{'type': 'manual', 'manualType':"
                + " 'invoice', 'name': 'By transfer'}], 'productData': {'title': 'Mug', 'prices': [{'amount': 1900,"
                + " 'currency': 'eur'}]}}");
    }

    @Test
    void ordersByInvoiceHoldStockWithinTheLimitOfOpenOrders() {
        Shelf page = invoiced();
        Map<String, String> invoice = Map.of("paymentOption", "invoice");
        Buyer ada = buyer("ada@example.com");
        order(ada, "192.0.2.31", page.path(), invoice).expect(303);
        order(ada, "192.0.2.31", page.path(), invoice).expect(303);
        assertThat(order(ada, "192.0.2.32", page.path(), invoice).expect(409).html())
                .contains("several orders");
        order(buyer("bob@example.com"), "192.0.2.32", page.path(), invoice).expect(303);
    }

    @Test
    void oneAddressHoldsFewOrdersWhateverItsNames() {
        Shelf mug = shop.product(1_900);
        for (int i = 0; i < 3; i++) {
            order("192.0.2.34", mug.path()).expect(303);
        }
        assertThat(order("192.0.2.34", mug.path()).expect(409).html()).contains("several orders");
        order("192.0.2.35", mug.path()).expect(303);
    }

    @Test
    void ordersByInvoiceCountUntilTheyArePaid() {
        Shelf page = invoiced();
        Map<String, String> invoice = Map.of("paymentOption", "invoice");
        Buyer carol = buyer("carol@example.com");
        order(carol, "192.0.2.33", page.path(), invoice).expect(303);
        order(carol, "192.0.2.33", page.path(), invoice).expect(303);
        for (JsonNode payment :
                shop.seller().live().get("/v1/payments").expect(200).json().get("data")) {
            String path = "/v1/payments/" + payment.get("id").textValue() + "/record-payment";
            shop.seller().live().post(path, "{\"method\": \"cash\"}").expect(200);
        }
        order(carol, "192.0.2.33", page.path(), invoice).expect(303);
    }

    @Test
    void couponCodesOfOneAddressAreLimited() {
        shop.seller()
                .live()
                .post(
                        "/v1/coupons",
                        "{\"label\": \"C\", \"code\": \"RIGHT\", \"percentOff\": 5, \"duration\": \"once\"}")
                .expect(201);
        Shelf page = shop.product(1_900);
        Buyer eve = buyer("eve@example.com");
        for (int i = 0; i < 3; i++) {
            assertThat(summary(eve, page, "WRONG" + i)).isEqualTo(200);
            // The same code again is no further try.
            assertThat(summary(eve, page, "wrong" + i)).isEqualTo(200);
        }
        assertThat(summary(eve, page, "RIGHT")).isEqualTo(429);
        order(eve, "192.0.2.41", page.path(), Map.of("couponCode", "RIGHT")).expect(429);
        order(eve, "192.0.2.42", page.path(), Map.of("couponCode", "RIGHT")).expect(303);
    }

    private static int summary(Buyer buyer, Shelf page, String code) {
        Map<String, String> form = new HashMap<>(buyer.form(buyer.get(page.path())));
        form.put("couponCode", code);
        return buyer.post(page.path() + "/summary", form, "X-Forwarded-For", "192.0.2.41")
                .status();
    }

    @Test
    void chargesOfSavedCardsAreLimited() {
        Buyer eve = buyer("eve@example.com");
        String[] forwarded = {"X-Forwarded-For", "192.0.2.51"};
        String path = "/s/" + shop.seller().name() + "/overdue/none/retry";
        eve.post(path, Map.of(), forwarded).expect(403);
        eve.post(path, Map.of(), forwarded).expect(403);
        eve.post(path, Map.of(), forwarded).expect(429);
        eve.post("/s/" + shop.seller().name() + "/checkout/none" + OfferPages.PATH, Map.of(), forwarded)
                .expect(429);
    }

    @Test
    void anOrderHasTenTicketsUnlessTheTypeAllowsMore() {
        Shelf event =
                shop.event("", "", "{'name': 'Seat', 'price': 0}, {'name': 'Group', 'price': 0, 'maxQuantity': 30}");
        String seat = type(event, 0);
        String group = type(event, 1);
        Buyer ada = buyer("ada@example.com");
        Shown refused = order(ada, "192.0.2.61", event.path(), Map.of("tickets." + seat, "11"));
        assertThat(refused.expect(422).html()).contains("Choose at most 10 tickets in total.", "max=\"10\"");
        order(ada, "192.0.2.61", event.path(), Map.of("tickets." + seat, "10", "tickets." + group, "30"))
                .expect(303);
        shop.seller()
                .live()
                .post(
                        "/v1/bookings",
                        ("{'eventId': '" + event.id() + "', 'tickets': {'" + seat + "': 40}, 'fields': [{'reference':"
                                        + " 'customer_email', 'value': 'ada@example.com'}, {'reference':"
                                        + " 'customer_name', 'value': 'Ada'}]}")
                                .replace('\'', '"'))
                .expect(201);
    }

    @Test
    void triesOfWhatCanBeBoughtOnceAreLimited() {
        Shelf page = shop.page("{'name': 'Sample', 'locale': 'en-US', 'productData': {'title': 'Sample',"
                + " 'limitPayments': {'enabled': true}, 'prices': [{'amount': 0, 'currency': 'eur'}]}}");
        order(buyer("victim@example.com"), "192.0.2.71", page.path(), Map.of()).expect(303);
        order(buyer("victim@example.com"), "192.0.2.72", page.path(), Map.of()).expect(409);
        order("192.0.2.72", page.path()).expect(303);
        order("192.0.2.72", page.path()).expect(429);
        order("192.0.2.73", page.path()).expect(429);
        order("192.0.2.72", free().path()).expect(303);
    }

    private static String type(Shelf event, int index) {
        return event.record().at("/ticketGroups/0/ticketTypes/" + index + "/id").textValue();
    }
}
