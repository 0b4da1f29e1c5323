package io.tollgate.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.Files;
import io.tollgate.catalog.page.Templates;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.schema.Field;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import java.util.List;

/** What PATCH changes, whole records or parts, with a value for each setting that can be cleared. */
enum Settable {
    CHECKOUT_PAGE("/v1/checkout-pages/{pageId}"),
    FORM("/v1/forms/{pageId}"),
    EVENT("/v1/events/{pageId}"),
    FIELD("/v1/forms/{pageId}/fields/{fieldId}"),
    TICKET_GROUP("/v1/events/{pageId}/ticket-groups/{ticketGroupId}"),
    TICKET_TYPE("/v1/events/{pageId}/ticket-groups/{ticketGroupId}/ticket-types/{ticketTypeId}"),
    PRODUCT("/v1/products/{productId}"),
    PRICE("/v1/products/{productId}", "price"),
    RECURRING("/v1/products/{productId}", "price", "recurring"),
    PAYMENT_PLAN("/v1/products/{productId}", "price", "paymentPlan"),
    VARIANT("/v1/products/{productId}", "variants"),
    OPTION("/v1/products/{productId}", "variants", "options"),
    ORDER_BUMP("/v1/checkout-pages/{pageId}/order-bumps/{productId}");

    private static final String VARIANTS = """
            { "variants": [ { "name": "V", "manageVariantOptionStock": true, "options": [ { "name": "O" } ] } ] }
            """;
    private static final String RHYTHM = "'interval':'month','intervalCount':1";

    private final String path;
    private final List<String> part;

    Settable(String path, String... part) {
        this.path = path;
        this.part = List.of(part);
    }

    /** Returns the keys of the body, or of the part of it that contains the settings. */
    List<Field> keys() {
        List<Field> keys = TestEndpoints.all().stream()
                .filter(endpoint -> endpoint.method().name().equals("PATCH")
                        && endpoint.path().equals(path))
                .map(Endpoint::writing)
                .findFirst()
                .orElseThrow()
                .body()
                .fields();
        for (String name : part) {
            Field within = keys.stream()
                    .filter(key -> key.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            keys = within.type().item() == null
                    ? within.type().fields()
                    : within.type().item().fields();
        }
        return keys;
    }

    /** Whether the settings below a key belong to another constant. */
    boolean apart(String name) {
        return switch (this) {
            case PRODUCT -> name.equals("price");
            case PRICE -> name.equals("recurring") || name.equals("paymentPlan");
            case ORDER_BUMP -> name.equals("showHideLogic");
            default -> false;
        };
    }

    String images() {
        return this == PRODUCT ? "media" : "images";
    }

    String files() {
        return this == FORM ? "files" : "fileIds";
    }

    private static String file(TestSeller seller, String purpose) {
        return seller.create(Files.RESOURCE, true, file -> file.put("purpose", purpose))
                .get("id")
                .textValue();
    }

    /**
     * A record or a part of one.
     *
     * @param at the pointer to the part
     * @param around the body down to the part, with null in its place
     */
    record Made(TestApi api, String url, String at, String around) {
        Reply patch(ObjectNode inner) {
            // A part without its id would be a new one.
            if (at.startsWith("/variants")) {
                inner.putIfAbsent("id", read().get("id"));
            }
            return api.patch(url, around.replace("null", inner.toString()));
        }

        JsonNode read() {
            return record().at(at);
        }

        JsonNode record() {
            boolean bump = url.contains("/order-bumps/");
            JsonNode found = api.get(bump ? url.substring(0, url.lastIndexOf('/')) : url)
                    .expect(200)
                    .json()
                    .get("data");
            return bump ? found.get(0) : found;
        }
    }

    private static String quoted(String json) {
        return json.replace('\'', '"');
    }

    private static JsonNode post(TestApi api, String path, String json) {
        return api.post(path, quoted(json)).expect(201).json().get("data");
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    /** A new record without optional settings. */
    Made make(TestSeller seller) {
        TestApi api = seller.live();
        return switch (this) {
            case CHECKOUT_PAGE, FORM, EVENT -> {
                String list = path.substring(0, path.indexOf("/{"));
                yield new Made(api, list + "/" + id(post(api, list, "{'name':'A'}")), "", "null");
            }
            case FIELD -> {
                String fields = "/v1/forms/" + id(post(api, "/v1/forms", "{'name':'A'}")) + "/fields";
                post(api, fields, "{'label':'Other','element':'checkbox','reference':'other'}");
                yield new Made(api, fields + "/" + id(post(api, fields, "{'label':'A'}")), "", "null");
            }
            case TICKET_GROUP, TICKET_TYPE -> {
                JsonNode event = post(api, "/v1/events", "{'name':'A'}");
                String group = "/v1/events/" + id(event) + "/ticket-groups/" + id(event.at("/ticketGroups/0"));
                String types = group + "/ticket-types";
                yield new Made(
                        api,
                        this == TICKET_GROUP ? group : types + "/" + id(post(api, types, "{'name':'A'}")),
                        "",
                        "null");
            }
            case ORDER_BUMP -> {
                String bumps =
                        "/v1/checkout-pages/" + id(post(api, "/v1/checkout-pages", "{'name':'A'}")) + "/order-bumps";
                String product = id(post(api, "/v1/products", "{'role':'orderbump','title':'A'}"));
                post(api, bumps, "{'productId':'" + product + "'}");
                yield new Made(api, bumps + "/" + product, "", "null");
            }
            default -> ofProduct(api);
        };
    }

    private Made ofProduct(TestApi api) {
        String data = switch (this) {
            case PRICE -> "{'price':{'payWhatYouWant':true}}";
            case RECURRING -> "{'price':{'recurring':{" + RHYTHM + "}}}";
            case PAYMENT_PLAN -> "{'price':{'paymentPlan':{" + RHYTHM + ",'planIterations':3}}}";
            case VARIANT, OPTION -> VARIANTS;
            default -> "{}";
        };
        JsonNode product = post(api, "/v1/checkout-pages", "{'name':'A','productData':" + data + "}")
                .get("product");
        String url = "/v1/products/" + id(product);
        return switch (this) {
            case PRICE -> new Made(api, url, "/prices/0", "{\"price\":null}");
            case RECURRING -> new Made(api, url, "/prices/0/recurring", "{\"price\":{\"recurring\":null}}");
            case PAYMENT_PLAN -> new Made(api, url, "/prices/0/paymentPlan", "{\"price\":{\"paymentPlan\":null}}");
            case VARIANT -> new Made(api, url, "/variants/0", "{\"variants\":[null]}");
            case OPTION ->
                new Made(
                        api,
                        url,
                        "/variants/0/options/0",
                        "{\"variants\":[{\"id\":\"" + id(product.at("/variants/0"))
                                + "\",\"name\":\"V\",\"options\":[null]}]}");
            default -> new Made(api, url, "", "null");
        };
    }

    /** Returns a body with a value for every setting that can be cleared, each different from the default. */
    ObjectNode sample(TestSeller seller, Made made) {
        String text = SettableSamples.of(this);
        JsonNode event = path.startsWith("/v1/events") ? made.record() : null;
        if (text.contains("OFFER")) {
            text = text.replace("OFFER", id(post(seller.live(), "/v1/checkout-pages", "{'name':'Offer'}")));
        }
        if (text.contains("RATE")) {
            text = text.replace("RATE", id(seller.create(TaxRates.RESOURCE, true, rate -> rate.put("active", true))));
        }
        if (text.contains("TYPE") && event != null) {
            text = text.replace("TYPE", event.at("/ticketTypes/0/id").asText());
        }
        if (text.contains("OWN")) {
            JsonNode part = made.read();
            text = text.replace("OWN", id(part))
                    .replace("OPTION", part.at("/options/0/id").asText())
                    .replace("PRICE", made.record().at("/prices/0/id").asText());
        }
        return Templates.of(text.replace("IMAGE", file(seller, "image")).replace("FILE", file(seller, "file")));
    }
}
