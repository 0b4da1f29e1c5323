package io.tollgate.loadtest.reads;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.contract.Filter;
import io.tollgate.loadtest.measure.Claims;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Asks a list by values of one of its records, which must be among what is found. */
final class FilterStep implements Step {
    static final String MATCHES = "every record that a filter finds has the value asked for";
    static final String FOUND = "a filter, or a search, finds the record whose values it was given";
    static final String TOTAL = "the total of a first page says whether more follow";

    private static final int LIMIT_MAX = 20;
    private static final int FILTERS_MAX = 2;

    private final Known known;
    private final Call.Caller caller;
    private final Claims claims;
    private final Map<String, String> values;
    private final int limit;

    private FilterStep(Known known, Call.Caller caller, Claims claims, Map<String, String> values, int limit) {
        this.known = known;
        this.caller = caller;
        this.claims = claims;
        this.values = values;
        this.limit = limit;
    }

    /** Null where the record has no value to filter by. */
    static @Nullable FilterStep of(Known known, Call.Caller caller, Claims claims, Random random) {
        JsonNode document = known.document();
        List<Filter> filters = new ArrayList<>(known.listing().filters());
        Collections.shuffle(filters, random);
        Map<String, String> values = new LinkedHashMap<>();
        int wanted = random.nextInt(1 + FILTERS_MAX);
        for (Filter filter : filters) {
            String value = filter.valueIn(document);
            if (!value.isEmpty() && values.size() < wanted) {
                values.put(filter.name(), value);
            }
        }
        if (known.listing().hasBounds() && (values.isEmpty() || random.nextInt(3) == 0)) {
            values.put(
                    random.nextBoolean() ? "createdAfter" : "createdBefore",
                    document.path("createdAt").asText());
        }
        return values.isEmpty() ? null : new FilterStep(known, caller, claims, values, 1 + random.nextInt(LIMIT_MAX));
    }

    @Override
    public String name() {
        return "filter " + known.listing().noun();
    }

    @Override
    public Call call() {
        StringBuilder path = new StringBuilder(known.listing().path() + "?limit=" + limit);
        values.forEach((name, value) ->
                path.append('&').append(name).append('=').append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return Call.get(caller, path.toString());
    }

    @Override
    public void judge(Answer answer) {
        Slice slice = Slice.parse(answer.expect(200).body());
        for (Slice.Item item : slice.items()) {
            claims.hold(
                    MATCHES,
                    matches(Known.parse(item.json())),
                    "a record of %s without the value of %s%s"
                            .formatted(known.listing().noun(), values.keySet(), answer.where()));
        }
        holdFound(claims, known, slice, limit, values.keySet() + answer.where());
    }

    private boolean matches(JsonNode document) {
        for (Map.Entry<String, String> value : values.entrySet()) {
            String created = document.path("createdAt").asText();
            boolean fits = switch (value.getKey()) {
                case "createdAfter" -> created.compareTo(value.getValue()) >= 0;
                case "createdBefore" -> created.compareTo(value.getValue()) <= 0;
                default -> new Filter(value.getKey()).valueIn(document).equals(value.getValue());
            };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** The record stands on the page, or where the page does not reach. */
    static void holdFound(Claims claims, Known known, Slice slice, int limit, String asked) {
        int size = slice.items().size();
        claims.hold(
                TOTAL,
                slice.isDescending()
                        && size <= limit
                        && (slice.hasMore() ? size == limit && slice.total() > size : slice.total() == size),
                "%s by %s: %d of %d records, and %s"
                        .formatted(
                                known.listing().noun(),
                                asked,
                                size,
                                slice.total(),
                                slice.hasMore() ? "more" : "no more"));
        String last = slice.last();
        boolean below = slice.hasMore() && last != null && known.id().compareTo(last) < 0;
        claims.hold(
                FOUND,
                below || slice.items().stream().anyMatch(item -> item.id().equals(known.id())),
                "%s by %s: a record that has it is not found"
                        .formatted(known.listing().noun(), asked));
    }
}
