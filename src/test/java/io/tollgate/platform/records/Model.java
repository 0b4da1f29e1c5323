package io.tollgate.platform.records;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.Samples;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The records of one resource in plain Java, in addition to the same records in the database. */
final class Model {
    /** Moments near the ends of days, months and a year, where totals are assembled from parts. */
    private static final List<String> MOMENTS = List.of(
            "2026-01-01T00:00:00Z",
            "2025-12-31T23:59:59.999Z",
            "2026-01-31T12:00:00Z",
            "2026-01-31T11:59:59.999Z",
            "2026-02-01T00:00:00Z",
            "2026-02-28T23:59:59.999Z",
            "2026-03-10T08:15:30.123Z",
            "2026-03-10T08:15:30.124Z",
            "2026-03-10T21:00:00Z",
            "2026-03-11T00:00:00Z",
            "2026-05-05T05:05:05.555Z");

    final Resource resource;
    final TestSeller seller;
    private final Random random;
    private final Map<String, ObjectNode> records = new TreeMap<>(Comparator.reverseOrder());
    private final List<Filter> queried;
    private final Map<Filter, List<Object>> pools = new HashMap<>();

    Model(Resource resource, TestSeller seller, Random random) {
        this.resource = resource;
        this.seller = seller;
        this.random = random;
        // A filter by the id itself finds at most one record, whatever the others are.
        queried = resource.filters().stream()
                .filter(filter -> filter.idPrefix() == null)
                .toList();
        for (Filter filter : queried) {
            pools.put(filter, pool(filter));
        }
    }

    private static List<Object> pool(Filter filter) {
        if (filter.type().kind() == io.tollgate.platform.schema.Type.Kind.ENUM) {
            return List.copyOf(filter.type().values());
        }
        List<Object> pool = new ArrayList<>(Samples.twoValues(filter));
        pool.add(Samples.twoValues(filter).get(0));
        return pool;
    }

    /** Adds records at random moments. */
    void add(int count) {
        for (int i = 0; i < count; i++) {
            ObjectNode record = seller.create(resource, true, moment(), this::vary);
            records.put(record.get("id").textValue(), record);
        }
    }

    private Instant moment() {
        Instant around = Instant.parse(MOMENTS.get(random.nextInt(MOMENTS.size())));
        return random.nextInt(3) == 0 ? around.plusMillis(random.nextInt(86_400_000)) : around;
    }

    private void vary(ObjectNode record) {
        for (Filter filter : queried) {
            boolean unique = filter.unique()
                    || filter.name().equals("code")
                    || (filter.name().equals("orderId") && !resource.table().equals("ticket"));
            if (!unique) {
                Samples.set(record, filter, any(pools.get(filter)));
            }
        }
        Samples.makeStorable(resource, record);
    }

    <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Changes a filtered field of some record. */
    void changeOne() {
        ObjectNode former = any(List.copyOf(records.values()));
        ObjectNode changed = former.deepCopy();
        vary(changed);
        if (changed.has("bookingId")) {
            changed.set("bookingId", former.get("bookingId"));
        }
        if (changed.has("subscriptionId")) {
            changed.set("subscriptionId", former.get("subscriptionId"));
        }
        seller.update(resource, true, former, changed);
        records.put(changed.get("id").textValue(), changed);
    }

    ObjectNode anyRecord() {
        return any(List.copyOf(records.values()));
    }

    /** A query, and the ids of its matches. */
    record Question(String parameters, List<String> answer) {}

    /** Returns up to three filters, with or without time bounds. */
    Question question() {
        Map<Filter, Object> filters = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0 && !queried.isEmpty(); i--) {
            Filter filter = any(queried);
            filters.put(filter, any(pools.get(filter)));
        }
        Instant after = resource.createdBounds() && random.nextInt(2) == 0 ? bound() : null;
        Instant before = resource.createdBounds() && random.nextInt(2) == 0 ? bound() : null;
        StringBuilder parameters = new StringBuilder();
        filters.forEach((filter, value) ->
                parameters.append('&').append(filter.name()).append('=').append(TestApi.encoded(value.toString())));
        parameters.append(after == null ? "" : "&createdAfter=" + after);
        parameters.append(before == null ? "" : "&createdBefore=" + before);
        List<String> answer = records.values().stream()
                .filter(record -> filters.entrySet().stream().allMatch(filter -> has(record, filter)))
                .filter(record -> after == null || !created(record).isBefore(after))
                .filter(record -> before == null || !created(record).isAfter(before))
                .map(record -> record.get("id").textValue())
                .toList();
        return new Question(parameters.toString(), answer);
    }

    /** Returns the time of a record, a moment next to it, a midnight, or one far outside all records. */
    private Instant bound() {
        Instant own = created(anyRecord());
        return switch (random.nextInt(8)) {
            case 0 -> own.plusMillis(1);
            case 1 -> own.minusMillis(1);
            case 2 -> own.truncatedTo(java.time.temporal.ChronoUnit.DAYS);
            case 3 -> own.plusSeconds(random.nextInt(7_000_000) - 3_500_000);
            case 4 ->
                Instant.parse(any(List.of("0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z")));
            case 5 ->
                Instant.parse(any(List.of("2106-02-07T06:28:16Z", "9999-12-31T23:59:59.999Z", "2105-12-31T12:00:00Z")));
            default -> own;
        };
    }

    private static boolean has(ObjectNode record, Map.Entry<Filter, Object> wanted) {
        JsonNode value = record;
        for (String step : wanted.getKey().path()) {
            value = value.path(step);
        }
        String text = (wanted.getKey().listed() ? value.path(0) : value).asText();
        return text.equals(wanted.getValue().toString());
    }

    private static Instant created(ObjectNode record) {
        return Instant.parse(record.get("createdAt").textValue());
    }
}
