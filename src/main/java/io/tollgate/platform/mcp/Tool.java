package io.tollgate.platform.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.InnerRequest;
import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.input.Request;
import io.vertx.core.buffer.Buffer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An endpoint as a tool. Its arguments are the parameters in the path, in the query and in the body together. */
record Tool(String name, Endpoint endpoint) {
    private static final Pattern PATH_NAMES = Pattern.compile("\\{(\\w+)}");

    /** Operations with a body that change nothing. */
    private static final Set<String> READING = Set.of("create_quote");

    /** The arguments of a call by the part of the request to which they belong. */
    private record Parts(Map<String, String> path, List<String> query, ObjectNode body, List<Problem> problems) {}

    /** Returns whether calls change something, so that they need a confirmation. */
    boolean writes() {
        return endpoint.writing() != null && !READING.contains(name);
    }

    /** Returns whether calls may change or end what exists, and do not only add to it. */
    boolean destroys() {
        Endpoint.Writing writing = endpoint.writing();
        return writing != null && writes() && writing.status() != 201;
    }

    List<String> pathNames() {
        return PATH_NAMES
                .matcher(endpoint.path())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /**
     * Returns the request of a call. The endpoint validates it; arguments that it does not know are passed on.
     *
     * @param idempotencyKey null for a dry run or a read
     * @throws ApiError 400 if a part of the request cannot be built; 413 if its body is too long for the endpoint
     */
    InnerRequest request(ObjectNode arguments, boolean dryRun, @Nullable String idempotencyKey) {
        Parts parts = new Parts(
                new LinkedHashMap<>(), new ArrayList<>(), JsonNodeFactory.instance.objectNode(), new ArrayList<>());
        for (String name : pathNames()) {
            pathParameter(parts, name, arguments.path(name));
        }
        arguments.properties().forEach(argument -> {
            if (!parts.path.containsKey(argument.getKey())) {
                sort(parts, argument.getKey(), argument.getValue());
            }
        });
        if (!parts.problems.isEmpty()) {
            throw ApiError.invalid(parts.problems);
        }
        if (dryRun) {
            parts.query.add(Request.DRY_RUN + "=true");
        }
        return new InnerRequest(
                null,
                endpoint.method(),
                path(parts.path),
                parts.path,
                parts.query.isEmpty() ? null : String.join("&", parts.query),
                idempotencyKey,
                null,
                null,
                body(parts.body));
    }

    private static void pathParameter(Parts parts, String name, JsonNode value) {
        if (!value.isTextual() || value.textValue().isEmpty()) {
            parts.problems.add(new Problem(name, "must be a string", null));
        }
        parts.path.put(name, value.asText());
    }

    private void sort(Parts parts, String name, JsonNode value) {
        Endpoint.Writing writing = endpoint.writing();
        boolean inBody = writing != null
                && writing.body().hasFields()
                && writing.parameters().stream().map(QueryParameter::name).noneMatch(name::equals);
        if (inBody) {
            parts.body.set(name, value);
        } else if (value.isContainerNode() || value.isNull()) {
            parts.problems.add(new Problem(name, "must be a string, a number or a boolean", null));
        } else {
            parts.query.add(encoded(name) + "=" + encoded(value.asText()));
        }
    }

    private Buffer body(ObjectNode body) {
        Body declared =
                endpoint.writing() == null ? Body.NONE : endpoint.writing().body();
        boolean empty = !declared.hasFields() || (declared.optional() && body.isEmpty());
        Buffer written = Buffer.buffer(empty ? "" : body.toString());
        if (written.length() > declared.bytesMax()) {
            throw ApiError.refused(
                    413, "body_too_large", "The arguments must be at most " + declared.bytesMax() + " bytes long");
        }
        return written;
    }

    private String path(Map<String, String> values) {
        return PATH_NAMES
                .matcher(endpoint.path())
                .replaceAll(found -> Matcher.quoteReplacement(encoded(values.getOrDefault(found.group(1), ""))));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
