package io.tollgate.platform.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Endpoints that create, update and delete webhooks. */
public final class WebhookRoutes {
    private static final String ALL = "/v1/webhooks";
    private static final String ONE = "/v1/webhooks/{webhookId}";

    private static final Body CREATE = Body.of("WebhookCreate", """
            {
              "name": "Warehouse",
              "url": "https://hooks.example.com/tollgate",
              "events": ["payment.paid", "booking.paid"],
              "secret": "whsec_ZG9jdW1lbnRhdGlvbiBleGFtcGxlIHNlY3JldCBrZXk=",
              "customHeaders": { "X-Source": "tollgate" }
            }
            """, Webhooks.SCHEMA.create());

    private static final Body CHANGE =
            Body.of("WebhookChange", "{ \"name\": \"Warehouse\", \"status\": \"inactive\" }", Webhooks.SCHEMA.change());

    private static final Body ROTATE = Body.of(
                    "WebhookRotate",
                    "{ \"secret\": \"whsec_YW5vdGhlciBleGFtcGxlIG9mIGEgc2VjcmV0IGtleQ==\" }",
                    Field.of("secret", Webhooks.SECRET)
                            .doc("The new key of the signatures. Without it, Tollgate creates one."))
            .asOptional();

    /** How long the secret before a rotation signs. */
    private static final Duration OVERLAP = Duration.ofHours(24);

    private final Vertx vertx;
    private final WriteExecutor writes;
    private final WebhookSecrets secrets;
    private final AddressPolicy policy;
    private final Set<String> types;
    private final TestKeyRule testKeys;

    /** What keys of test mode may do. */
    public interface TestKeyRule {
        /** Returns whether the key of a write may not change what live mode uses. */
        Future<Boolean> areLimited(WriteContext write);

        /** Returns the refusal, with this reason. */
        ApiError refusal(String reason);
    }

    /** @param types of all events */
    public WebhookRoutes(
            Vertx vertx,
            WriteExecutor writes,
            WebhookSecrets secrets,
            AddressPolicy policy,
            List<String> types,
            TestKeyRule testKeys) {
        this.vertx = vertx;
        this.writes = writes;
        this.secrets = secrets;
        this.policy = policy;
        this.types = Set.copyOf(types);
        this.testKeys = testKeys;
    }

    public List<Endpoint> all() {
        return List.of(create(), change(), delete(), rotate());
    }

    private Endpoint create() {
        Writing writing = Writing.of("createWebhook", """
                Sends events that happen from now on to an address. A webhook that a live key creates gets the events \
                of both modes; `livemode` in the payload tells which. One that a test key creates gets only those of \
                test mode, unless the account lets test keys change what live mode uses. A seller can have 10 \
                webhooks: 400 for the next. Returns 409 `webhook_url_taken` if another webhook has the \
                address.""", CREATE).creating().withResponseSchema(Webhooks.CREATED);
        return sealed(ALL, "Create a webhook", writing, request -> {
            Input input = request.input(CREATE);
            validate(input);
            NewCredentials.validate(input);
            ObjectNode values = input.check().values();
            String secret = NewCredentials.secret(input);
            return write -> NewCredentials.of(vertx, secret).compose(credentials -> create(write, values, credentials));
        });
    }

    private Endpoint sealed(String path, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(
                HttpMethod.POST, path, summary, Webhooks.RESOURCE, writing, plan.sealedBy(secrets.responses()));
    }

    private void validate(Input input) {
        String url = input.text("url");
        String problem = url == null ? null : policy.problem(url);
        if (problem != null) {
            input.problem("url", problem);
        }
        List<String> events = input.texts("events");
        for (int i = 0; i < events.size(); i++) {
            input.rule(types.contains(events.get(i)), "events[" + i + "]", "is not a type of event");
        }
        CustomHeaders.validate(input);
    }

    private Future<ApiResponse> create(WriteContext write, ObjectNode values, NewCredentials credentials) {
        String id = write.newId();
        ObjectNode webhook = JsonNodeFactory.instance.objectNode();
        webhook.put("id", id).set("name", values.get("name"));
        webhook.set("url", values.get("url"));
        webhook.set("events", distinct(values.get("events")));
        webhook.put("status", "active").put("apiVersion", "v1");
        JsonNode headers = values.path("customHeaders");
        webhook.set("customHeaders", headers.isObject() ? headers : webhook.objectNode());
        webhook.set("pageId", values.path("pageId").isTextual() ? values.get("pageId") : webhook.nullNode());
        webhook.put("createdAt", Times.text(write.now())).put("updatedAt", Times.text(write.now()));
        Map<String, Object> columns = credentials.columns(secrets, write.scope().sellerId(), id);
        return WebhookRows.requireRoom(write)
                .compose(room ->
                        WebhookRows.requirePage(write, webhook.path("pageId").textValue()))
                .compose(known -> testKeys.areLimited(write))
                .compose(limited -> inserted(write.insert(Webhooks.RESOURCE, webhook, columns))
                        .compose(
                                stored -> WebhookRows.begin(write, id, !limited).map(stored)))
                .compose(stored -> shown(write, 201, stored, credentials.secret()));
    }

    /** Returns a response with the record and its secret. The ETag is that of the record without it. */
    private static Future<ApiResponse> shown(WriteContext write, int status, Stored stored, String secret) {
        return WebhookStates.in(write.transaction())
                .of(write.catalog())
                .compose(write.scope(), List.of(stored.record().deepCopy()))
                .map(shown -> ApiResponse.record(
                        status,
                        stored.bytes(),
                        Buffer.buffer(Rendering.render(
                                Webhooks.CREATED.fields(), shown.get(0).put("secret", secret)))));
    }

    private Endpoint rotate() {
        Writing plain = Writing.of("rotateWebhookSecret", """
                Replaces the secret and the key pair. The former ones sign too for 24 hours: `webhook-signature` then \
                has a signature under each, and `x-webhook-signature-former` is the one under the former secret. \
                Another rotation in that time ends the secret before. Only this response has the new secret.\
                """, ROTATE);
        Writing writing = plain.withResponseSchema(Webhooks.CREATED);
        return sealed(ONE + "/rotate", "Replace the secret of a webhook", writing, request -> {
            Input input = request.input(ROTATE, "webhookId");
            NewCredentials.validate(input);
            input.check();
            String id = request.id("webhookId");
            String secret = NewCredentials.secret(input);
            return write -> NewCredentials.of(vertx, secret)
                    .compose(credentials -> lock(write, id).compose(former -> rotate(write, id, former, credentials)));
        });
    }

    private Future<ApiResponse> rotate(WriteContext write, String id, Stored former, NewCredentials credentials) {
        ObjectNode webhook = former.record().deepCopy().put("secretRotatedAt", Times.text(write.realTime()));
        Map<String, Object> columns = credentials.columns(secrets, write.scope().sellerId(), id);
        columns.put("former_until", write.realTime().plus(OVERLAP).atOffset(ZoneOffset.UTC));
        return WebhookRows.secrets(write, id)
                .compose(before -> {
                    columns.put("former_secret", before.getBuffer(0));
                    columns.put("former_signing_key", before.getBuffer(1));
                    return write.update(Webhooks.RESOURCE, former, webhook, columns);
                })
                .compose(stored -> shown(write, 200, stored, credentials.secret()));
    }

    private static Future<Stored> inserted(Future<Stored> stored) {
        return stored.recover(failure -> Future.failedFuture(
                SqlState.isTaken(failure)
                        ? ApiError.conflict("webhook_url_taken", "Another webhook has this URL")
                        : failure));
    }

    private static ArrayNode distinct(JsonNode events) {
        Set<String> kept = new LinkedHashSet<>();
        events.forEach(event -> kept.add(event.textValue()));
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        kept.forEach(list::add);
        return list;
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateWebhook", """
                Fields that are not sent keep their values. `events` and `customHeaders` are replaced as a whole. \
                Returns 409 `webhook_url_taken` if another webhook has the address.""", CHANGE);
        return writes.endpoint(HttpMethod.PATCH, ONE, "Update one webhook", Webhooks.RESOURCE, writing, this::change);
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, "webhookId");
        validate(input);
        ObjectNode values = input.check().values();
        String id = request.id("webhookId");
        return write -> lock(write, id).compose(former -> {
            ObjectNode webhook = former.record().deepCopy();
            values.properties().forEach(change -> webhook.set(change.getKey(), change.getValue()));
            webhook.set("events", distinct(webhook.get("events")));
            return status(write, id, former.record(), webhook)
                    .compose(done -> inserted(write.update(Webhooks.RESOURCE, former, webhook, Map.of())))
                    .compose(stored ->
                            write.answer(200, Webhooks.RESOURCE, stored, WebhookStates.in(write.transaction())));
        });
    }

    private Future<Void> status(WriteContext write, String id, ObjectNode former, ObjectNode webhook) {
        if (webhook.path("status").equals(former.path("status"))) {
            return Future.succeededFuture();
        }
        return webhook.path("status").asText().equals("active")
                ? WebhookRows.resume(write, id)
                : WebhookRows.giveUp(
                        write.transaction(), write.scope(), id, write.realTime(), "The webhook was deactivated");
    }

    /** Locks a webhook. A limited test key cannot change one that gets live events. */
    private Future<Stored> lock(WriteContext write, String id) {
        return write.lock(Webhooks.RESOURCE, id, WebhookStates.in(write.transaction()))
                .compose(stored -> testKeys.areLimited(write)
                        .compose(limited -> limited
                                ? WebhookRows.getsLiveEvents(write, id).map(live -> {
                                    if (live) {
                                        throw testKeys.refusal(
                                                "Test keys cannot change a webhook that gets live events.");
                                    }
                                    return stored;
                                })
                                : Future.succeededFuture(stored)));
    }

    private Endpoint delete() {
        Writing writing = Writing.of("deleteWebhook", """
                Deletes the webhook with its deliveries, also those that are pending, and returns the record as it \
                was. Deleting it again returns 404.""", Body.NONE);
        return writes.endpoint(HttpMethod.DELETE, ONE, "Delete one webhook", Webhooks.RESOURCE, writing, request -> {
            request.input(Body.NONE, "webhookId").check();
            String id = request.id("webhookId");
            return write -> lock(write, id)
                    .compose(stored -> write.delete(Webhooks.RESOURCE, stored)
                            // The deletion locks the webhook further, so it comes before the locks of the other rows.
                            .compose(done -> WebhookRows.delete(write, id))
                            .map(ApiResponse.record(
                                    200,
                                    Buffer.buffer(Rendering.render(Webhooks.RESOURCE.fields(), stored.record())))));
        });
    }
}
