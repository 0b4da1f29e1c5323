package io.tollgate.input;

import io.tollgate.error.ApiError;
import io.tollgate.error.NearestName;
import io.tollgate.http.Caller;
import io.tollgate.http.Etag;
import io.tollgate.http.QueryString;
import io.tollgate.resource.Type;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request as an endpoint sees it: who calls, which record, which parameters. */
public record Request(RoutingContext context) {
    /** Methods that take {@code If-Match}. */
    public static final Set<HttpMethod> CONDITIONAL = Set.of(HttpMethod.PATCH, HttpMethod.DELETE);

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

    /** All lines of a header that may stand in several. */
    List<String> headers(String name) {
        return context.request().headers().getAll(name);
    }

    /** The states that {@code If-Match} of a change names; empty without the header, 400 if it is malformed. */
    public List<String> ifMatch() {
        List<String> sent = CONDITIONAL.contains(context.request().method()) ? headers("If-Match") : List.of();
        return sent.isEmpty() ? sent : Etag.named(sent);
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

    /** A parameter of the query that is true or false, checked with the {@link #input}; false where it was not sent. */
    public boolean flag(String name) {
        return parameters().stream()
                .anyMatch(parameter ->
                        parameter.getKey().equals(name) && parameter.getValue().equals("true"));
    }

    /**
     * The body of a write against its definition. Ids of the path, the idempotency key and query
     * parameters, of which a write takes none, are held to their rules in the same answer: what is
     * wrong is refused by {@link Input#check}.
     *
     * @param ids names of the ids in the path
     */
    public Input input(Body body, String... ids) {
        return input(body, List.of(), ids);
    }

    /** @param taken parameters of the query that this write takes */
    public Input input(Body body, List<QueryParameter> taken, String... ids) {
        List<ApiError.Problem> problems = new ArrayList<>();
        for (String name : ids) {
            collect(problems, () -> id(name));
        }
        collect(problems, () -> IdempotencyKey.of(this));
        collect(problems, this::ifMatch);
        collect(problems, () -> parameters(problems, taken));
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

    private List<ApiError.Problem> parameters(List<ApiError.Problem> problems, List<QueryParameter> taken) {
        Set<String> seen = new HashSet<>();
        for (Map.Entry<String, String> parameter : parameters()) {
            String message = wrong(parameter, taken, seen.add(parameter.getKey()));
            if (message != null) {
                problems.add(new ApiError.Problem(parameter.getKey(), message, parameter.getValue()));
            }
        }
        return problems;
    }

    private static @Nullable String wrong(Map.Entry<String, String> sent, List<QueryParameter> taken, boolean first) {
        if (sent.getKey().equals("livemode")) {
            return "is not taken here: a write acts in the mode of its key";
        }
        for (QueryParameter parameter : taken) {
            if (parameter.name().equals(sent.getKey())) {
                return first ? wrong(parameter.type(), sent.getValue()) : "must be given once";
            }
        }
        return taken.isEmpty()
                ? "unknown parameter: a write takes none"
                : NearestName.unknown(
                        "parameter",
                        sent.getKey(),
                        taken.stream().map(QueryParameter::name).toList());
    }

    private static @Nullable String wrong(Type type, String value) {
        try {
            Object unused = type.parse(value);
            return null;
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void collect(List<ApiError.Problem> problems, Supplier<?> reading) {
        try {
            Object unused = reading.get();
        } catch (ApiError e) {
            problems.addAll(e.problems());
        }
    }
}
