package io.tollgate.server;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names the route of a request for log and metrics, also of a request that was rejected before the router reached its
 * route, such as one without a key. A name is a declared path, never the path of the request.
 */
final class RouteNames {
    /** The name of all requests to paths that no route has. */
    static final String UNMATCHED = "unmatched";

    /** By number of segments. */
    private final Map<Integer, List<Declared>> declared = new HashMap<>();

    /** @param methods null if the route takes all */
    private record Declared(
            String path, String[] segments, @Nullable Set<HttpMethod> methods) {
        boolean matches(String[] request) {
            for (int i = 0; i < segments.length; i++) {
                boolean parameter = segments[i].startsWith(":") && !request[i].isEmpty();
                if (!parameter && !segments[i].equals(request[i])) {
                    return false;
                }
            }
            return true;
        }

        boolean takes(HttpMethod method) {
            return methods == null || methods.contains(method);
        }
    }

    private RouteNames() {}

    /** The routes that a router has now. */
    static RouteNames of(Router router) {
        RouteNames names = new RouteNames();
        for (Route route : router.getRoutes()) {
            if (isNamed(route)) {
                String[] segments = segments(route.getPath());
                names.declared
                        .computeIfAbsent(segments.length, length -> new ArrayList<>())
                        .add(new Declared(route.getPath(), segments, route.methods()));
            }
        }
        return names;
    }

    /** Routes of all paths, or of those that begin in a certain way, check requests on their way to another. */
    private static boolean isNamed(Route route) {
        return route.getPath() != null && route.isExactPath();
    }

    /** The path of the route that took the request or, failing that, of the one that would take it. */
    String of(RoutingContext ctx) {
        Route current = ctx.currentRoute();
        if (current != null && isNamed(current)) {
            return current.getPath();
        }
        try {
            return matching(ctx.request().method(), segments(ctx.normalizedPath()));
        } catch (IllegalArgumentException broken) {
            return UNMATCHED;
        }
    }

    private String matching(HttpMethod method, String[] request) {
        String otherMethod = UNMATCHED;
        for (Declared route : declared.getOrDefault(request.length, List.of())) {
            if (route.matches(request)) {
                if (route.takes(method)) {
                    return route.path();
                }
                otherMethod = route.path();
            }
        }
        return otherMethod;
    }

    /** A slash at the end makes no difference. */
    private static String[] segments(String path) {
        String end = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return end.split("/", -1);
    }
}
