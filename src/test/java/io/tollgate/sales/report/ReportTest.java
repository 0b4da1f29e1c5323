package io.tollgate.sales.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports show what was sold, refunded and charged, in the time zone of the account. */
class ReportTest {
    private static final String INVOICE = "\"paymentOption\": {\"manualType\": \"invoice\"},";

    private final TestShop shop = TestShop.open();
    private final TestSeller seller = shop.seller();
    private final TestApi live = seller.live();

    private static JsonNode report(TestApi api, String path) {
        return api.get("/v1/reports/" + path).expect(200).json().get("data");
    }

    private String book(Shelf event, String email, int seats) {
        return live.post("/v1/bookings", TestShop.booking(event, email, seats, INVOICE))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private String record(String booking, long amount) {
        return live.post(
                        "/v1/bookings/" + booking + "/record-payment",
                        "{\"method\": \"cash\", \"amount\": " + amount + "}")
                .expect(200)
                .body();
    }

    @Test
    void orderCountsAtOnceAndItsMoneyWhenItIsPaidAndRefunded() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 1000, 'maxQuantity': 10}");
        String booking = book(event, "ada@example.com", 2);
        JsonNode placed = report(live, "sales");
        assertThat(placed.at("/totals/orders").longValue()).isEqualTo(1);
        assertThat(placed.at("/totals/gross").longValue()).isZero();
        record(booking, 1500);
        live.post("/v1/bookings/" + booking + "/refund", "{\"amount\": 400, \"reason\": \"duplicate\"}")
                .expect(200);
        JsonNode sales = report(live, "sales");
        assertThat(sales.get("currency").textValue()).isEqualTo("eur");
        assertThat(sales.at("/totals/gross").longValue()).isEqualTo(1500);
        assertThat(sales.at("/totals/refunded").longValue()).isEqualTo(400);
        assertThat(sales.at("/totals/net").longValue()).isEqualTo(1100);
        assertThat(sales.at("/totals/orders").longValue()).isEqualTo(1);
        assertThat(sales.at("/previous/gross").longValue()).isZero();
        assertThat(sales.get("intervals")).hasSize(30);
        assertThat(sales.at("/intervals/29/net").longValue()).isEqualTo(1100);
        assertThat(sales.at("/pages/0/pageId").textValue()).isEqualTo(event.id());
        assertThat(sales.at("/pages/0/title").textValue()).isNotEmpty();
        assertThat(sales.at("/pages/0/net").longValue()).isEqualTo(1100);
        assertThat(report(seller.test(), "sales").at("/totals/orders").longValue())
                .as("test mode")
                .isZero();
        assertThat(report(shop.gateway().seller().live(), "sales")
                        .at("/totals/orders")
                        .longValue())
                .as("another seller")
                .isZero();
    }

    @Test
    void reportOfOnePageLeavesOutTheOthers() {
        Shelf one = shop.event("", "", "{'name': 'Seat', 'price': 1000, 'maxQuantity': 10}");
        Shelf other = shop.event("", "", "{'name': 'Seat', 'price': 700, 'maxQuantity': 10}");
        record(book(one, "ada@example.com", 1), 1000);
        record(book(other, "bob@example.com", 1), 700);
        assertThat(report(live, "sales").at("/totals/gross").longValue()).isEqualTo(1700);
        JsonNode sales = report(live, "sales?pageId=" + other.id());
        assertThat(sales.at("/totals/gross").longValue()).isEqualTo(700);
        assertThat(sales.get("pages")).isEmpty();
        assertThat(report(live, "sales?currency=usd").at("/totals/gross").longValue())
                .as("another currency")
                .isZero();
    }

    @Test
    void visitsAndCheckoutsShowTheConversion() {
        Shelf page = shop.product(900);
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown order = ada.order(page.path()).expect(303);
        ada.get(page.path());
        ada.pay(order.path(), "4242424242424242");
        ada.comeBack(order.path());
        // Each event loop writes the visits that it has counted, also without other background work.
        assertThat(Eventually.isTrue(
                        () -> report(live, "sales").at("/totals/visits").longValue() >= 2))
                .isTrue();
        JsonNode sales = report(live, "sales");
        assertThat(sales.at("/totals/checkouts").longValue()).isEqualTo(1);
        assertThat(sales.at("/totals/orders").longValue()).isEqualTo(1);
        assertThat(sales.at("/totals/conversion").doubleValue())
                .isEqualTo(Math.round(1000.0 / sales.at("/totals/visits").longValue()) / 10.0);
    }

    @Test
    void recurringRevenueFollowsTheClockOfTestMode() {
        TestApi test = seller.test();
        String path = shop.page("""
                {'name': 'Box', 'locale': 'en-US', 'testmode': true, 'productData': {'title': 'Box', 'prices':
                 [{'amount': 1200, 'currency': 'eur', 'recurring': {'interval': 'year', 'intervalCount': 1}}]}}
                """).path();
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown order = ada.order(path).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        ada.comeBack(order.path()).expect(200);
        LocalDate bought = LocalDate.now(ZoneOffset.UTC);
        JsonNode first = report(test, "recurring-revenue?from=" + bought.minusDays(1) + "&to=" + bought.plusDays(1));
        assertThat(first.at("/start/recurringRevenue").longValue()).isZero();
        assertThat(first.at("/end/recurringRevenue").longValue()).isEqualTo(100);
        assertThat(first.at("/end/subscribers").longValue()).isEqualTo(1);
        assertThat(first.get("started").longValue()).isEqualTo(1);
        test.post("/v1/test-clock", "{\"advance\": \"P40D\"}").expect(200);
        String id = test.get("/v1/subscriptions").ids().get(0);
        test.post("/v1/subscriptions/" + id + "/cancel", "{\"cancelImmediately\": true}")
                .expect(200);
        JsonNode later = report(test, "recurring-revenue");
        assertThat(later.at("/start/recurringRevenue").longValue()).isEqualTo(100);
        assertThat(later.at("/end/recurringRevenue").longValue()).isZero();
        assertThat(later.get("ended").longValue()).isEqualTo(1);
        assertThat(later.get("churn").doubleValue()).isEqualTo(100);
        assertThat(later.at("/intervals/29/recurringRevenue").longValue()).isZero();
        assertThat(later.at("/intervals/0/recurringRevenue").longValue()).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "from=2026-13-01 | from | must be a date, like 2026-01-31",
                "from=1999-01-01 | from | must be a date from 2000-01-01 to 2105-12-31",
                "from=2026-02-02&to=2026-02-01 | from | must not be after to",
                "interval=hour | interval | must be one of day, week, month",
                "from=2020-01-01&to=2026-01-01&interval=day | interval | divides the period into more than 400 parts; "
                        + "use a longer interval",
                "currency=EUR | currency | must be the code of a currency in lower case, like eur",
                "pageId=1 | pageId | must be a 24-character hexadecimal id",
                "page=1 | page | unknown parameter"
            })
    void badRequestsNameTheParameter(String query, String parameter, String message) {
        for (String name : List.of("sales", "recurring-revenue")) {
            JsonNode error =
                    live.get("/v1/reports/" + name + "?" + query).expect(400).json();
            assertThat(error.at("/errors/0/param").asText()).isEqualTo(parameter);
            assertThat(error.at("/errors/0/message").asText()).contains(message);
        }
    }

    @Test
    void whatNeedsAttentionIsCounted() {
        assertThat(report(live, "attention").get("items")).isEmpty();
        live.post("/v1/webhooks", """
                {"name": "Shop", "url": "https://hooks.example.com/in", "events": ["payment.paid"]}""").expect(201);
        TestSeller.rows("UPDATE webhook SET status = 'failed' WHERE seller_id = $1", seller.id());
        JsonNode item = report(live, "attention").at("/items/0");
        assertThat(item.get("type").textValue()).isEqualTo("webhook_failed");
        assertThat(item.get("count").longValue()).isEqualTo(1);
        assertThat(item.get("recordId").textValue())
                .isEqualTo(live.get("/v1/webhooks").ids().get(0));
        assertThat(report(TestGateway.shared().seller().live(), "attention").get("items"))
                .as("another seller")
                .isEmpty();
    }

    @Test
    void stepsToTheFirstSaleAreDoneOneByOne() {
        assertThat(done()).containsExactly("processor");
        live.patch("/v1/account", """
                {"email": "shop@example.com", "address": {"line1": "Main Street 1", "country": "DE"}}""").expect(200);
        live.post("/v1/checkout-pages", """
                {"name": "Mug", "status": "draft",
                 "productData": {"title": "Mug", "prices": [{"amount": 900, "currency": "eur"}]}}""").expect(201);
        seller.create(Payments.RESOURCE, false, record -> record.put("status", "paid"));
        assertThat(done()).containsExactly("account", "page", "test_purchase", "processor");
        live.patch("/v1/checkout-pages/" + live.get("/v1/checkout-pages").ids().get(0), "{\"status\": \"published\"}")
                .expect(200);
        assertThat(done()).hasSize(5);
    }

    private List<String> done() {
        List<String> done = new ArrayList<>();
        report(live, "setup").get("steps").forEach(step -> {
            if (step.get("done").booleanValue()) {
                done.add(step.get("step").textValue());
            }
        });
        return done;
    }
}
