package io.tollgate.platform.server;

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
 * Returns the route of a request for logs and metrics, also if the request was rejected before it reached its route,
 * for example without a key. The name is a declared path, never the path of the request.
 */
final class RouteNames {
    /** The name for paths that match no route. */
    static final String UNMATCHED = "unmatched";

    /** Routes by number of segments. */
    private final Map<Integer, List<DeclaredRoute>> declared = new HashMap<>();

    /** @param methods null if the route accepts all methods */
    private record DeclaredRoute(
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

        boolean accepts(HttpMethod method) {
            return methods == null || methods.contains(method);
        }
    }

    private RouteNames() {}

    /** Returns the names of the current routes of a router. */
    static RouteNames of(Router router) {
        RouteNames names = new RouteNames();
        for (Route route : router.getRoutes()) {
            if (isNamed(route)) {
                String[] segments = segments(route.getPath());
                names.declared
                        .computeIfAbsent(segments.length, length -> new ArrayList<>())
                        .add(new DeclaredRoute(route.getPath(), segments, route.methods()));
            }
        }
        return names;
    }

    /** Returns whether a route has an exact path. Other routes only check requests and pass them on. */
    private static boolean isNamed(Route route) {
        return route.getPath() != null && route.isExactPath();
    }

    /** Returns the path of the route that handled the request or, if there is none, of the route that matches it. */
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
        for (DeclaredRoute route : declared.getOrDefault(request.length, List.of())) {
            if (route.matches(request)) {
                if (route.accepts(method)) {
                    return route.path();
                }
                otherMethod = route.path();
            }
        }
        return otherMethod;
    }

    /** Splits a path into segments. Ignores a trailing slash. */
    private static String[] segments(String path) {
        String end = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return end.split("/", -1);
    }
}
