package io.tollgate.platform.api;

import io.vertx.core.http.HttpMethod;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds the endpoint of a path, for callers within the program. */
public final class EndpointTable {
    private final Map<String, List<Template>> templates;

    private record Template(Endpoint endpoint, String[] segments) {
        static Template of(Endpoint endpoint) {
            return new Template(endpoint, endpoint.path().split("/", -1));
        }

        private static boolean isParameter(String segment) {
            return segment.startsWith("{");
        }

        long parameters() {
            return List.of(segments).stream().filter(Template::isParameter).count();
        }

        boolean matches(String[] path) {
            for (int i = 0; i < segments.length; i++) {
                if (isParameter(segments[i]) ? path[i].isEmpty() : !segments[i].equals(path[i])) {
                    return false;
                }
            }
            return true;
        }

        Map<String, String> values(String[] path) {
            Map<String, String> values = new HashMap<>();
            for (int i = 0; i < segments.length; i++) {
                if (isParameter(segments[i])) {
                    values.put(segments[i].substring(1, segments[i].length() - 1), decoded(path[i]));
                }
            }
            return values;
        }

        private static String decoded(String segment) {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        }
    }

    /**
     * An endpoint with the values in the path.
     *
     * @param parameters decoded, by name
     */
    public record Match(Endpoint endpoint, Map<String, String> parameters) {}

    /** @param endpoints which check the scopes of their callers themselves */
    public EndpointTable(List<Endpoint> endpoints) {
        templates = endpoints.stream()
                .map(Template::of)
                .sorted(Comparator.comparingLong(Template::parameters))
                .collect(Collectors.groupingBy(
                        template -> key(template.endpoint().method(), template.segments())));
    }

    private static String key(HttpMethod method, String... segments) {
        return method.name() + " " + segments.length;
    }

    /**
     * Returns the endpoint of a method and a path. Fixed segments take precedence over ids.
     *
     * @param path percent-encoded, without a query
     * @throws IllegalArgumentException if there is none
     */
    public Match find(HttpMethod method, String path) {
        String[] segments = path.split("/", -1);
        return templates.getOrDefault(key(method, segments), List.of()).stream()
                .filter(template -> template.matches(segments))
                .findFirst()
                .map(template -> new Match(template.endpoint(), template.values(segments)))
                .orElseThrow(() -> new IllegalArgumentException("no endpoint " + method + " " + path));
    }
}
