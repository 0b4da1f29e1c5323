package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders in every state leave consistent records: the doctor finds nothing, unless something is made wrong. */
class CheckoutDoctorTest {
    private static TestDatabase database;
    private static TestGateway gateway;
    private static TestApi api;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        gateway = TestGateway.startPatient(Map.of("database.url", database.url(), "checkout.openPerAddress", "1000"));
        api = gateway.api(gateway.keys().create("teashop", true, "test").key());
        gateway.accounts().connectSimulator("teashop");
        orders();
        database.delayTasks();
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
        database.close();
    }

    private static final String PAGE = """
            {"name": "Tea", "showCouponCodeField": true, "productData": {"title": "Tea", "stock": 100,
             "hasUnlimitedStock": false, "prices": [{"amount": 1000, "currency": "eur"}], "variants": [{"name": "Box",
             "selectionType": "quantity", "manageVariantOptionStock": true, "options": [{"name": "Tin", "stock": 50,
             "additionalChargeAmount": 300}]}]}, "paymentOptions": [{"type": "full", "name": "Now"},
             {"type": "manual", "name": "Later", "manualType": "invoice"}],
             "fields": [{"label": "Pieces", "element": "quantity", "required": true}]}
            """;

    /** Leaves orders that are open, expired, paid, unpaid and free, with variants, quantities and coupons. */
    private static void orders() throws SQLException {
        JsonNode page = api.post("/v1/checkout-pages", PAGE).expect(201).json().get("data");
        api.post("/v1/coupons", "{\"label\": \"Half\", \"code\": \"HALF\", \"duration\": \"once\", \"percentOff\": 50}")
                .expect(201);
        api.post("/v1/coupons", "{\"label\": \"All\", \"code\": \"ALL\", \"duration\": \"once\", \"percentOff\": 100}")
                .expect(201);
        List<Shown> expiring = List.of(order(page, 1, Map.of()), order(page, 2, Map.of("couponCode", "HALF")));
        buyer(2).get(expiring.get(1).path()).expect(200);
        expire();
        assertThat(Eventually.isTrue(
                        () -> buyer(1).get(expiring.get(1).path()).html().contains("has expired")))
                .isTrue();
        for (int i = 3; i < 6; i++) {
            Shown order = order(page, i, i == 4 ? Map.of("couponCode", "HALF") : Map.of());
            assertThat(buyer(i).pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
            buyer(i).comeBack(order.path());
        }
        order(page, 6, Map.of("paymentOption", "invoice"));
        String unpaid = api.get("/v1/payments?status=unpaid")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        for (String part : new String[] {"{\"amount\": 100, \"method\": \"cash\"}", "{\"method\": \"cash\"}"}) {
            api.post("/v1/payments/" + unpaid + "/record-payment", part).expect(200);
        }
        logIn();
        order(page, 7, Map.of("couponCode", "ALL"));
        Shown open = order(page, 8, Map.of("couponCode", "HALF"));
        buyer(8).pay(open.path(), "4000000000000002");
        order(page, 9, Map.of());
        offer();
    }

    /** Leaves a link to the customer portal that was used. */
    private static void logIn() throws SQLException {
        database.run("INSERT INTO portal_link SELECT id, true, reverse(id), sha256('a'), 'a@example.com', 'en', now(),"
                + " now() + interval '1 hour', now() FROM seller WHERE name = 'teashop'");
    }

    /** Leaves an offer that was accepted, and one that was declined. */
    private static void offer() {
        String product = "'productData': {'title': 'Cup', 'prices': [{'amount': 500, 'currency': 'eur'}]}}";
        JsonNode offered = create("{'name': 'Cup', " + product);
        JsonNode first = create("{'name': 'Pot', 'funnelSteps': [{'type': 'upsell', 'config': {'pageId': '"
                + offered.get("id").textValue() + "'}}], " + product);
        for (int i = 10; i < 12; i++) {
            Buyer buyer = buyer(i);
            String path = "/s/teashop/" + first.get("slug").textValue();
            Shown order = buyer.order(path).expect(303);
            assertThat(buyer.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
            Shown offer = buyer.comeBack(order.path());
            Map<String, String> form = buyer.form(offer);
            form.put("action", i == 10 ? "accept" : "decline");
            buyer.post(offer.path() + "/offer", form).expect(303);
        }
    }

    private static JsonNode create(String body) {
        return api.post("/v1/checkout-pages", body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data");
    }

    private static Buyer buyer(int number) {
        return new Buyer(gateway.url(), "buyer" + number + "@example.com");
    }

    private static Shown order(JsonNode page, int number, Map<String, String> changes) {
        Buyer buyer = buyer(number);
        Map<String, String> form = new HashMap<>(
                buyer.form(buyer.get("/s/teashop/" + page.get("slug").textValue())));
        form.keySet().stream()
                .filter(name -> name.startsWith("variants."))
                .toList()
                .forEach(name -> form.put(name, "2"));
        String pieces = "fields." + page.at("/fields/2/id").textValue();
        form.put(pieces, String.valueOf(number % 3 + 1));
        form.putAll(changes);
        return buyer.post("/s/teashop/" + page.get("slug").textValue(), form).expect(303);
    }

    private static void expire() throws SQLException {
        database.run(
                "UPDATE checkout SET hold_until = now() - interval '1 second'",
                "UPDATE processor_task SET due_at = now()");
    }

    @Test
    void ordersInEveryStateAreConsistent() {
        assertThat(database.violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "UPDATE capacity SET taken = taken + 1 WHERE kind = 'product'"
                        + " # UPDATE capacity SET taken = taken - 1 WHERE kind = 'product'",
                "UPDATE checkout SET claims = claims || '[[\"PRODUCT\", \"x\", 1]]' WHERE status = 'OPEN'"
                        + " # UPDATE checkout SET claims = claims - -1 WHERE status = 'OPEN'",
                "UPDATE recorded_payment SET amount = amount * 2 # UPDATE recorded_payment SET amount = amount / 2",
                "UPDATE recorded_payment SET currency = 'usd' # UPDATE recorded_payment SET currency = 'eur'",
                "UPDATE recorded_payment SET id = reverse(id) # UPDATE recorded_payment SET id = reverse(id)",
                "UPDATE recorded_payment SET charge_id = reverse(charge_id)"
                        + " # UPDATE recorded_payment SET charge_id = reverse(charge_id)",
                "UPDATE portal_link SET used_at = used_at + interval '1 day'"
                        + " # UPDATE portal_link SET used_at = used_at - interval '1 day'",
                "UPDATE checkout SET amount = amount + 1 WHERE status = 'PAID'"
                        + " # UPDATE checkout SET amount = amount - 1 WHERE status = 'PAID'",
                "UPDATE payment_attempt SET status = 'CANCELED' WHERE status = 'SUCCEEDED'"
                        + " # UPDATE payment_attempt SET status = 'SUCCEEDED' FROM checkout c"
                        + " WHERE c.id = checkout_id AND c.status = 'PAID'",
                "UPDATE funnel_run SET offer_charge_id = reverse(offer_charge_id)"
                        + " # UPDATE funnel_run SET offer_charge_id = reverse(offer_charge_id)",
                "UPDATE funnel_run SET offer_amount = offer_amount + 1"
                        + " # UPDATE funnel_run SET offer_amount = offer_amount - 1",
                "UPDATE funnel_run SET page_id = reverse(page_id) # UPDATE funnel_run SET page_id = reverse(page_id)",
                "UPDATE processor_event SET outcome = NULL, applied_at = NULL"
                        + " # UPDATE processor_event SET outcome = 'APPLIED', applied_at = now()",
                "UPDATE processor_task SET subject_id = reverse(subject_id)"
                        + " # UPDATE processor_task SET subject_id = reverse(subject_id)"
            })
    void whatIsWrongIsFound(String change, String undo) throws SQLException {
        database.run(change);
        assertThat(database.violations()).as(change).isNotEmpty();
        database.run(undo);
        assertThat(database.violations()).as(undo).isEmpty();
    }
}
