package io.tollgate.http;

import io.tollgate.error.ApiError;
import io.tollgate.resource.Type;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as an endpoint sees it: who calls, which record, which parameters. */
public record Request(RoutingContext context) {

    public Caller caller() {
        return Caller.of(context);
    }

    /** The id in the path, in lower case; 400 naming it where it is malformed. */
    public String id(String name) {
        String text = context.pathParam(name);
        try {
            return (String) Type.ID.parse(text);
        } catch (IllegalArgumentException e) {
            throw ApiError.invalid(name, String.valueOf(e.getMessage()), text);
        }
    }

    /** All query parameters as sent. */
    public List<Map.Entry<String, String>> parameters() {
        return QueryString.parse(context.request().query());
    }

    public @Nullable String header(String name) {
        return context.request().getHeader(name);
    }
}
