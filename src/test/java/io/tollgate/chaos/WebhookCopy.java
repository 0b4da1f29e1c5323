package io.tollgate.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.chaos.BadWebhookProxy.Delivery;
import io.tollgate.support.TestApi;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A receiver that keeps a copy of a seller's live records by the rules of the guide to webhooks: it verifies each
 * signature, ignores events that it has seen, keeps the newest position of each record, and asks the feed about numbers
 * that are missing.
 */
final class WebhookCopy {
    private final Map<String, JsonNode> records = new HashMap<>();
    private final Map<String, Long> positions = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final TreeMap<Long, Arrival> arrivals = new TreeMap<>();
    private final List<Arrival> order = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private byte[] secret = {};

    /** The first arrival of a delivery. */
    private record Arrival(
            long sequence, String previous, String digest, String eventId, String recordId, long position) {}

    synchronized void useSecret(String text) {
        secret = text.getBytes(StandardCharsets.UTF_8);
    }

    synchronized void receive(Delivery delivery) {
        Map<String, String> headers = delivery.headers();
        byte[] body = delivery.body().getBytes(StandardCharsets.UTF_8);
        if (!headers.get("x-webhook-signature").equals("sha256=" + hmac(body))) {
            problems.add("wrong signature: " + delivery);
            return;
        }
        JsonNode event = TestApi.json(delivery.body());
        Arrival arrival = new Arrival(
                Long.parseLong(headers.get("tollgate-sequence")),
                headers.get("tollgate-previous"),
                sha256(body),
                event.get("eventId").textValue(),
                event.get("recordId").textValue(),
                event.get("position").longValue());
        Arrival former = arrivals.putIfAbsent(arrival.sequence(), arrival);
        if (former == null) {
            order.add(arrival);
        } else if (!former.equals(arrival)) {
            problems.add("one number, two deliveries: " + former + ", " + arrival);
        }
        apply(event);
    }

    private void apply(JsonNode event) {
        if (!seen.add(event.get("eventId").textValue())) {
            return;
        }
        long position = event.get("position").longValue();
        event.get("data").properties().forEach(entry -> {
            String key = entry.getKey() + " " + event.get("recordId").textValue();
            if (position > positions.getOrDefault(key, 0L)) {
                positions.put(key, position);
                records.put(key, entry.getValue());
            }
        });
    }

    private String hmac(byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String sha256(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the numbers that are missing below the last one. */
    synchronized List<Long> gaps() {
        List<Long> missing = new ArrayList<>();
        long expected = 1;
        for (long sequence : arrivals.keySet()) {
            for (; expected < sequence; expected++) {
                missing.add(expected);
            }
            expected = sequence + 1;
        }
        return missing;
    }

    /** Reads the events behind the last delivery before the first gap from the feed, and applies those it has not. */
    synchronized void closeGaps(TestApi api, Set<String> types) {
        List<Long> gaps = gaps();
        if (gaps.isEmpty()) {
            return;
        }
        var before = arrivals.lowerEntry(gaps.get(0));
        long next = before == null ? 0 : before.getValue().position();
        boolean more = true;
        while (more) {
            JsonNode page = api.get("/v1/feed?limit=100&types=" + String.join(",", types) + "&after=" + next)
                    .expect(200)
                    .json();
            page.get("data").forEach(this::apply);
            next = page.get("next").longValue();
            more = page.get("has_more").booleanValue();
        }
    }

    /** Returns how many events it has. */
    synchronized int events() {
        return seen.size();
    }

    /** Returns the last number of a delivery. */
    synchronized long lastSequence() {
        return arrivals.isEmpty() ? 0 : arrivals.lastKey();
    }

    /** Returns the copy: the records by kind and id. */
    synchronized Map<String, JsonNode> records() {
        return new TreeMap<>(records);
    }

    /**
     * Returns what is wrong with the deliveries: signatures, numbers, digests, and the order of each record.
     *
     * @param swallowed ids of events whose deliveries were confirmed although they did not arrive
     */
    synchronized List<String> problems(Set<String> swallowed) {
        List<String> all = new ArrayList<>(problems);
        arrivals.forEach((sequence, arrival) -> {
            Arrival before = arrivals.get(sequence - 1);
            if (before != null && !arrival.previous().equals(before.digest())) {
                all.add("not the digest of the delivery before: " + arrival);
            }
        });
        Map<String, Arrival> last = new HashMap<>();
        for (Arrival arrival : order) {
            if (!swallowed.contains(arrival.eventId())) {
                Arrival former = last.put(arrival.recordId(), arrival);
                if (former != null && former.position() > arrival.position()) {
                    all.add("out of order: " + arrival + " after " + former);
                }
            }
        }
        return all;
    }
}
