package io.tollgate.http;

import io.tollgate.error.ApiError;
import io.tollgate.resource.Type;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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

    /** Refuses all query parameters, for what takes none. */
    public void refuseParameters() {
        List<ApiError.Problem> problems = parameters().stream()
                .map(parameter -> new ApiError.Problem(parameter.getKey(), "unknown parameter", parameter.getValue()))
                .toList();
        if (!problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
    }

    public @Nullable String header(String name) {
        return context.request().getHeader(name);
    }

    /** A text in the path; 400 naming it where it is too long or holds what cannot be printed. */
    public String text(String name) {
        String text = context.pathParam(name);
        boolean printable = text.chars().noneMatch(c -> Character.isISOControl(c) || c == '\ufffd');
        if (!printable || text.length() > Type.TEXT_MAX) {
            throw ApiError.invalid(name, "must be 1 to " + Type.TEXT_MAX + " printable characters", text);
        }
        return text;
    }

    /**
     * The body of a write against its definition. Ids of the path, the idempotency key and query
     * parameters, of which a write takes none, are held to their rules in the same answer: what is
     * wrong is refused by {@link Input#check}.
     *
     * @param ids names of the ids in the path
     */
    public Input input(Body body, String... ids) {
        List<ApiError.Problem> problems = new ArrayList<>();
        for (String name : ids) {
            collect(problems, () -> id(name));
        }
        collect(problems, () -> IdempotencyKey.of(this));
        collect(problems, () -> {
            for (Map.Entry<String, String> parameter : parameters()) {
                String message = parameter.getKey().equals("livemode")
                        ? "is not taken here: a write acts in the mode of its key"
                        : "unknown parameter: a write takes none";
                problems.add(new ApiError.Problem(parameter.getKey(), message, parameter.getValue()));
            }
            return null;
        });
        Buffer sent = BodyReader.of(context);
        if (sent.length() == 0 && !body.optional()) {
            throw ApiError.malformed("The request needs a body of JSON");
        }
        return Input.of(body, sent.length() == 0 ? null : JsonBody.parse(sent), problems);
    }

    /** Ids in the path of a read that takes no parameters; what is wrong is named in one answer. */
    public List<String> ids(String... names) {
        List<ApiError.Problem> problems = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (String name : names) {
            collect(problems, () -> ids.add(id(name)));
        }
        collect(problems, () -> {
            refuseParameters();
            return null;
        });
        if (!problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        return ids;
    }

    private static void collect(List<ApiError.Problem> problems, Supplier<?> reading) {
        try {
            Object unused = reading.get();
        } catch (ApiError e) {
            problems.addAll(e.problems());
        }
    }
}
