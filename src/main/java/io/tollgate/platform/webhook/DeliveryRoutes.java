package io.tollgate.platform.webhook;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Endpoints that show the deliveries of a webhook and send events to it again. */
public final class DeliveryRoutes {
    private static final String ONE = "/v1/webhooks/{webhookId}";

    private static final Body RECOVER = Body.of(
            "WebhookRecover",
            "{ \"since\": \"2026-11-27T00:00:00.000Z\" }",
            Field.time("since")
                    .doc("Time of the first event to deliver. Earlier times count as the time from which deliveries "
                            + "are kept, by default 30 days ago.")
                    .needed());

    private static final Endpoint.Schema RECOVERED = new Endpoint.Schema(
            "WebhookRecovery",
            "How many events are delivered again.",
            List.of(
                    Field.integer("recovered")
                            .doc("Number of new deliveries, at most " + MissedEvents.MAX + ".")
                            .always(),
                    Field.bool("hasMore")
                            .doc("Whether more events were missed: repeat the request.")
                            .always()));

    private final WriteExecutor writes;
    private final Records records;
    private final DeliveryHistory history;
    private final Clock clock;
    private final Duration kept;

    /** @param kept how long deliveries are kept */
    public DeliveryRoutes(WriteExecutor writes, Records records, Database database, Clock clock, Duration kept) {
        this.writes = writes;
        this.records = records;
        this.history = new DeliveryHistory(database);
        this.clock = clock;
        this.kept = kept;
    }

    public List<Endpoint> all() {
        return List.of(test(), list(), resend(), recover(), stats());
    }

    private Endpoint test() {
        Writing plain = Writing.of("testWebhook", """
                Sends the event `webhook.test`, in the mode of the key, whatever `events` says. Read the outcome from \
                the list of deliveries. Returns 409 `webhook_inactive` if the webhook is not active.""", Body.NONE);
        Writing writing = plain.creating().withResponseSchema(DeliveryHistory.DELIVERY);
        return endpoint(HttpMethod.POST, "/test", "Send a test event to a webhook", writing, request -> {
            request.input(Body.NONE, "webhookId").check();
            String id = request.id("webhookId");
            return write -> lockActive(write, id)
                    .compose(deliveries -> created(write, id, deliveries, deliveries.addTest(write.scope())));
        });
    }

    private Endpoint resend() {
        Writing plain = Writing.of("resendWebhookDelivery", """
                Sends the event of a delivery again, as a new delivery with the next sequence number. The event has \
                the same `eventId`. Returns 409 `webhook_inactive` if the webhook is not active, and 404 if the event \
                is no longer kept.""", Body.NONE);
        Writing writing = plain.creating().withResponseSchema(DeliveryHistory.DELIVERY);
        String path = "/deliveries/{deliveryId}/resend";
        return endpoint(HttpMethod.POST, path, "Send an event to a webhook again", writing, request -> {
            request.input(Body.NONE, "webhookId", "deliveryId").check();
            String id = request.id("webhookId");
            String delivery = request.id("deliveryId");
            return write -> lockActive(write, id)
                    .compose(deliveries -> DeliveryHistory.one(write.transaction(), write.scope(), id, delivery)
                            .compose(former -> again(write, deliveries, former))
                            .compose(added -> created(write, id, deliveries, added)));
        });
    }

    private static Future<String> again(WriteContext write, NewDeliveries deliveries, JsonObject former) {
        return former.getString("event").equals(TestEvent.TYPE)
                ? Future.succeededFuture(deliveries.addTest(write.scope()))
                : MissedEvents.event(write, former.getString("eventId"))
                        .map(event -> deliveries.add(event, event.webhookJson()));
    }

    private static Future<ApiResponse> created(WriteContext write, String webhookId, NewDeliveries all, String id) {
        return all.insert(write.transaction(), write.scope())
                .compose(inserted -> DeliveryHistory.one(write.transaction(), write.scope(), webhookId, id))
                .map(delivery -> ApiResponse.record(201, delivery.toBuffer()));
    }

    private Endpoint recover() {
        Writing plain = Writing.of("recoverWebhook", """
                Delivers the events again that the webhook wants and has not received: those whose delivery failed, \
                and those of a time in which it was not active. It delivers events of the mode of the key. Returns 409 \
                `webhook_inactive` if the webhook is not active.""", RECOVER);
        Writing writing = plain.withResponseSchema(RECOVERED);
        return endpoint(HttpMethod.POST, "/recover", "Deliver missed events", writing, request -> {
            Input input = request.input(RECOVER, "webhookId");
            Instant asked = Instant.parse(input.check().values().get("since").textValue());
            Instant first = clock.now().minus(kept);
            Instant since = asked.isBefore(first) ? first : asked;
            String id = request.id("webhookId");
            return write -> lockActive(write, id)
                    .compose(deliveries -> MissedEvents.since(write, id, since).compose(missed -> {
                        missed.events().forEach(event -> deliveries.add(event, event.webhookJson()));
                        return deliveries
                                .insert(write.transaction(), write.scope())
                                .map(count -> recovered(count, missed.more()));
                    }));
        });
    }

    private static ApiResponse recovered(int count, boolean more) {
        return ApiResponse.record(
                200,
                new JsonObject().put("recovered", count).put("hasMore", more).toBuffer());
    }

    private Endpoint endpoint(
            HttpMethod method, String path, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(method, ONE + path, summary, Webhooks.RESOURCE, writing, plan);
    }

    /** Locks a webhook that is active, so that its status does not change, and begins its next deliveries. */
    private static Future<NewDeliveries> lockActive(WriteContext write, String id) {
        Scope scope = write.scope();
        return write.lock(scope, Webhooks.RESOURCE, id).compose(stored -> {
            if (!stored.record().path("status").asText().equals("active")) {
                throw ApiError.conflict("webhook_inactive", "The webhook is not active. Set its status to active.");
            }
            // The database stores the real time with fewer digits.
            Instant now = write.realTime().truncatedTo(ChronoUnit.MILLIS);
            return NewDeliveries.lock(write.transaction(), scope, id, now);
        });
    }

    private Endpoint list() {
        return new Endpoint(
                        HttpMethod.GET,
                        ONE + "/deliveries",
                        "List the deliveries of a webhook in the mode of the key",
                        Endpoint.Shape.RECORD,
                        Webhooks.RESOURCE,
                        this::list)
                .withResponseSchema(DeliveryHistory.DELIVERIES)
                .withParameters(DeliveryRequest.PARAMETERS);
    }

    private Future<ApiResponse> list(Request request) {
        String id = request.id("webhookId");
        DeliveryRequest asked = DeliveryRequest.parse(request.parameters());
        Scope scope = request.caller().writing();
        return records.get(scope, Webhooks.RESOURCE, id)
                .compose(webhook -> history.list(scope, id, asked))
                .map(page -> ApiResponse.record(200, page.toBuffer()));
    }

    private Endpoint stats() {
        return new Endpoint(
                        HttpMethod.GET,
                        ONE + "/stats",
                        "Get statistics of the deliveries of a webhook in the mode of the key",
                        Endpoint.Shape.RECORD,
                        Webhooks.RESOURCE,
                        this::stats)
                .withResponseSchema(DeliveryHistory.SUMMARY);
    }

    private Future<ApiResponse> stats(Request request) {
        String id = request.id("webhookId");
        request.refuseParameters();
        return history.stats(request.caller().writing(), id, clock.now())
                .map(stats -> ApiResponse.record(200, stats.toBuffer()));
    }
}
