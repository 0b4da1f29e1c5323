package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.fuzz.Document.Operation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Creates valid calls of operations on existing records. */
final class Calls {
    private static final String BOUNDARY = "xXboundaryXx";

    /** The collections of the ids that bodies refer to. */
    private static final Map<String, String> OF = Map.of(
            "productId", "/v1/products",
            "productIds", "/v1/products",
            "fileIds", "/v1/files",
            "imageIds", "/v1/files",
            "fixedTaxRateIds", "/v1/tax-rates",
            "pageIds", "/v1/checkout-pages",
            "redirectPageId", "/v1/checkout-pages",
            "couponId", "/v1/coupons");

    private final Document document;
    private final World world;
    private final Random random;

    Calls(Document document, World world, Random random) {
        this.document = document;
        this.world = world;
        this.random = random;
    }

    Values values(World.Caller caller) {
        return new Values(document, random, caller.canary() + "any-");
    }

    /** @param last the id at the end of the path, or null for any */
    Call of(Operation operation, World.Caller caller, @Nullable String last) {
        Call call = new Call(operation, caller, path(operation, caller, last));
        query(call);
        if (operation.takesJson()) {
            call.contentType = "application/json";
            call.body = body(operation, caller);
        } else if (operation.body() != null) {
            call.contentType = "multipart/form-data; boundary=" + BOUNDARY;
            call.raw = form(caller);
        }
        return call;
    }

    private String path(Operation operation, World.Caller caller, @Nullable String last) {
        StringBuilder path = new StringBuilder();
        String[] segments = operation.path().substring(1).split("/");
        for (int i = 0; i < segments.length; i++) {
            String segment = segments[i];
            boolean ends = i == segments.length - 1;
            if (!segment.startsWith("{")) {
                path.append('/').append(segment);
            } else if (ends && last != null) {
                path.append('/').append(last);
            } else if (segment.equals("{checkInCode}")) {
                path.append('/').append(encoded(world.id(random, caller, true, "checkInCode")));
            } else {
                boolean moded = isModed(path.toString());
                path.append('/').append(world.id(random, caller, moded, path.toString()));
            }
        }
        return path.toString();
    }

    /** Returns whether the records of a collection have one mode, as its list declares. */
    private boolean isModed(String collection) {
        Operation list = document.find("GET", collection);
        return list != null && list.hasMode();
    }

    private void query(Call call) {
        Values values = values(call.caller);
        call.operation.query().forEach((name, schema) -> {
            boolean wanted = name.equals("limit") ? random.nextInt(5) > 0 : random.nextInt(8) == 0;
            if (!wanted || name.equals("ending_before") || !mayAsk(call, name)) {
                return;
            }
            JsonNode value = values.valid(schema, 0);
            if (value != null) {
                String text = name.equals("limit") ? Integer.toString(1 + random.nextInt(5)) : value.asText();
                call.query.add(name + "=" + encoded(text));
            }
        });
    }

    /** Excludes live mode for test keys, because other tests cover its rejection. */
    private static boolean mayAsk(Call call, String name) {
        return !name.equals("livemode") || call.caller.live();
    }

    private JsonNode body(Operation operation, World.Caller caller) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (operation.example() instanceof ObjectNode example) {
            body = example.deepCopy();
        }
        if (random.nextInt(3) == 0 && values(caller).valid(operation.body(), 1) instanceof ObjectNode more) {
            body.setAll(more);
        }
        named(body, caller);
        return own(body, caller);
    }

    /** Adds unique names, so that calls from the same example do not conflict, and the canary of the caller. */
    private ObjectNode own(ObjectNode body, World.Caller caller) {
        for (String name : new String[] {"name", "title", "label", "displayName", "attendeeName"}) {
            if (body.path(name).isTextual()) {
                body.put(name, caller.canary() + "any");
            }
        }
        if (body.has("code")) {
            body.put("code", "C" + random.nextInt(1_000_000_000));
        }
        if (body.path("displayName").isTextual()) {
            body.put("displayName", "rate " + random.nextInt(1_000));
        }
        return body;
    }

    /** Replaces ids of the example by ids of existing records. */
    private void named(JsonNode node, World.Caller caller) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(member -> {
                String collection = OF.get(member.getKey());
                if (collection == null) {
                    named(member.getValue(), caller);
                } else if (member.getValue() instanceof ArrayNode list && !list.isEmpty()) {
                    list.removeAll().add(world.id(random, caller, false, collection));
                } else if (member.getValue().isTextual()) {
                    object.put(member.getKey(), world.id(random, caller, false, collection));
                }
            });
        } else {
            node.forEach(item -> named(item, caller));
        }
    }

    private byte[] form(World.Caller caller) {
        String start = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; ";
        String form = start + "name=\"purpose\"\r\n\r\nfile\r\n" + start + "name=\"file\"; filename=\""
                + caller.canary() + "any.txt\"\r\nContent-Type: text/plain\r\n\r\n" + random.nextInt() + "\r\n--"
                + BOUNDARY + "--\r\n";
        return form.getBytes(StandardCharsets.UTF_8);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
