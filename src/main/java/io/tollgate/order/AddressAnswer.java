package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.customer.Countries;
import io.tollgate.error.ApiError.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The answer to a field that asks for a billing address and, where the page says so, one to ship to. */
final class AddressAnswer {
    private static final List<String> PARTS = List.of("line1", "line2", "city", "state", "postalCode", "country");

    private final JsonNode field;
    private final String path;
    private final List<Problem> problems;

    AddressAnswer(JsonNode field, String path, List<Problem> problems) {
        this.field = field;
        this.path = path;
        this.problems = problems;
    }

    /** The row that records keep: one line to read, and the addresses in their parts. */
    @Nullable
    ObjectNode row(JsonNode sent) {
        boolean same = sent.path("sameAsShipping").asBoolean();
        boolean ships = field.path("collect").asText().equals("billing_and_shipping");
        JsonNode billing = sent.has("billing") ? sent.get("billing") : same ? sent.path("shipping") : sent.path("none");
        JsonNode shipping =
                sent.has("shipping") ? sent.get("shipping") : same ? sent.path("billing") : sent.path("none");
        int before = problems.size();
        expect(billing.isObject(), "billing", "is required");
        expect(ships || !sent.has("shipping"), "shipping", "is not asked for by this field");
        expect(!ships || shipping.isObject(), "shipping", "is required, or sameAsShipping");
        hold(billing, "billing", "limitBillingCountries");
        hold(ships ? shipping : sent.path("none"), "shipping", "limitShippingCountries");
        if (problems.size() > before) {
            return null;
        }
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        ObjectNode address = address(billing);
        meta.set("billing", address);
        if (ships) {
            ObjectNode to = address(shipping);
            to.set("name", shipping.get("name"));
            to.set("phone", shipping.get("phone"));
            meta.set("shipping", to);
        }
        List<String> words = new ArrayList<>();
        PARTS.forEach(part -> {
            if (address.hasNonNull(part)) {
                words.add(address.get(part).textValue());
            }
        });
        return FieldAnswer.row(field, String.join(", ", words), null, meta);
    }

    private void expect(boolean right, String key, String message) {
        if (!right) {
            problems.add(new Problem(path + "." + key, message, null));
        }
    }

    private void hold(JsonNode address, String key, String limit) {
        String country = address.path("country").asText().toUpperCase(Locale.ROOT);
        boolean known = !address.isObject() || Countries.has(country);
        expect(known, key + ".country", Countries.EXPECTED);
        expect(
                !known || !address.isObject() || allowed(field.path(limit), country),
                key + ".country",
                "is not among the countries allowed here");
    }

    static boolean allowed(JsonNode limit, String country) {
        return !limit.path("enabled").asBoolean()
                || Bulk.texts(limit.path("countries")).contains(country);
    }

    private static ObjectNode address(JsonNode sent) {
        ObjectNode address = JsonNodeFactory.instance.objectNode();
        for (String part : PARTS) {
            JsonNode value = part.equals("state") && !sent.hasNonNull("state") ? sent.get("region") : sent.get(part);
            address.set(part, value);
        }
        return address.put("country", sent.path("country").asText().toUpperCase(Locale.ROOT));
    }
}
