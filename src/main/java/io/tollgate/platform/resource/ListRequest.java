package io.tollgate.platform.resource;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.schema.Type;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A validated list request. Parsing reports all invalid parameters at once, by name: a mistyped filter must never
 * return everything.
 *
 * @param filters the given filters, in the order of the definition
 * @param cursor the id to read from, or null for the first page
 * @param backwards whether the page ends just before the cursor
 * @param search the normalized search input with its matching rule, or null
 * @param livemode the requested mode, or null for the mode of the key
 */
public record ListRequest(
        Resource resource,
        int limit,
        @Nullable String cursor,
        boolean backwards,
        Map<Filter, Object> filters,
        @Nullable OffsetDateTime createdAfter,
        @Nullable OffsetDateTime createdBefore,
        @Nullable SearchInput search,
        @Nullable Boolean livemode) {

    /** A cursor before every record: greater than every id. */
    public static final String NEWEST = "f".repeat(24);

    public static final int LIMIT_DEFAULT = 20;
    public static final int LIMIT_MAX = 100;

    /** The query parameters that only a list as CSV accepts. */
    public static final List<String> CSV_ONLY = List.of("columns", "delimiter", "bom");

    /** The normalized search input and the rule that selects its fields. */
    public record SearchInput(String text, Search.Rule rule) {}

    /** Returns a request for the first page with the maximum limit. */
    public static ListRequest first(Resource resource) {
        return new ListRequest(resource, LIMIT_MAX, null, false, Map.of(), null, null, null, null);
    }

    /** Returns whether the request searches for a part of a text; an exact search is a filter instead. */
    public boolean searches() {
        return search != null && !search.rule().exact();
    }

    /** Returns a request for the page after the record with this id. */
    public ListRequest after(String id) {
        return new ListRequest(resource, limit, id, false, filters, createdAfter, createdBefore, search, livemode);
    }

    /** Returns a request for the first page with a limit, read as a page after a cursor. */
    public ListRequest newest(int newLimit) {
        return page(newLimit, NEWEST, false);
    }

    /** Returns a request for another page of the same records. */
    public ListRequest page(int newLimit, String newCursor, boolean before) {
        return new ListRequest(
                resource, newLimit, newCursor, before, filters, createdAfter, createdBefore, search, livemode);
    }

    /** Parses the query parameters of a list. */
    public static ListRequest parse(Resource resource, List<Map.Entry<String, String>> parameters) {
        return new Parser(resource, allowed(resource)).read(parameters);
    }

    /**
     * Parses the query parameters of an endpoint that summarizes records of a mode.
     *
     * @param accepted names of parameters of the list, besides {@code livemode}
     */
    public static ListRequest parse(
            Resource resource, List<String> accepted, List<Map.Entry<String, String>> parameters) {
        List<String> all = new ArrayList<>(accepted);
        all.add("livemode");
        return new Parser(resource, all).read(parameters);
    }

    /** Returns the value of a filter; null if the request does not have it. */
    public @Nullable Object filter(String name) {
        return filters.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** Parses the query parameters of a get, which accepts at most {@code livemode}. */
    public static @Nullable Boolean livemode(Resource resource, List<Map.Entry<String, String>> parameters) {
        Set<String> allowed = resource.modes() == Resource.Modes.LIVE_AND_TEST ? Set.of("livemode") : Set.of();
        return new Parser(resource, List.copyOf(allowed)).read(parameters).livemode();
    }

    /** Returns the names of all query parameters of a list, in the order of the documentation. */
    public static List<String> allowed(Resource resource) {
        List<String> names = new ArrayList<>(List.of("limit", "starting_after", "ending_before"));
        if (resource.search().exists()) {
            names.add("search");
        }
        resource.filters().forEach(filter -> names.add(filter.name()));
        if (resource.createdBounds()) {
            names.add("createdAfter");
            names.add("createdBefore");
        }
        if (resource.modes() == Resource.Modes.LIVE_AND_TEST) {
            names.add("livemode");
        }
        return names;
    }

    /** Collects values and problems in the order of the request. */
    private static final class Parser {
        private final Resource resource;
        private final List<String> allowed;
        private final List<Problem> problems = new ArrayList<>();
        private final Map<String, Object> values = new LinkedHashMap<>();

        Parser(Resource resource, List<String> allowed) {
            this.resource = resource;
            this.allowed = allowed;
        }

        ListRequest read(List<Map.Entry<String, String>> parameters) {
            Set<String> seen = new HashSet<>();
            for (Map.Entry<String, String> parameter : parameters) {
                String name = parameter.getKey();
                if (!allowed.contains(name)) {
                    problem(name, unknown(name), parameter.getValue());
                } else if (!seen.add(name)) {
                    problem(name, "must not be repeated", parameter.getValue());
                } else if (parameter.getValue().isEmpty()) {
                    problem(name, "must not be empty", "");
                } else {
                    parse(name, parameter.getValue());
                }
            }
            if (seen.contains("starting_after") && seen.contains("ending_before")) {
                problem("ending_before", "cannot be used together with starting_after", null);
            }
            if (!problems.isEmpty()) {
                throw ApiError.invalid(problems);
            }
            return request();
        }

        private String unknown(String name) {
            return CSV_ONLY.contains(name)
                    ? "applies to CSV only: send Accept: text/csv"
                    : ParameterSynonyms.unknown(name, allowed);
        }

        private void parse(String name, String text) {
            try {
                values.put(name, value(name, text));
            } catch (IllegalArgumentException e) {
                problem(name, String.valueOf(e.getMessage()), text);
            }
        }

        private Object value(String name, String text) {
            return switch (name) {
                case "limit" -> limit(text);
                case "starting_after", "ending_before" -> FilterValues.parse(Type.ID, text);
                case "search" -> search(text);
                case "createdAfter", "createdBefore" -> FilterValues.parse(Type.TIME, text);
                case "livemode" -> FilterValues.parse(Type.BOOLEAN, text);
                default -> FilterValues.parse(filter(name).type(), text);
            };
        }

        private static Integer limit(String text) {
            boolean digits = text.length() <= 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
            int limit = digits ? Integer.parseInt(text) : 0;
            if (limit < 1 || limit > LIMIT_MAX || text.charAt(0) == '0') {
                throw new IllegalArgumentException("must be an integer from 1 to " + LIMIT_MAX);
            }
            return limit;
        }

        private SearchInput search(String text) {
            String input = (String) FilterValues.parse(Type.TEXT, text);
            if (input.isBlank()) {
                throw new IllegalArgumentException("must not be blank");
            }
            return new SearchInput(Search.fold(input), resource.search().ruleFor(input));
        }

        private Filter filter(String name) {
            return resource.filters().stream()
                    .filter(filter -> filter.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        private void problem(String name, String message, @Nullable Object value) {
            problems.add(new Problem(name, message, value));
        }

        private ListRequest request() {
            Map<Filter, Object> filters = new LinkedHashMap<>();
            for (Filter filter : resource.filters()) {
                if (values.containsKey(filter.name())) {
                    filters.put(filter, values.get(filter.name()));
                }
            }
            boolean backwards = values.containsKey("ending_before");
            return new ListRequest(
                    resource,
                    (Integer) values.getOrDefault("limit", LIMIT_DEFAULT),
                    (String) values.get(backwards ? "ending_before" : "starting_after"),
                    backwards,
                    filters,
                    (OffsetDateTime) values.get("createdAfter"),
                    (OffsetDateTime) values.get("createdBefore"),
                    (SearchInput) values.get("search"),
                    (Boolean) values.get("livemode"));
        }
    }
}
