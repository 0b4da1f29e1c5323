package io.tollgate.platform.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.ExampleRecords;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sends the published example of each write endpoint to a matching record of a seller. */
public final class ExampleRequests {
    private final TestSeller seller;

    public ExampleRequests(TestSeller seller) {
        this.seller = seller;
    }

    /**
     * Returns the endpoints that accept JSON or no body, without those that only members can call, and without the one
     * that asks a processor about a key: ConnectedAccountTest has one.
     */
    public static List<Endpoint> writes() {
        return TestEndpoints.all().stream()
                .filter(endpoint -> !endpoint.path().contains("/ownership-offer"))
                .filter(endpoint -> !endpoint.summary().startsWith("Connect an account"))
                .filter(endpoint ->
                        endpoint.writing() != null && !endpoint.writing().body().form())
                .toList();
    }

    /** Sends the example of an endpoint, after creating the records that it refers to. */
    public Reply send(Endpoint endpoint) {
        ExampleRecords.createEvent(seller, endpoint.writing().body().example());
        return send(endpoint, path(endpoint), example(endpoint));
    }

    Reply send(Endpoint endpoint, String path, String json) {
        TestApi api = endpoint.path().equals("/v1/test-clock") ? seller.test() : seller.live();
        return api.send(endpoint.method().name(), path, Map.of("Content-Type", "application/json"), json);
    }

    /** Returns the published example, or an empty body if there is none. */
    String example(Endpoint endpoint) {
        String method = endpoint.method().name().toLowerCase(Locale.ROOT);
        JsonNode document = seller.live().get("/openapi.json").expect(200).json();
        JsonNode operation = document.get("paths").get(endpoint.path()).get(method);
        return endpoint.writing().body().hasFields()
                ? operation.at("/requestBody/content/application~1json/example").toString()
                : "{}";
    }

    /** Returns a path to an existing record: by its id, or by its code if the path has one. */
    String path(Endpoint endpoint) {
        if (!endpoint.path().contains("{")) {
            return endpoint.path();
        }
        if (endpoint.path().equals("/v1/subscriptions/{subscriptionId}/update")) {
            return endpoint.path().replace("{subscriptionId}", ExampleRecords.boughtSubscription(seller, true));
        }
        Resource whole = TestEndpoints.whole(endpoint);
        ObjectNode record = seller.create(whole, true, sample -> TestEndpoints.fit(endpoint, sample));
        if (endpoint.path().endsWith("/license-key")) {
            ExampleRecords.licenseKey(
                    seller, true, endpoint.resource(), record.get("id").textValue());
        }
        String bump = endpoint.path().contains("/order-bumps") ? bump(endpoint, whole, record) : "";
        JsonNode group = endpoint.path().contains("{ticketGroupId}") ? firstGroup(record) : record;
        String delivery = endpoint.path().contains("{deliveryId}") ? delivery(record) : "";
        String session = endpoint.path().contains("{sessionId}") ? session(record) : "";
        return endpoint.path()
                .replace("{deliveryId}", delivery)
                .replace("{sessionId}", session)
                .replace(bump.isEmpty() ? "{}" : "{productId}", bump)
                .replace("{ticketGroupId}", group.path("id").asText())
                .replace("{ticketTypeId}", group.at("/ticketTypes/0/id").asText())
                .replace("{" + whole.idName() + "}", record.get("id").textValue())
                .replace("{fieldId}", record.at("/fields/0/id").asText())
                .replace("{checkInCode}", record.path("checkInCode").asText().replace(" ", "%20"));
    }

    /** Returns the product of the examples, which the page offers unless the call attaches it. */
    private String bump(Endpoint endpoint, Resource whole, ObjectNode page) {
        String product = ExampleRecords.orderBump(seller);
        String list = whole.path() + "/" + page.get("id").textValue() + "/order-bumps";
        boolean attaching = endpoint.writing() != null && endpoint.path().endsWith("/order-bumps");
        if (!attaching) {
            seller.live().post(list, "{\"productId\":\"" + product + "\"}").expect(201);
        }
        return product;
    }

    private String delivery(ObjectNode webhook) {
        String path = "/v1/webhooks/" + webhook.get("id").textValue() + "/test";
        return seller.live().post(path, "{}").expect(201).json().at("/data/id").textValue();
    }

    private String session(ObjectNode member) {
        String id = Ids.next(Instant.now());
        TestSeller.rows(
                "INSERT INTO member_visit (seller_id, session_id, member_id, created_at, seen_at, expires_at)"
                        + " VALUES ($1, $2, $3, now(), now(), now() + interval '1 day')",
                seller.id(),
                id,
                member.get("id").textValue());
        return id;
    }

    private JsonNode firstGroup(ObjectNode event) {
        String path = "/v1/events/" + event.get("id").textValue();
        return seller.live().get(path).expect(200).json().at("/data/ticketGroups/0");
    }
}
