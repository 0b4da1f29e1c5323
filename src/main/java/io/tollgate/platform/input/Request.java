package io.tollgate.platform.input;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.NearestName;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.http.Etag;
import io.tollgate.platform.http.QueryString;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Type;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request with validated access to its caller, path, headers, query and body.
 *
 * @param context the HTTP request; if {@code inner} is present, the one that contains it
 * @param others the query parameters that remain after some were read; null: all
 * @param inner replaces method, path, query, headers and body of the HTTP request; null if the endpoint was called by
 *     HTTP
 */
public record Request(
        RoutingContext context,
        @Nullable List<Map.Entry<String, String>> others,
        @Nullable InnerRequest inner) {
    /** The query parameter that all writes accept. */
    public static final String DRY_RUN = "dryRun";

    /** The methods that accept {@code If-Match}. */
    public static final Set<HttpMethod> CONDITIONAL = Set.of(HttpMethod.PATCH, HttpMethod.DELETE);

    public Request(RoutingContext context) {
        this(context, null, null);
    }

    /** Returns a request within an HTTP request. */
    public static Request within(RoutingContext context, InnerRequest inner) {
        return new Request(context, null, inner);
    }

    private static final String REPEATED = "must not be repeated";

    /** Returns this request with the query parameters that were not read yet. */
    public Request withParameters(List<Map.Entry<String, String>> remaining) {
        return new Request(context, List.copyOf(remaining), inner);
    }

    public Caller caller() {
        Caller other = inner == null ? null : inner.caller();
        return other == null ? Caller.of(context) : other;
    }

    /** Returns an id from the path in lower case. A malformed id is a 400. */
    public String id(String name) {
        String text = pathParameter(name);
        try {
            return (String) FilterValues.parse(Type.ID, text);
        } catch (IllegalArgumentException e) {
            throw ApiError.invalid(name, String.valueOf(e.getMessage()), text);
        }
    }

    /** Returns the valid ids in the path in lower case. */
    public Set<String> pathIds() {
        return (inner == null ? context.pathParams() : inner.pathParameters())
                .values().stream()
                        .filter(FilterValues::isId)
                        .map(text -> text.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet());
    }

    /** Returns the query parameters as sent. */
    public List<Map.Entry<String, String>> parameters() {
        return others == null ? QueryString.parse(query()) : others;
    }

    HttpMethod method() {
        return inner == null ? context.request().method() : inner.method();
    }

    /** Returns the path as sent. */
    String path() {
        return inner == null ? String.valueOf(context.request().path()) : inner.path();
    }

    /** Returns the query as sent. */
    @Nullable
    String query() {
        return inner == null ? context.request().query() : inner.query();
    }

    Buffer body() {
        return inner == null ? BodyReader.of(context) : inner.body();
    }

    private String pathParameter(String name) {
        return String.valueOf(
                inner == null ? context.pathParam(name) : inner.pathParameters().get(name));
    }

    /** Throws a 400 if the request has query parameters. */
    public void refuseParameters() {
        List<ApiError.Problem> problems = parameters().stream()
                .map(parameter -> new ApiError.Problem(parameter.getKey(), "unknown parameter", parameter.getValue()))
                .toList();
        if (!problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
    }

    public @Nullable String header(String name) {
        if (inner == null) {
            return context.request().getHeader(name);
        }
        return switch (name) {
            case IdempotencyKey.HEADER -> inner.idempotencyKey();
            case "If-Match" -> inner.ifMatch();
            case "Accept" -> inner.accept();
            default -> null;
        };
    }

    /** Returns all values of a header that may be repeated. */
    public List<String> headers(String name) {
        if (inner == null) {
            return context.request().headers().getAll(name);
        }
        String value = header(name);
        return value == null ? List.of() : List.of(value);
    }

    /** Returns the entity tags of {@code If-Match}, empty without the header. A malformed header is a 400. */
    public List<String> ifMatch() {
        List<String> sent = CONDITIONAL.contains(method()) ? headers("If-Match") : List.of();
        return sent.isEmpty() ? sent : Etag.named(sent);
    }

    /** Returns a text from the path. A text that is too long or not printable is a 400. */
    public String text(String name) {
        String text = pathParameter(name);
        boolean printable = text.chars().noneMatch(c -> Character.isISOControl(c) || c == '\ufffd');
        if (!printable || text.length() > FilterValues.TEXT_MAX) {
            throw ApiError.invalid(name, "must be 1 to " + FilterValues.TEXT_MAX + " printable characters", text);
        }
        return text;
    }

    /** Returns a boolean query parameter, or false if it was not sent. {@link #input} validates its value. */
    public boolean flag(String name) {
        return parameters().stream()
                .anyMatch(parameter ->
                        parameter.getKey().equals(name) && parameter.getValue().equals("true"));
    }

    /** Returns whether a write must only say what it would do. {@link #input} validates the value. */
    public boolean isDryRun() {
        return flag(DRY_RUN);
    }

    /**
     * Reads the body of a write that accepts no query parameters but {@link #DRY_RUN}. Also validates the ids in the
     * path, the idempotency key, {@code If-Match} and the query, so that {@link Input#check} reports all problems
     * together.
     *
     * @param ids names of the ids in the path
     */
    public Input input(Body body, String... ids) {
        return input(body, List.of(), ids);
    }

    /**
     * Reads the body of a write as {@link #input(Body, String...)} does.
     *
     * @param taken query parameters that the write accepts
     */
    public Input input(Body body, List<QueryParameter> taken, String... ids) {
        List<ApiError.Problem> problems = new ArrayList<>();
        for (String name : ids) {
            collect(problems, () -> id(name));
        }
        collect(problems, () -> IdempotencyKey.of(this));
        collect(problems, this::ifMatch);
        collect(problems, () -> parameters(problems, taken));
        Buffer sent = body();
        if (sent.length() == 0 && !body.optional()) {
            throw ApiError.malformed("The request needs a JSON body");
        }
        return Input.of(body, sent.length() == 0 ? null : JsonBody.parse(sent), problems);
    }

    /** Returns a text of the body as sent, before the body is validated; null if the body has no such text. */
    public @Nullable String sentText(String name) {
        Buffer sent = body();
        return sent.length() == 0 ? null : JsonBody.parse(sent).path(name).textValue();
    }

    /** Returns the ids in the path of a read that accepts no query parameters. One 400 reports all problems. */
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
            String message = problem(parameter, taken, seen.add(parameter.getKey()));
            if (message != null) {
                problems.add(new ApiError.Problem(parameter.getKey(), message, parameter.getValue()));
            }
        }
        return problems;
    }

    private static @Nullable String problem(Map.Entry<String, String> sent, List<QueryParameter> taken, boolean first) {
        if (sent.getKey().equals("livemode")) {
            return "is not allowed here: a write uses the mode of its key";
        }
        if (sent.getKey().equals(DRY_RUN)) {
            return first ? problem(Type.BOOLEAN, sent.getValue()) : REPEATED;
        }
        for (QueryParameter parameter : taken) {
            if (parameter.name().equals(sent.getKey())) {
                return first ? problem(parameter.type(), sent.getValue()) : REPEATED;
            }
        }
        return NearestName.unknown(
                "parameter",
                sent.getKey(),
                Stream.concat(Stream.of(DRY_RUN), taken.stream().map(QueryParameter::name))
                        .toList());
    }

    private static @Nullable String problem(Type type, String value) {
        try {
            Object unused = FilterValues.parse(type, value);
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
