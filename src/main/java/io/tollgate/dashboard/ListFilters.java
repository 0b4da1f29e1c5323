package io.tollgate.dashboard;

import io.tollgate.dashboard.ListView.Choice;
import io.tollgate.dashboard.ListView.Input;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Type;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The filters of a list, as the address of the page has them. They have the names of the API, so that an address can be
 * written from its documentation; days stand for the bounds of the creation.
 *
 * @param values without empty ones, which a form sends for what was not filled in
 */
record ListFilters(Resource resource, Map<String, String> values) {
    static final String FROM = "from";
    static final String TO = "to";
    private static final Set<String> PLACES = Set.of("starting_after", "ending_before");

    /** The path of a page says the mode, and the page how many records it shows. */
    private static final Set<String> OF_THE_PAGE = Set.of("livemode", "limit", "done");

    static ListFilters of(Resource resource, List<Map.Entry<String, String>> sent) {
        Map<String, String> values = new LinkedHashMap<>();
        sent.forEach(parameter -> {
            if (parameter.getKey().equals(ListColumns.CHOSEN)) {
                values.merge(ListColumns.COLUMNS, parameter.getValue(), (former, more) -> former + "," + more);
            } else if (!parameter.getValue().isBlank() && !OF_THE_PAGE.contains(parameter.getKey())) {
                values.put(parameter.getKey(), parameter.getValue().strip());
            }
        });
        return new ListFilters(resource, values);
    }

    /** Returns the query of the API. Days that are none stay as they are, so that the API names them. */
    String query(ZoneId zone, int limit) {
        Map<String, String> sent = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            if (name.equals(FROM)) {
                sent.put("createdAfter", bound(value, zone, 0));
            } else if (name.equals(TO)) {
                sent.put("createdBefore", bound(value, zone, 1));
            } else if (!name.equals(ListColumns.COLUMNS)) {
                sent.put(name, value);
            }
        });
        if (limit > 0) {
            sent.put("limit", Integer.toString(limit));
        }
        return encoded(sent);
    }

    private static String bound(String day, ZoneId zone, int days) {
        try {
            return LocalDate.parse(day)
                    .plusDays(days)
                    .atStartOfDay(zone)
                    .toInstant()
                    .minusMillis(days)
                    .toString();
        } catch (DateTimeException invalid) {
            return day;
        }
    }

    /** Returns a query with these values. */
    static String encoded(Map<String, String> values) {
        List<String> parts = new ArrayList<>();
        values.forEach((name, value) -> parts.add(URLEncoder.encode(name, StandardCharsets.UTF_8) + "="
                + URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return String.join("&", parts);
    }

    /** Returns the query of the page with another value, from its first records on. */
    String with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        PLACES.forEach(changed::remove);
        if (value.isEmpty()) {
            changed.remove(name);
        } else {
            changed.put(name, value);
        }
        return encoded(changed);
    }

    boolean isAfter() {
        return values.containsKey("starting_after");
    }

    boolean isBefore() {
        return values.containsKey("ending_before");
    }

    /** Returns whether the list is restricted. */
    boolean isFiltered() {
        return values.keySet().stream().anyMatch(name -> !PLACES.contains(name) && !name.equals(ListColumns.COLUMNS));
    }

    /** Returns the inputs of the filter bar. Filters by an id are only shown if they are set. */
    List<Input> inputs() {
        List<Input> inputs = new ArrayList<>();
        if (resource.search().exists()) {
            inputs.add(new Input("search", "Search", "search", value("search"), List.of()));
        }
        for (Filter filter : resource.filters()) {
            Type type = filter.type();
            String label = ValueFormat.label(filter.name());
            if (type.kind() == Type.Kind.ENUM || type.kind() == Type.Kind.CHOICE) {
                inputs.add(new Input(filter.name(), label, "select", value(filter.name()), choices(type)));
            } else if (type.kind() == Type.Kind.BOOLEAN) {
                inputs.add(new Input(
                        filter.name(),
                        label,
                        "select",
                        value(filter.name()),
                        List.of(new Choice("true", "Yes"), new Choice("false", "No"))));
            } else if (values.containsKey(filter.name())) {
                inputs.add(new Input(filter.name(), label, "text", value(filter.name()), List.of()));
            }
        }
        if (resource.createdBounds()) {
            inputs.add(new Input(FROM, "From", "date", value(FROM), List.of()));
            inputs.add(new Input(TO, "To", "date", value(TO), List.of()));
        }
        return inputs;
    }

    private static List<Choice> choices(Type type) {
        return type.values().stream()
                .map(value -> new Choice(value, ValueFormat.words(value)))
                .toList();
    }

    /** Returns what the form that chooses columns keeps. */
    List<Choice> kept() {
        return values.entrySet().stream()
                .filter(one -> !PLACES.contains(one.getKey()) && !one.getKey().equals(ListColumns.COLUMNS))
                .map(one -> new Choice(one.getKey(), one.getValue()))
                .toList();
    }

    String value(String name) {
        return values.getOrDefault(name, "");
    }
}
