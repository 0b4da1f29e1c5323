package io.tollgate.platform.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.input.Input;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The headers that a seller adds to the deliveries of a webhook. */
final class CustomHeaders {
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
    private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e]*");

    /** The host, and the headers that belong to a connection. */
    private static final Set<String> REFUSED = Set.of(
            "host",
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "expect",
            "http2-settings");

    private static final List<String> REFUSED_BEGINNINGS =
            List.of("content-", "webhook-", "x-webhook-", "tollgate-", ":");

    private CustomHeaders() {}

    /** Records the problems of the headers in a body. */
    static void validate(Input input) {
        JsonNode headers = input.values().path("customHeaders");
        Set<String> names = new TreeSet<>();
        headers.properties().forEach(header -> {
            String path = "customHeaders." + header.getKey();
            String problem = problem(header.getKey(), header.getValue().asText());
            if (problem != null) {
                input.problem(path, problem);
            } else if (!names.add(header.getKey().toLowerCase(Locale.ROOT))) {
                input.problem(path, "is given twice");
            }
        });
    }

    private static @Nullable String problem(String name, String value) {
        String folded = name.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches()) {
            return "must be the name of a header";
        }
        if (REFUSED.contains(folded) || REFUSED_BEGINNINGS.stream().anyMatch(folded::startsWith)) {
            return "cannot be set";
        }
        return VALUE.matcher(value).matches() ? null : "must be printable ASCII";
    }
}
