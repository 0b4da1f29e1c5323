package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Quotes and bookings over the API whose tax the processor calculates. */
class BookingTaxTest {
    private static final String TAX = "'tax': {'enabled': true, 'mode': 'processor'},";
    private static final String ADDRESS = "'fields': [{'label': 'Address', 'element': 'address'}],";

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final Shelf event = event(shop);

    private static Shelf event(TestShop shop) {
        return shop.event(TAX + ADDRESS, "'taxBehavior': 'exclusive',", "{'name': 'Seat', 'price': 10000}");
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ObjectNode address(String country, String... parts) {
        ObjectNode address = object().put("country", country);
        for (int i = 0; i < parts.length; i += 2) {
            address.put(parts[i], parts[i + 1]);
        }
        return address;
    }

    private static String field(Shelf shelf, String element) {
        for (JsonNode field : shelf.record().get("fields")) {
            if (field.get("element").asText().equals(element)) {
                return field.get("id").textValue();
            }
        }
        throw new IllegalStateException("the page has no field " + element);
    }

    private static ObjectNode cart(Shelf shelf) {
        ObjectNode cart = object().put("eventId", shelf.id());
        cart.putObject("tickets")
                .put(shelf.record().at("/ticketGroups/0/ticketTypes/0/id").textValue(), 2);
        return cart;
    }

    private ObjectNode booking(ObjectNode billing) {
        return booking(event, billing);
    }

    private static ObjectNode booking(Shelf event, ObjectNode billing) {
        ObjectNode body = cart(event);
        ArrayNode fields = body.putArray("fields");
        for (JsonNode field : event.record().get("fields")) {
            String element = field.get("element").asText();
            if (field.get("required").asBoolean() && !element.equals("address")) {
                fields.addObject()
                        .put("fieldId", field.get("id").textValue())
                        .put("value", element.equals("email") ? "ada@example.com" : "Ada");
            }
        }
        if (!billing.isEmpty()) {
            fields.addObject()
                    .put("fieldId", field(event, "address"))
                    .putObject("value")
                    .set("billing", billing);
        }
        body.putObject("paymentOption").put("manualType", "invoice");
        return body;
    }

    private ObjectNode quote(ObjectNode billing) {
        return quote(event, billing);
    }

    private static ObjectNode quote(Shelf event, ObjectNode billing) {
        ObjectNode body = cart(event);
        body.set("billing", billing);
        return body;
    }

    private static String param(Reply reply) {
        return reply.json().at("/errors/0/param").asText() + ": "
                + reply.json().at("/errors/0/message").asText();
    }

    private Reply book(String body, String key) {
        return book(api, body, key);
    }

    private static Reply book(TestApi api, String body, String key) {
        return api.send(
                "POST", "/v1/bookings", Map.of("Content-Type", "application/json", "Idempotency-Key", key), body);
    }

    private int bookings() {
        return api.get("/v1/bookings").expect(200).json().get("data").size();
    }

    private static int transactions(TestSeller seller) {
        return SimulatorState.objects(seller, true, "tax.transaction").size();
    }

    @Test
    void quoteContainsTheTaxOfTheAddress() {
        JsonNode quote = api.post("/v1/quotes", quote(address("DE")).toString())
                .expect(200)
                .json()
                .get("data");
        assertThat(quote.get("amount").longValue()).isEqualTo(23_800);
        assertThat(quote.get("taxAmount").longValue()).isEqualTo(3_800);
        assertThat(quote.get("taxSource").textValue()).isEqualTo("processor_tax");
        assertThat(quote.get("taxIncluded").booleanValue()).isFalse();
        assertThat(quote.at("/lines/0/taxAmount").longValue()).isEqualTo(3_800);
        long steps = 0;
        for (JsonNode step : quote.get("steps")) {
            steps += step.get("type").asText().equals("total")
                    ? -step.get("amount").longValue()
                    : step.get("amount").longValue();
        }
        assertThat(steps).isZero();
    }

    @Test
    void shippingAddressPrecedesTheBillingAddress() {
        ObjectNode body = quote(address("DE"));
        body.set("shipping", address("us", "region", "CA", "postalCode", "90210"));
        assertThat(api.post("/v1/quotes", body.toString())
                        .expect(200)
                        .json()
                        .at("/data/taxAmount")
                        .longValue())
                .isEqualTo(1_450);
    }

    @Test
    void quoteOfACheckoutPageContainsTheTaxOfEachLine() {
        Shelf page = shop.page("{'name': 'Mug'," + TAX + "'fees': [{'name': 'Handling', 'amount': 333}],"
                + "'productData': {'title': 'Mug', 'taxBehavior': 'inclusive', 'prices': [{'amount': 10000,"
                + " 'currency': 'eur'}]}}");
        ObjectNode body = object().put("pageId", page.id()).put("quantity", 1);
        assertThat(param(api.post("/v1/quotes", body.toString()).expect(400))).startsWith("billing: or shipping");
        body.set("billing", address("FR"));
        JsonNode quote =
                api.post("/v1/quotes", body.toString()).expect(200).json().get("data");
        assertThat(quote.get("amount").longValue()).isEqualTo(10_333);
        assertThat(quote.get("taxIncluded").booleanValue()).isTrue();
        assertThat(quote.get("taxAmount").longValue()).isEqualTo(Math.round(10_333 / 6.0));
    }

    @Test
    void incompleteAddressIsNamed() {
        assertThat(param(api.post("/v1/quotes", cart(event).toString()).expect(400)))
                .startsWith("billing: or shipping is required");
        Reply quote = api.post(
                        "/v1/quotes", quote(address("US", "city", "Town")).toString())
                .expect(400);
        assertThat(param(quote)).isEqualTo("billing.state: is required to calculate the tax in US");
        assertThat(quote.json().at("/errors/1/param").asText()).isEqualTo("billing.postalCode");
        assertThat(param(api.post("/v1/quotes", quote(address("XX")).toString()).expect(400)))
                .startsWith("billing.country");
        assertThat(param(api.post(
                                "/v1/quotes",
                                quote(address("CA", "state", "ON", "region", "ON"))
                                        .toString())
                        .expect(400)))
                .startsWith("billing.region");
        Reply booking =
                api.post("/v1/bookings", booking(address("CA")).toString()).expect(400);
        assertThat(param(booking)).matches("fields\\[\\d]\\.value\\.billing\\.state: is required.*");
        assertThat(param(api.post("/v1/bookings", booking(object()).toString()).expect(400)))
                .startsWith("fields: must include an answer to Address");
        assertThat(bookings()).isZero();
    }

    @Test
    void bookingHasTheTaxAndIsRecordedOnceItIsPaid() {
        String key = UUID.randomUUID().toString();
        String body = booking(address("DE")).toString();
        Reply created = book(body, key).expect(201);
        JsonNode booking = created.json().get("data");
        assertThat(booking.get("amount").longValue()).isEqualTo(23_800);
        assertThat(booking.get("taxAmount").longValue()).isEqualTo(3_800);
        assertThat(booking.get("taxSource").textValue()).isEqualTo("processor_tax");
        assertThat(booking.get("processorTaxCalculationId").textValue()).startsWith("taxcalc_");
        assertThat(booking.at("/taxBreakdown/0/taxRateDetails/country").textValue())
                .isEqualTo("DE");
        Reply again = book(body, key).expect(201);
        assertThat(again.body()).isEqualTo(created.body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(bookings()).isOne();
        long ofTickets = 0;
        for (JsonNode ticket : api.get("/v1/tickets").expect(200).json().get("data")) {
            ofTickets += ticket.get("taxAmount").longValue();
        }
        assertThat(ofTickets).isEqualTo(3_800);
        JsonNode invoice = api.get("/v1/invoices/" + booking.get("invoiceId").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(invoice.get("taxAmount").longValue()).isEqualTo(3_800);
        assertThat(transactions(shop.seller())).isZero();

        String path = "/v1/bookings/" + booking.get("id").textValue();
        api.post(path + "/record-payment", "{\"method\": \"bank_transfer\"}").expect(200);
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(api.get(path)
                        .expect(200)
                        .json()
                        .at("/data/processorTaxTransactionId")
                        .textValue())
                .startsWith("tax_");
        assertThat(transactions(shop.seller())).isOne();
    }

    @Test
    void refusalIsReproducedForTheSameKey() {
        String key = UUID.randomUUID().toString();
        String body = booking(address("US")).toString();
        Reply refused = book(body, key).expect(400);
        Reply again = book(body, key).expect(400);
        assertThat(again.body()).isEqualTo(refused.body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    }

    @Test
    void failuresOfTheProcessorAreTransient() throws Exception {
        Map<String, String> settings = new HashMap<>(TestGateway.PATIENT);
        settings.put("processor.breakerFailures", "1000");
        // Other tests would find the circuit breaker open.
        try (TestGateway gateway = TestGateway.start(settings)) {
            TestShop own = new TestShop(gateway, gateway.seller());
            TestApi caller = own.seller().live();
            Shelf concert = event(own);
            for (String fault : List.of("error", "garble", "drop", "ratelimit")) {
                ObjectNode down = california("simulate:" + fault);
                assertUnavailable(caller.post("/v1/quotes", quote(concert, down).toString()));
                String key = UUID.randomUUID().toString();
                assertUnavailable(book(caller, booking(concert, down).toString(), key));
                // Nothing is stored for the key: the request runs again.
                assertUnavailable(book(caller, booking(concert, down).toString(), key));
            }
            assertThat(caller.get("/v1/bookings").expect(200).json().get("data"))
                    .isEmpty();
            String lost = booking(concert, california("simulate:losex1")).toString();
            book(caller, lost, UUID.randomUUID().toString()).expect(201);
        }
    }

    private static ObjectNode california(String line) {
        return address("US", "state", "CA", "postalCode", "90210", "line1", line);
    }

    private static void assertUnavailable(Reply reply) {
        assertThat(reply.expect(503).json().get("code").textValue()).isEqualTo("tax_unavailable");
        assertThat(reply.header("Retry-After")).isNotNull();
    }

    @Test
    void sellerWithoutAnAccountIsRefused() {
        TestSeller.rows(
                "DELETE FROM processor_account WHERE seller_id = $1",
                shop.seller().id());
        assertThat(api.post("/v1/bookings", booking(address("DE")).toString())
                        .expect(403)
                        .json()
                        .get("code")
                        .textValue())
                .isEqualTo("processor_not_connected");
    }

    @Test
    void quotesOfEqualCartsShareACalculation() {
        int before = SimulatorState.writes(shop.seller());
        for (int i = 0; i < 5; i++) {
            api.post("/v1/quotes", quote(address("IT", "postalCode", "00100")).toString())
                    .expect(200);
        }
        // Each event loop of the gateway has a cache of its own.
        assertThat(SimulatorState.writes(shop.seller()) - before).isBetween(1, 4);
    }
}
