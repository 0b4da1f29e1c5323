package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.Files;
import io.tollgate.catalog.page.Templates;
import io.tollgate.catalog.product.ProductSamples;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.schema.Field;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Catalog records are accepted as returned: clients read a list, add to it, and send it. */
class ReadBackTest {
    private static final String FIELDS = """
            "fields": [
              { "label": "Meal", "element": "select", "key": "meal", "required": true,
                "options": [ { "label": "Fish", "key": "fish" }, { "label": "None" } ],
                "defaultValue": { "enabled": true, "value": "Fish" } },
              { "label": "Bones?", "element": "number", "minValue": { "enabled": true, "value": "1" },
                "showHideLogic": { "enabled": true, "comparison": "is", "value": "fish",
                  "element": { "elementId": "meal" } } },
              { "label": "Where to", "element": "address", "collect": "billing_and_shipping",
                "limitShippingCountries": { "enabled": true, "countries": [ "NL" ] } } ]
            """;

    private static final String PAGE = """
            { "name": "P", "title": "T", "description": "Plain", "locale": "nl-NL", "testmode": true,
              "funnelSteps": [ { "type": "confirmation", "config": { "confirmationCheckoutTitle": "Thanks" } },
                { "type": "upsell", "config": { "redirect": { "url": "https://shop.example/x" } } } ],
              "redirect": { "enabled": true, "url": "https://shop.example/r" },
              "redirectUrlPath": [ { "key": "orderId", "identifier": "orderId" } ],
              "redirectUrlQuery": [ { "parameter": "m", "key": "fields", "fieldKey": "meal" } ],
              "invoiceSettings": { "dueDays": { "enabled": true, "days": 30 } },
            """ + FIELDS + "}";

    private static final String PAID = """
            { "fees": [ { "name": "F", "percentage": 1.5 } ],
              "paymentOptions": [ { "type": "full", "name": "Now" },
                { "type": "manual", "name": "Later", "manualType": "invoice" } ],
              "tax": { "enabled": true, "mode": "fixed" },
              "checkoutAbandonment": { "emailReminders": { "reminder1": { "customizeEmail": true, "subject": "S" } } } }
            """;

    private static final String EVENT = """
            { "eventDetails": { "type": "in_person", "location": "Hall", "capacity": 90, "currency": "eur",
                "startDate": "2036-05-02T10:00:00Z", "limitRegistrations": { "enabled": true },
                "discounts": [ { "quantityCondition": "ticket_type_quantity", "minQuantity": 5, "percentOff": 10,
                  "ticketTypeIds": [ { "key": "late" } ] } ] },
              "ticketGroups": [
                { "name": "First", "key": "first", "availabilityBehavior": "date_time_based",
                  "saleEndOn": "2036-03-01T00:00:00Z",
                  "bulkDiscounts": [ { "minQuantity": 2, "maxQuantity": 5, "percentOff": 7.5 } ],
                  "preselect": { "enabled": true, "ticketTypeId": "early", "quantity": 2 },
                  "ticketTypes": [ { "name": "Early", "key": "early", "price": 1900, "feeAmount": 100, "capacity": 5,
                    "availabilityBehavior": "date_time_based", "saleEndOn": "2036-03-01T00:00:00Z" } ] },
                { "name": "Second", "availabilityBehavior": "after_ticket_sale_ends", "triggerTicketGroupId": "first",
                  "ticketTypes": [ { "name": "Late", "key": "late", "pricing": "pwyw", "price": 500, "imageId": "IMAGE",
                    "availabilityBehavior": "after_ticket_sale_ends", "triggerTicketTypeId": "early" } ] } ] }
            """;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final List<String> refused = new ArrayList<>();

    @BeforeEach
    void a_default_tax_rate() {
        seller.create(TaxRates.RESOURCE, true, rate -> rate.put("active", true).put("default", true));
    }

    private ObjectNode made(String path, JsonNode body) {
        return (ObjectNode) api.post(path, body.toString()).expect(201).json().get("data");
    }

    private static ObjectNode both(String one, String other) {
        return Templates.of(one).setAll(Templates.of(other));
    }

    private static String id(JsonNode record) {
        return record.path("id").asText();
    }

    private static List<Field> keys(String template) {
        return TestEndpoints.all().stream()
                .filter(endpoint -> endpoint.method().name().equals("PATCH")
                        && endpoint.path().equals(template))
                .map(Endpoint::writing)
                .findFirst()
                .orElseThrow()
                .body()
                .fields();
    }

    /** Sends each writable field of a record by itself, and then all at once. */
    private void sendsBack(String template, String path, JsonNode record) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        for (Field key : keys(template)) {
            if (record.has(key.name())) {
                whole.set(key.name(), record.get(key.name()));
                ObjectNode one = JsonNodeFactory.instance.objectNode();
                sends(path, one.set(key.name(), record.get(key.name())), record);
            }
        }
        if (whole.has("prices")) {
            // Only one of the two is sent: the other one is derived from it.
            whole.remove("price");
        }
        sends(path, whole, record);
    }

    private void sends(String path, JsonNode body, JsonNode record) {
        String before = api.get("/v1/audit-log?limit=1").expect(200).body();
        Reply reply = api.patch(path, body.toString());
        if (reply.status() != 200) {
            refused.add(path + " " + body.properties().size() + " " + reply.body());
        } else if (!withoutMoment(reply.json().get("data")).equals(withoutMoment(record))) {
            refused.add(path + " changed by " + body);
        } else if (!api.get("/v1/audit-log?limit=1").body().equals(before)) {
            refused.add(path + " written by " + body);
        }
    }

    private static JsonNode withoutMoment(JsonNode record) {
        return ((ObjectNode) record.deepCopy()).without("updatedAt");
    }

    private void sendsBackParts(String template, String path, String name, JsonNode parts) {
        parts.forEach(part -> sendsBack(template + "/{" + name + "}", path + "/" + id(part), part));
    }

    private JsonNode page(String collection, ObjectNode body) {
        ObjectNode record = made(collection, body);
        String path = collection + "/" + id(record);
        sendsBackParts(collection + "/{pageId}/fields", path + "/fields", "fieldId", record.get("fields"));
        sendsBack(collection + "/{pageId}", path, record);
        return record;
    }

    @Test
    void of_checkout_pages_with_their_products() {
        ObjectNode body = both(PAGE, PAID);
        body.set("productData", ProductSamples.all(seller));
        JsonNode page = page("/v1/checkout-pages", body);
        JsonNode product = page.get("product");
        sendsBack("/v1/products/{productId}", "/v1/products/" + id(product), product);
        assertThat(refused).isEmpty();
    }

    @Test
    void of_forms() {
        page("/v1/forms", both(PAGE, "{ \"formDetails\": { \"limitSubmissions\": { \"enabled\": true } } }"));
        assertThat(refused).isEmpty();
    }

    @Test
    void of_events_with_their_tickets() {
        String image = id(seller.create(Files.RESOURCE, true, file -> file.put("purpose", "image")));
        ObjectNode body = both(PAGE, PAID);
        JsonNode event = page("/v1/events", body.setAll(Templates.of(EVENT.replace("IMAGE", image))));
        String groups = "/v1/events/{pageId}/ticket-groups";
        String path = "/v1/events/" + id(event) + "/ticket-groups";
        sendsBackParts(groups, path, "ticketGroupId", event.get("ticketGroups"));
        for (JsonNode group : event.get("ticketGroups")) {
            sendsBackParts(
                    groups + "/{ticketGroupId}/ticket-types",
                    path + "/" + id(group) + "/ticket-types",
                    "ticketTypeId",
                    group.get("ticketTypes"));
        }
        assertThat(refused).isEmpty();
    }

    @Test
    void of_pages_that_have_nothing_but_a_name() {
        for (String collection : List.of("/v1/checkout-pages", "/v1/forms", "/v1/events")) {
            page(collection, Templates.of("{ \"name\": \"N\" }"));
        }
        assertThat(refused).isEmpty();
    }

    private void refuses(String path, String body, String... problems) {
        assertThat(api.patch(path, body.replace('\'', '"')).problems()).containsExactly(problems);
    }

    @Test
    void another_value_of_what_cannot_be_set_is_refused() {
        JsonNode form = made("/v1/forms", Templates.of("{ \"name\": \"F\" }"));
        String since = "'enabledAt':'2020-01-31T10:00:00Z'";
        refuses(
                "/v1/forms/" + id(form),
                "{'formDetails':{'limitSubmissions':{'enabled':true," + since + "}}}",
                "formDetails.limitSubmissions.enabledAt");
        JsonNode event = made("/v1/events", Templates.of("{ \"name\": \"E\" }"));
        refuses(
                "/v1/events/" + id(event),
                "{'eventDetails':{'status':'sold_out','limitRegistrations':{'enabled':true," + since + "}},"
                        + "'fees':[{'name':'F','amount':1,'multiplyByQuantity':true}]}",
                "fees[0].multiplyByQuantity");
        refuses(
                "/v1/events/" + id(event),
                "{'eventDetails':{'status':'sold_out','limitRegistrations':{'enabled':true," + since + "}}}",
                "eventDetails.status",
                "eventDetails.limitRegistrations.enabledAt");
        JsonNode product = made("/v1/products", ProductSamples.all(seller).put("role", "orderbump"));
        String path = "/v1/products/" + id(product);
        ((ObjectNode) product.at("/variants/0/options/0/image")).put("name", "another");
        ((ObjectNode) product.get("limitPayments")).put("enabledAt", "2020-01-31T10:00:00Z");
        refuses(
                path,
                ((ObjectNode) product)
                        .retain("prices", "variants", "limitPayments")
                        .toString(),
                "variants[0].options[0].image",
                "limitPayments.enabledAt");
    }

    @Test
    void a_list_that_was_read_can_be_added_to() {
        JsonNode page = made("/v1/checkout-pages", both("{ \"name\": \"P\" }", PAID));
        String path = "/v1/checkout-pages/" + id(page);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("fees", page.get("fees").deepCopy());
        body.withArray("fees").addObject().put("name", "More").put("amount", 5);
        JsonNode fees = api.patch(path, body.toString()).expect(200).json().at("/data/fees");
        assertThat(fees.get(0)).isEqualTo(page.at("/fees/0"));
        assertThat(fees.size()).isEqualTo(2);
        JsonNode product = page.get("product");
        body.removeAll();
        body.set("prices", product.get("prices").deepCopy());
        body.withArray("prices").addObject().put("amount", 5);
        JsonNode prices = api.patch("/v1/products/" + id(product), body.toString())
                .expect(200)
                .json()
                .at("/data/prices");
        assertThat(prices.get(0)).isEqualTo(product.at("/prices/0"));
        assertThat(prices.size()).isEqualTo(2);
    }

    @Test
    void of_order_bumps_coupons_and_tax_rates() {
        ObjectNode product = made("/v1/products", ProductSamples.all(seller).put("role", "orderbump"));
        sendsBack("/v1/products/{productId}", "/v1/products/" + id(product), product);
        JsonNode gift = made("/v1/products", Templates.of("{ \"role\": \"orderbump\", \"title\": \"Gift\" }"));
        JsonNode page = made("/v1/checkout-pages", Templates.of("{ \"name\": \"P\" }"));
        String bumps = "/v1/checkout-pages/" + id(page) + "/order-bumps";
        ObjectNode body = Templates.of("{ \"showHideLogic\": { \"enabled\": true, \"subject\": \"price\","
                        + " \"comparison\": \"is\", \"priceId\": \"PRICE\" } }"
                                .replace(
                                        "PRICE",
                                        page.at("/product/defaultPriceId").asText()))
                .put("productId", id(gift));
        JsonNode bump = made(bumps, body);
        sendsBack("/v1/checkout-pages/{pageId}/order-bumps/{productId}", bumps + "/" + id(gift), bump);
        JsonNode coupon = made(
                "/v1/coupons",
                Templates.of("{ \"label\": \"L\", \"code\": \"C\", \"percentOff\": 5, \"duration\": \"once\","
                        + " \"pageIds\": [ \"" + id(page) + "\" ] }"));
        sendsBack("/v1/coupons/{couponId}", "/v1/coupons/" + id(coupon), coupon);
        JsonNode rate = made(
                "/v1/tax-rates", Templates.of("{ \"displayName\": \"V\", \"inclusive\": false, \"percentage\": 9 }"));
        sendsBack("/v1/tax-rates/{taxRateId}", "/v1/tax-rates/" + id(rate), rate);
        assertThat(refused).isEmpty();
    }
}
