package io.tollgate.sales.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.erasure.ErasureScene.Person;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.FormFile;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A seller of an {@link ErasureScene} with its keys, to which persons leave data. */
final class TracedShop {
    private static final String VISA = "4242424242424242";

    private final ErasureScene scene;
    final String name;
    final TestApi live;
    final TestApi test;
    final String couponId;
    private Buyer lastBuyer;
    private String lastOrder;

    TracedShop(ErasureScene scene, String name) {
        this.scene = scene;
        this.name = name;
        live = scene.gateway.api(scene.gateway.keys().create(name, true, "live").key());
        test = scene.gateway.api(
                scene.gateway.keys().create(name, false, "test").key());
        scene.gateway.accounts().connectSimulator(name);
        live.patch("/v1/account", ErasureScene.json("{'saveCustomerContactDetails': true, 'sendReminderEmails': true}"))
                .expect(200);
        live.post(
                        "/v1/webhooks",
                        ErasureScene.json("{'name': 'Hook', 'url': 'https://hooks.example.com/',"
                                + " 'events': ['payment.created', 'payment.refunded']}"))
                .expect(201);
        couponId = live.post(
                        "/v1/coupons",
                        ErasureScene.json("{'label': 'P', 'code': 'P', 'percentOff': 5, 'duration': 'once'}"))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    String id() {
        return scene.rows("SELECT id FROM seller WHERE name = '" + name + "'").get(0);
    }

    Scope scope(boolean live) {
        return new Scope(id(), live);
    }

    TestApi api(boolean ofLive) {
        return ofLive ? live : test;
    }

    private JsonNode page(String path, boolean ofLive, String body) {
        String mode = ofLive ? "" : "'testmode': true, ";
        return api(ofLive)
                .post(path, ErasureScene.json("{" + mode + body.substring(1)))
                .expect(201)
                .json()
                .get("data");
    }

    private String path(JsonNode page) {
        return "/s/" + name + "/" + page.get("slug").textValue();
    }

    /** Buys, books, subscribes, submits, leaves a cart and an order, and gets refunds and messages. */
    void leaveTraces(Person person, boolean ofLive) {
        submit(person, ofLive);
        if (ofLive) {
            order(person);
            abandon(person);
        }
        book(person, ofLive);
        settle();
        if (ofLive) {
            failTask(person);
            logIn(person);
            answerWebhooks(person);
        }
    }

    /** Leaves a task about an order that fails, with what the processor said. It is not due in the test. */
    private void failTask(Person person) {
        scene.run("INSERT INTO processor_task (seller_id, livemode, id, kind, lane, subject_id, argument, due_at,"
                + " created_at, attempts, failing_since, last_error) SELECT seller_id, livemode, id,"
                + " 'CONFIRM_CANCELLATION', 'processor', id, '{\"reason\": \"q" + person.token() + " moved away\"}',"
                + " now() + interval '3 days', now(), 1, now(), 'no customer " + person.email()
                + "' FROM payment WHERE seller_id = '" + id() + "' AND livemode AND customer_id = '"
                + customer(person, true) + "' ORDER BY id DESC LIMIT 1");
    }

    /** Leaves what a receiver of webhooks answered to events of the person's payments. */
    private void answerWebhooks(Person person) {
        scene.run("UPDATE webhook_delivery SET attempts = 1, status_code = 500, failure = 'status 500',"
                + " response = convert_to('no room for q" + person.token() + "', 'UTF8') WHERE seller_id = '" + id()
                + "' AND record_id IN (SELECT id FROM payment WHERE seller_id = '" + id()
                + "' AND livemode AND customer_id = '" + customer(person, true) + "')");
    }

    /** Leaves a session of the customer portal. */
    private void logIn(Person person) {
        String of = "'" + id() + "', true, ";
        scene.run("INSERT INTO portal_session (seller_id, livemode, token_hash, customer_id, created_at, expires_at)"
                + " VALUES (" + of + "decode(md5('" + person.token() + "') || md5('session'), 'hex'), '"
                + customer(person, true) + "', now(), now() + interval '1 day')");
    }

    private void submit(Person person, boolean ofLive) {
        JsonNode form = page("/v1/forms", ofLive, """
                {'name': 'Application', 'fields': [{'label': 'CV', 'element': 'file'}, {'label': 'Motto'},
                 {'label': 'Phone', 'element': 'phone', 'type': 'phone'}],
                 'formDetails': {'limitSubmissions': {'enabled': true}}}""");
        Buyer buyer = scene.buyer(person);
        Map<String, String> filled = filled(buyer, form, person);
        filled.put(input(form, "Motto"), "motto of q" + person.token());
        send(buyer, form, filled, input(form, "CV"), person);
    }

    private void order(Person person) {
        JsonNode page = page("/v1/checkout-pages", true, """
                {'name': 'Print', 'showCouponCodeField': true, 'savePaymentMethod': true,
                 'productData': {'title': 'Print', 'prices': [{'amount': 2000, 'currency': 'eur'}]},
                 'fields': [{'label': 'Artwork', 'element': 'file'}, {'label': 'Engraving', 'required': true},
                   {'label': 'Address', 'element': 'address'}]}""");
        Buyer buyer = scene.buyer(person);
        Map<String, String> filled = filled(buyer, page, person);
        filled.put(input(page, "Engraving"), "engraved for q" + person.token());
        filled.put("couponCode", "P");
        String address = input(page, "Address") + ".billing";
        filled.put(address + ".line1", "Q" + person.token() + " Street 1");
        filled.put(address + ".city", "Q" + person.token() + "town");
        filled.put(address + ".postalCode", "10115");
        filled.put(address + ".country", "DE");
        Shown order = send(buyer, page, filled, input(page, "Artwork"), person);
        assertThat(buyer.pay(order.path(), VISA)).isEqualTo("succeeded");
        if (lastOrder == null) {
            lastBuyer = buyer;
            lastOrder = order.path();
        }
        buyer.comeBack(order.path()).expect(200);
        String paid = "/v1/payments/" + live.get("/v1/payments?limit=1").ids().get(0);
        live.post(
                        paid + "/refund",
                        ErasureScene.json("{'amount': 100, 'reason': 'other', 'reasonNote': 'because of q"
                                + person.token() + "'}"))
                .expect(200);
    }

    /** Leaves a cart, and an order that expires. */
    private void abandon(Person person) {
        JsonNode page = page("/v1/checkout-pages", true, """
                {'name': 'Mug', 'productData': {'title': 'Mug',
                 'prices': [{'amount': 900, 'currency': 'eur'}]}}""");
        Buyer buyer = scene.buyer(person);
        Map<String, String> filled = filled(buyer, page, person);
        buyer.post(path(page) + "/cart", filled).expect(204);
        Buyer other = scene.buyer(person);
        other.post(path(page), filled(other, page, person)).expect(303);
        scene.run(
                "UPDATE checkout SET hold_until = now() - interval '1 second' WHERE status IN ('OPEN', 'PENDING')",
                "UPDATE processor_task SET due_at = now() WHERE kind <> 'CONFIRM_CANCELLATION'");
        settle();
    }

    void subscribe(Person person) {
        JsonNode page = page("/v1/checkout-pages", true, """
                {'name': 'Box', 'productData': {'title': 'Box', 'prices': [{'amount': 1000, 'currency': 'eur',
                 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}""");
        Buyer buyer = scene.buyer(person);
        Shown order = buyer.post(path(page), filled(buyer, page, person)).expect(303);
        assertThat(buyer.pay(order.path(), VISA)).isEqualTo("succeeded");
        buyer.comeBack(order.path()).expect(200);
    }

    /** Books over the API with an idempotency key, records a payment, and changes the customer. */
    void book(Person person, boolean ofLive) {
        String id = bookUnpaid(person, ofLive);
        TestApi api = api(ofLive);
        api.post(
                        "/v1/bookings/" + id + "/record-payment",
                        ErasureScene.json("{'method': 'cash', 'note': 'from q" + person.token() + "'}"))
                .expect(200);
        api.patch(
                        "/v1/customers/" + customer(person, ofLive),
                        ErasureScene.json("{'phone': '" + person.phone().replace(" ", "") + "', 'companyName': 'Q"
                                + person.token() + " works'}"))
                .expect(200);
        String ticket = api.get("/v1/tickets?bookingId=" + id).ids().get(0);
        api.patch("/v1/tickets/" + ticket, ErasureScene.json("{'attendeeName': 'Guest of Q" + person.token() + "'}"))
                .expect(200);
    }

    String bookUnpaid(Person person, boolean ofLive) {
        TestApi api = api(ofLive);
        JsonNode event = page("/v1/events", ofLive, """
                {'name': 'Concert', 'eventDetails': {'currency': 'eur', 'location': 'Hall', 'timezone':
                 'Europe/Berlin', 'startDate': '2036-09-18T18:00:00Z', 'endDate': '2036-09-18T20:30:00Z'},
                 'ticketGroups': [{'name': 'Hall', 'ticketTypes': [{'name': 'Seat', 'price': 1000}]}]}""");
        String type = event.at("/ticketGroups/0/ticketTypes/0/id").textValue();
        String body = ErasureScene.json(
                """
                {'eventId': '%s', 'tickets': {'%s': 2}, 'couponId': '%s',
                 'paymentOption': {'name': 'Cash', 'manualType': 'cash_on_delivery'},
                 'fields': [{'reference': 'customer_name', 'value': '%s'},
                            {'reference': 'customer_email', 'value': '%s'}]}
                """.formatted(event.get("id").textValue(), type, couponId, person.name(), person.email()));
        Map<String, String> headers = Map.of(
                "Content-Type",
                "application/json",
                "Idempotency-Key",
                "book-" + event.get("id").textValue());
        return api.send("POST", "/v1/bookings", headers, body)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    /** Returns the browser of the first order of a product. */
    Buyer firstBuyer() {
        return lastBuyer;
    }

    /** Returns the path of that order. */
    String firstOrder() {
        return lastOrder;
    }

    String customer(Person person, boolean ofLive) {
        return api(ofLive).get("/v1/customers?email=" + person.email()).ids().get(0);
    }

    private Shown send(Buyer buyer, JsonNode page, Map<String, String> filled, String input, Person person) {
        byte[] bytes = ("bytes of q" + person.files()).getBytes(StandardCharsets.UTF_8);
        filled.remove(input);
        FormFile file = new FormFile(input, "q" + person.files() + ".bin", "application/octet-stream", bytes);
        return buyer.postFiles(path(page), filled, List.of(file)).expect(303);
    }

    private Map<String, String> filled(Buyer buyer, JsonNode page, Person person) {
        Map<String, String> filled = new HashMap<>(buyer.form(buyer.get(path(page))));
        filled.replaceAll((input, value) -> value.equals("Ada Lovelace") ? person.name() : value);
        page.get("fields").forEach(field -> {
            if (field.get("element").asText().equals("phone")) {
                filled.put(input(page, field.get("label").textValue()), person.phone());
            }
        });
        return filled;
    }

    void settle() {
        for (int round = 0; round < 3; round++) {
            scene.run(
                    "UPDATE processor_task SET due_at = now() WHERE due_at < now() + interval '5 minutes'",
                    "UPDATE simulated_event SET due_at = now() WHERE due_at < now() + interval '5 minutes'",
                    "UPDATE simulated_object SET object = jsonb_set(object, '{created}', to_jsonb((object ->>"
                            + " 'created')::bigint - 10)) WHERE kind = 'refund'");
            for (boolean mode : new boolean[] {true, false}) {
                scene.gateway.settle(scope(mode));
                scene.gateway.numberEvents(scope(mode));
            }
        }
    }

    private static String input(JsonNode page, String label) {
        for (JsonNode field : page.get("fields")) {
            if (field.get("label").textValue().equals(label)) {
                return "fields." + field.get("id").textValue();
            }
        }
        throw new AssertionError("no field " + label);
    }
}
