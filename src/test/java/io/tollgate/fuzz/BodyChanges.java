package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Changes the body of a valid call in one place. */
final class BodyChanges {
    private static final int DEEP = 40;
    private static final List<String> EXTRA =
            List.of("", "__proto__", "constructor", "sellerId", "livemode", "id", "createdAt", "$ref", "a.b", "x\ty");

    private final Document document;
    private final Random random;
    private final Values values;

    /** An existing or possible position in a body. */
    private record Place(ObjectNode holder, String name, JsonNode schema) {}

    BodyChanges(Document document, Random random, Values values) {
        this.document = document;
        this.random = random;
        this.values = values;
    }

    void change(Call call) {
        if (random.nextInt(5) == 0) {
            notJson(call);
            return;
        }
        List<Place> places = new ArrayList<>();
        places(call.operation.body(), call.body, places);
        if (places.isEmpty()) {
            return;
        }
        Place place = places.get(random.nextInt(places.size()));
        switch (random.nextInt(8)) {
            case 0 -> {
                place.holder().remove(place.name());
                call.changed("left out " + place.name());
            }
            case 1 -> {
                String extra = random.nextBoolean() ? EXTRA.get(random.nextInt(EXTRA.size())) : place.name() + "x";
                place.holder().put(extra, "extra");
                call.changed("added " + extra);
            }
            case 2 -> {
                JsonNode value = values.valid(place.schema(), 2);
                if (value != null) {
                    place.holder().set(place.name(), value);
                }
                call.changed("another right " + place.name());
            }
            default -> {
                place.holder().set(place.name(), values.invalid(document.resolve(place.schema())));
                call.changed("strange " + place.name());
            }
        }
        call.bodyChanged = true;
        call.judge(document);
    }

    private void places(JsonNode reference, JsonNode node, List<Place> places) {
        JsonNode schema = document.resolve(reference);
        if (node instanceof ObjectNode object) {
            schema.path("properties").properties().forEach(property -> {
                places.add(new Place(object, property.getKey(), property.getValue()));
                if (object.has(property.getKey())) {
                    places(property.getValue(), object.get(property.getKey()), places);
                }
            });
            if (schema.path("additionalProperties").isObject()) {
                object.fieldNames()
                        .forEachRemaining(
                                name -> places.add(new Place(object, name, schema.get("additionalProperties"))));
            }
        } else if (node instanceof ArrayNode array && schema.has("items")) {
            array.forEach(item -> places(schema.get("items"), item, places));
        }
    }

    /** A body that is not strict JSON is rejected as a whole. */
    private void notJson(Call call) {
        String json = Call.json(call.body);
        String inside = json.length() > 2 ? json.substring(1, json.length() - 1) + "," : "";
        String wrong = switch (random.nextInt(14)) {
            case 0 -> json.substring(0, Math.max(1, json.length() / 2));
            case 1 -> json + "x";
            case 2 -> json + json;
            case 3 -> "{" + inside + "\"twice\":1,\"twice\":2}";
            case 4 -> "{/* a comment */" + json.substring(1);
            case 5 -> "{" + inside + "\"n\":NaN}";
            case 6 -> "{" + inside + "\"n\":01}";
            case 7 -> "{" + inside + "\"n\":+1}";
            case 8 -> "{" + inside + "'n':1}";
            case 9 -> "{" + inside + "\"n\":1e99999999999}";
            case 10 -> "{" + inside + "\"n\":" + "[".repeat(DEEP) + "]".repeat(DEEP) + "}";
            case 11 -> "{" + inside + "\"n\":\"\t\"}";
            case 12 -> "{" + inside + "\"n\":" + "9".repeat(60) + "}";
            default -> "\ufeff" + json;
        };
        byte[] bytes = wrong.getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(6) == 0) {
            bytes = ("{" + inside + "\"n\":\"\u00c0\u00af\"}").getBytes(StandardCharsets.ISO_8859_1);
        }
        call.raw = bytes;
        call.changed("not JSON", 400, 413);
    }
}
