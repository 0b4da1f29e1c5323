package io.tollgate.platform.resource;

import io.tollgate.platform.error.NearestName;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Parameter names of other APIs, mapped to the names of this one. Their spelling is too different for {@link
 * NearestName} to suggest these.
 */
final class ParameterSynonyms {
    private static final Map<String, List<String>> NAMES = new HashMap<>();

    static {
        add(List.of("pageId"), "event", "eventId", "form", "formId", "checkout", "checkoutId", "checkoutPageId");
        add(List.of("email", "search"), "email", "mail", "customerEmail", "attendeeEmail");
        add(List.of("search"), "q", "query", "text", "name", "title", "customerName", "attendeeName");
        add(List.of("createdAfter"), "from", "since", "start", "startDate", "createdFrom", "created[gte]");
        add(List.of("createdBefore"), "to", "until", "end", "endDate", "createdTo", "created[lte]");
        add(List.of("createdAfter", "createdBefore"), "date", "created", "createdAt");
        add(List.of("starting_after"), "cursor", "after", "next");
        add(List.of("ending_before"), "before", "previous");
        add(List.of("limit", "starting_after"), "page", "pageNumber", "offset", "skip");
        add(List.of("limit"), "perPage", "pageSize", "size", "count", "take", "max");
        add(List.of("livemode"), "mode", "live", "test", "testmode");
        add(List.of("code", "couponCode"), "code", "coupon");
        add(List.of("status"), "state");
    }

    /** Lists are in the order of creation, in which a program that looks for changes would miss some. */
    private static final Set<String> OF_CHANGES = Set.of(
            "updated",
            "updatedat",
            "updatedafter",
            "updatedbefore",
            "updatedsince",
            "modified",
            "modifiedsince",
            "changedafter");

    private ParameterSynonyms() {}

    private static void add(List<String> names, String... synonyms) {
        for (String synonym : synonyms) {
            NAMES.put(plain(synonym), names);
        }
    }

    /** Normalizes a name: perPage, per_page and per-page are equal. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[_-]", "");
    }

    /** Returns "unknown parameter, did you mean pageId?", for a synonym or else for the closest name. */
    static String unknown(String name, Collection<String> allowed) {
        if (OF_CHANGES.contains(plain(name))) {
            return "unknown parameter: GET /v1/feed returns what has changed";
        }
        List<String> meant = NAMES.getOrDefault(plain(name), List.of()).stream()
                .filter(allowed::contains)
                .toList();
        return meant.isEmpty()
                ? NearestName.unknown("parameter", name, allowed)
                : "unknown parameter, did you mean " + String.join(" or ", meant) + "?";
    }
}
