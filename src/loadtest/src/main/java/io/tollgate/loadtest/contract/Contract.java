package io.tollgate.loadtest.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lists of a gateway, out of its OpenAPI document. */
public final class Contract {
    private static final Pattern QUOTED = Pattern.compile("`(\\w+)`");

    /** Parameters that are no filters by a field. */
    private static final Set<String> OTHERS =
            Set.of("limit", "starting_after", "ending_before", "search", "livemode", "createdAfter", "createdBefore");

    private Contract() {}

    /** @throws IllegalArgumentException where there is no list in it */
    public static List<Listing> listings(JsonNode document) {
        List<Listing> listings = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            JsonNode parameters = path.getValue().path("get").path("parameters");
            List<String> names = names(parameters);
            if (names.contains("starting_after")) {
                listings.add(new Listing(
                        path.getKey(),
                        hasGet(document, path.getKey()),
                        names.stream()
                                .filter(name -> !OTHERS.contains(name))
                                .map(Filter::new)
                                .toList(),
                        names.contains("createdAfter") && names.contains("createdBefore"),
                        searched(parameters)));
            }
        }
        if (listings.isEmpty()) {
            throw new IllegalArgumentException("the published document names no list");
        }
        return listings;
    }

    private static List<String> names(JsonNode parameters) {
        List<String> names = new ArrayList<>();
        for (JsonNode parameter : parameters) {
            String reference = parameter.path("$ref").asText("");
            names.add(
                    reference.isEmpty()
                            ? parameter.path("name").asText()
                            : reference.substring(reference.lastIndexOf('/') + 1));
        }
        return names;
    }

    private static boolean hasGet(JsonNode document, String list) {
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            if (path.getKey().matches(Pattern.quote(list) + "/\\{\\w+}")
                    && path.getValue().has("get")) {
                return true;
            }
        }
        return false;
    }

    /** The sentence of the parameter names the fields. */
    private static List<String> searched(JsonNode parameters) {
        List<String> fields = new ArrayList<>();
        for (JsonNode parameter : parameters) {
            if (parameter.path("name").asText().equals("search")) {
                Matcher names = QUOTED.matcher(parameter.path("description").asText());
                while (names.find()) {
                    if (!fields.contains(names.group(1))) {
                        fields.add(names.group(1));
                    }
                }
            }
        }
        return fields;
    }
}
