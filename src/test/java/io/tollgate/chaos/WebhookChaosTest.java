package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Eventually;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A receiver of webhooks behind a bad proxy keeps a copy of all records that equals them, although the gateway is
 * killed again and again.
 */
@SecondStage
@Tag("chaos")
@Tag("C33")
@Isolated("it uses all cores")
@Timeout(1200)
class WebhookChaosTest {
    private static final int KILLS = 10;
    private static final int STORIES_PER_KILL = 4;
    private static final int DELIVERIES_PER_KILL = 80;
    private static final int EVENTS_MIN = 1_000;

    private static final Set<String> TYPES = new TreeSet<>(Set.of(
            "booking.created",
            "booking.updated",
            "booking.paid",
            "booking.refunded",
            "booking.canceled",
            "customer.created",
            "customer.updated",
            "invoice.created",
            "invoice.updated",
            "refund.created",
            "refund.succeeded",
            "credit_note.created",
            "ticket.created",
            "ticket.updated",
            "ticket.checked_in",
            "ticket.checked_out",
            "ticket.canceled"));

    private static final Map<String, String> LISTS = Map.of(
            "booking", "/v1/bookings", "ticket", "/v1/tickets", "customer", "/v1/customers", "invoice", "/v1/invoices");

    /** Signed links differ in each response; events have none. */
    private static final List<String> LINKS = List.of("invoiceUrl", "creditNoteUrl");

    private final long seed = System.nanoTime();
    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());
    private final GatewayProcess gateway = GatewayProcess.on(postgres.url(), Map.of("webhooks.loopback", "true"));
    private final WebhookCopy copy = new WebhookCopy();
    private final BadWebhookProxy proxy = new BadWebhookProxy(copy, seed);
    private final TestApi api = gateway.api(shop.key());
    private final SaleStories stories = new SaleStories(api, shop);

    @AfterEach
    void close() {
        gateway.close();
        proxy.close();
    }

    private void hook(Set<String> types) {
        String events = types.stream().map(type -> "\"" + type + "\"").collect(Collectors.joining(", "));
        JsonNode webhook = api.post(
                        "/v1/webhooks",
                        "{\"name\": \"Copy\", \"url\": \"" + proxy.url() + "\", \"events\": [" + events + "]}")
                .expect(201)
                .json()
                .get("data");
        copy.useSecret(webhook.get("secret").textValue());
    }

    private List<String> deliveries(String sql) {
        return postgres.query(sql + " seller_id = '" + shop.sellerId() + "'");
    }

    /** Ends the leases and the pauses of all deliveries, as if the gateway was down for days. */
    private void passTime() {
        deliveries("WITH due AS (UPDATE webhook_delivery SET due_at = now() WHERE state = 'PENDING'"
                + " AND due_at <> 'infinity' RETURNING id, seller_id) SELECT id FROM due WHERE");
    }

    private void awaitArrived(int deliveries) {
        assertThat(Eventually.isTrue(() -> proxy.arrived() >= deliveries))
                .as("deliveries arrive: %s", proxy.counts())
                .isTrue();
    }

    private void killAfter(int deliveries) {
        awaitArrived(deliveries);
        gateway.kill();
        passTime();
        gateway.start().awaitReady();
    }

    /** Each step is complete when the one before is, so their order matters. */
    private boolean isDelivered() {
        boolean numbered = deliveries("SELECT id FROM reported_change c WHERE NOT EXISTS (SELECT FROM event e"
                        + " WHERE e.seller_id = c.seller_id AND e.id = c.event_ids[1]) AND")
                .isEmpty();
        String last = api.get("/v1/feed?limit=1").expect(200).json().get("last").asText();
        boolean examined = deliveries("SELECT position FROM webhook_position WHERE livemode AND")
                .equals(List.of(last));
        return numbered
                && examined
                && deliveries("SELECT id FROM webhook_delivery WHERE state = 'PENDING' AND")
                        .isEmpty();
    }

    private void awaitDelivered() {
        assertThat(Eventually.isTrue(this::isDelivered))
                .as(() -> "all is delivered: " + api.get("/v1/feed?limit=1").body() + proxy.counts()
                        + deliveries("SELECT concat_ws(' ', state, attempts, due_at, failure) FROM webhook_delivery"
                                + " WHERE state <> 'DELIVERED' AND"))
                .isTrue();
    }

    /** Returns all records of the API, by kind and id. Refunds are part of a list of their order. */
    private Map<String, JsonNode> records() {
        Map<String, JsonNode> records = new TreeMap<>();
        LISTS.forEach((kind, path) -> all(path).forEach(record -> add(records, kind, record)));
        for (JsonNode booking : all("/v1/bookings")) {
            String id = booking.get("id").textValue();
            JsonNode list =
                    api.get("/v1/bookings/" + id + "/refunds").expect(200).json();
            list.at("/data/refunds")
                    .forEach(refund -> add(
                            records,
                            "refund",
                            ((ObjectNode) refund)
                                    .put("chargeId", id)
                                    .put("chargeType", "booking")
                                    .set("currency", booking.get("currency"))));
        }
        return records;
    }

    private static void add(Map<String, JsonNode> records, String kind, JsonNode record) {
        records.put(kind + " " + record.get("id").textValue(), withoutLinks(record));
    }

    private static JsonNode withoutLinks(JsonNode record) {
        return ((ObjectNode) record.deepCopy()).remove(LINKS);
    }

    private List<JsonNode> all(String path) {
        List<JsonNode> all = new ArrayList<>();
        boolean more = true;
        while (more) {
            String cursor = all.isEmpty()
                    ? ""
                    : "&starting_after=" + all.get(all.size() - 1).get("id").textValue();
            JsonNode page = api.get(path + "?limit=100" + cursor).expect(200).json();
            page.get("data").forEach(all::add);
            more = page.get("has_more").booleanValue();
        }
        return all;
    }

    /** Returns the fields in which the copy differs from the records. */
    private List<String> differences() {
        Map<String, JsonNode> expected = records();
        Map<String, JsonNode> copied = new TreeMap<>();
        copy.records().forEach((key, record) -> copied.put(key, withoutLinks(record)));
        Set<String> keys = new TreeSet<>(expected.keySet());
        keys.addAll(copied.keySet());
        List<String> differences = new ArrayList<>();
        for (String key : keys) {
            JsonNode record = expected.getOrDefault(key, MissingNode.getInstance());
            JsonNode own = copied.getOrDefault(key, MissingNode.getInstance());
            Set<String> fields = new TreeSet<>();
            record.fieldNames().forEachRemaining(fields::add);
            own.fieldNames().forEachRemaining(fields::add);
            fields.stream()
                    .filter(field -> !record.path(field).equals(own.path(field)))
                    .map(field -> key + ": " + field + " is " + own.path(field) + ", not " + record.path(field))
                    .forEach(differences::add);
        }
        return differences;
    }

    @Test
    void a_copy_from_webhooks_equals_the_records_whatever_is_lost() {
        gateway.start().awaitReady();
        hook(TYPES);
        for (int kill = 1; kill <= KILLS; kill++) {
            List<CompletableFuture<Void>> round = new ArrayList<>();
            for (int i = 0; i < STORIES_PER_KILL; i++) {
                round.add(CompletableFuture.runAsync(stories::play));
            }
            killAfter(proxy.arrived() + DELIVERIES_PER_KILL);
            round.forEach(CompletableFuture::join);
        }
        proxy.becomeHonest();
        gateway.terminate();
        gateway.ended(Duration.ofSeconds(60));
        passTime();
        gateway.start().awaitReady();
        // A receiver notices that a number is missing when a later one arrives.
        stories.book("last@example.com");
        awaitDelivered();
        FaultRun.report(
                "C33",
                "seed, events, deliveries by fault, gaps",
                List.of(seed, copy.lastSequence(), proxy.counts(), copy.gaps().size()));
        assertThat(copy.gaps()).as("the fault had an effect").isNotEmpty();
        copy.closeGaps(api, TYPES);
        assertThat(copy.lastSequence()).isGreaterThan(EVENTS_MIN);
        assertThat(copy.events()).as("each number is one event").isEqualTo((int) copy.lastSequence());
        assertThat(differences()).isEmpty();
        assertThat(copy.problems(proxy.swallowed())).isEmpty();
        History.assertInvariants(postgres);
    }

    /** Records a success of all deliveries under way, as the gateway does after their responses. */
    private void recordAll() {
        deliveries("WITH recorded AS (UPDATE webhook_delivery SET state = 'DELIVERED', ended_at = now(),"
                + " status_code = 200 WHERE attempts > 0 AND state = 'PENDING' RETURNING seller_id, webhook_id),"
                + " counted AS (UPDATE webhook_state s SET delivery_count = delivery_count + 1,"
                + " success_count = success_count + 1, last_triggered_at = now(), last_success_at = now()"
                + " FROM recorded r WHERE s.seller_id = r.seller_id AND s.webhook_id = r.webhook_id)"
                + " SELECT webhook_id FROM recorded WHERE");
    }

    /** Control: a gateway that records deliveries before their responses loses what is under way when it is killed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void what_is_recorded_before_its_response_is_lost(boolean early) {
        gateway.start().awaitReady();
        hook(Set.of("customer.created"));
        proxy.holdAll();
        stories.book("first@example.com");
        awaitArrived(1);
        gateway.kill();
        if (early) {
            recordAll();
        }
        passTime();
        proxy.becomeHonest();
        gateway.start().awaitReady();
        stories.book("second@example.com");
        awaitDelivered();
        assertThat(copy.lastSequence()).isEqualTo(2);
        assertThat(copy.gaps()).isEqualTo(early ? List.of(1L) : List.of());
    }
}
