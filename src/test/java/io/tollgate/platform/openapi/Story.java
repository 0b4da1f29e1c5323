package io.tollgate.platform.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.sales.purchase.Dollars;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends the requests of {@code story.json} to a gateway, in order, and records requests and responses by schema.
 *
 * <p>A step is one of: {@code send} an operation, with the published request body unless the step has a {@code body};
 * {@code upload} a file; {@code insert} a record that only buyers create. In a step, <code>{{name/pointer}}</code>
 * stands for a value of the result of an earlier step, by default its id.
 */
final class Story {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern REFERENCE = Pattern.compile("(\"?)\\{\\{(\\w+)(/[^}]*)?}}(\"?)");
    private static final Pattern TIME = Pattern.compile("20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z");

    /** Sees a request before it is sent, and then its reply. */
    interface Before {
        Consumer<Reply> request(TestSeller seller, String method, String target, String body);
    }

    private final TestGateway gateway;
    private final Before before;
    private final TestSeller seller;
    private final JsonNode document;
    private final StableValues values = new StableValues();
    private final Map<String, JsonNode> results = new HashMap<>();
    private final Map<String, ArrayNode> recorded = new TreeMap<>();

    Story(TestGateway gateway) {
        this(gateway, (seller, method, target, body) -> reply -> {});
    }

    /** @param before sees each request before it is sent */
    Story(TestGateway gateway, Before before) {
        this.gateway = gateway;
        this.before = before;
        seller = gateway.seller();
        document = gateway.api(null).get("/openapi.json").expect(200).json();
        values.put(seller.name(), "acme");
    }

    /** Recorded requests and responses by the name of their schema, with stable ids and times. */
    Map<String, ArrayNode> recorded() {
        return recorded;
    }

    TestSeller seller() {
        return seller;
    }

    void run(JsonNode step) throws IOException {
        String name = step.get("name").textValue();
        values.begin(name, step.path("at").asText());
        if (step.has("insert")) {
            results.put(name, insert(step));
            return;
        }
        JsonNode result = step.has("upload") ? upload(step) : send(step);
        results.put(name, result);
        step.path("ids")
                .properties()
                .forEach(id -> values.put(
                        result.at(id.getKey()).textValue(), id.getValue().textValue()));
        JsonNode stable = values.stable(result);
        if (step.has("keep")) {
            record(step.get("keep").textValue(), stable);
        }
    }

    private void record(String schema, JsonNode value) {
        recorded.computeIfAbsent(schema, first -> MAPPER.createArrayNode()).add(value);
    }

    private JsonNode upload(JsonNode step) {
        String file = step.get("upload").textValue();
        boolean image = file.endsWith(".png");
        byte[] bytes = image ? FileSamples.png(1200, 800) : "Bring a mat.\n".getBytes(StandardCharsets.UTF_8);
        Reply reply = FileSamples.upload(seller.live(), image ? "image" : "file", file, bytes);
        return reply.expect(201).json().get("data");
    }

    private JsonNode send(JsonNode step) throws IOException {
        String id = step.get("send").textValue();
        if (id.equals("listFeed")) {
            gateway.numberEvents(seller.scope(true));
        }
        String path = null;
        String method = null;
        for (var each : document.get("paths").properties()) {
            for (var operation : each.getValue().properties()) {
                if (operation.getValue().get("operationId").textValue().equals(id)) {
                    path = each.getKey();
                    method = operation.getKey();
                }
            }
        }
        JsonNode operation = document.get("paths").path(path).path(method);
        for (var value : step.path("path").properties()) {
            path = path.replace(
                    "{" + value.getKey() + "}", resolved(value.getValue().textValue()));
        }
        JsonNode content = operation.at("/requestBody/content/application~1json");
        String body = "";
        if (step.has("body")) {
            body = resolved(step.get("body").toString());
            String schema = content.at("/schema/$ref").textValue();
            record(schema.substring(schema.lastIndexOf('/') + 1), values.stable(MAPPER.readTree(body)));
        } else if (content.has("example")) {
            body = values.real(content.get("example").toString());
        }
        Reply reply = request(
                step,
                method.toUpperCase(Locale.ROOT),
                path + resolved(step.path("query").asText()),
                body);
        if (reply.status() >= 300) {
            throw new IllegalArgumentException(step.get("name") + " returned " + reply.status() + ": " + reply.body());
        }
        return reply.json().has("data") ? reply.json().get("data") : reply.json();
    }

    /** Sends a request with retries, because a slow machine can return 503. */
    private Reply request(JsonNode step, String method, String target, String body) {
        Consumer<Reply> after = before.request(seller, method, target, body);
        Reply reply = body.isEmpty()
                ? seller.live().send(method, target, Map.of())
                : seller.live()
                        .writeWithRetries(method, target, step.get("name").textValue(), body);
        after.accept(reply);
        return reply;
    }

    /** Inserts a record; fields that the step does not name are null or empty. */
    private JsonNode insert(JsonNode step) throws IOException {
        Resource resource = TestEndpoints.resources().stream()
                .filter(each -> each.name().equals(step.get("insert").textValue()))
                .findFirst()
                .orElseThrow();
        String text =
                TIME.matcher(resolved(step.get("record").toString())).replaceAll(time -> values.realTime(time.group()));
        ObjectNode given = (ObjectNode) MAPPER.readTree(text);
        given.put("id", Ids.next(Instant.parse(given.get("createdAt").textValue())))
                .put("sellerId", seller.id())
                .put("livemode", true);
        if (given.has("amount")) {
            given.put("amountUsd", Dollars.cents("eur", given.get("amount").longValue()));
        }
        ObjectNode record = MAPPER.createObjectNode();
        for (Field field : resource.fields()) {
            JsonNode none = field.type().kind() == Type.Kind.LIST ? MAPPER.createArrayNode() : NullNode.instance;
            record.set(field.name(), given.has(field.name()) ? given.remove(field.name()) : none);
        }
        if (!given.isEmpty()) {
            throw new IllegalArgumentException("no fields of " + resource.name() + ": " + given);
        }
        TestSeller.await(seller.insert(resource, true, record));
        return record;
    }

    /** With the values that references stand for; a reference between quotes may stand for any JSON. */
    private String resolved(String text) {
        return REFERENCE.matcher(text).replaceAll(reference -> {
            JsonNode result = results.get(reference.group(2));
            if (result == null) {
                throw new IllegalArgumentException("no step " + reference.group(2));
            }
            String pointer = reference.group(3);
            JsonNode value = result.at(pointer == null ? "/id" : pointer);
            if (value.isMissingNode()) {
                throw new IllegalArgumentException("nothing at " + reference.group());
            }
            boolean whole = !reference.group(1).isEmpty() && !reference.group(4).isEmpty();
            return Matcher.quoteReplacement(
                    whole ? value.toString() : reference.group(1) + value.asText() + reference.group(4));
        });
    }
}
