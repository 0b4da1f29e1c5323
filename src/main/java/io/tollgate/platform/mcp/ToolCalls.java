package io.tollgate.platform.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.http.ErrorBody;
import io.tollgate.platform.http.RequestId;
import io.tollgate.platform.input.InnerRequest;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.requestlog.RequestRecorder;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls endpoints as tools. A write needs two calls: the first returns the response of a dry run and a token, the
 * second, with the token, writes. A client that can ask its user makes the second call if the user accepts.
 */
final class ToolCalls {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Confirmations confirmations;
    private final RequestRecorder recorder;

    ToolCalls(Confirmations confirmations, RequestRecorder recorder) {
        this.confirmations = confirmations;
        this.recorder = recorder;
    }

    /**
     * Returns the result of a call. Errors of the request are results, whose text is the body that HTTP would return.
     * Failures of Tollgate fail the future.
     */
    Future<ObjectNode> call(RoutingContext ctx, Tool tool, ObjectNode given, UserDialog dialog) {
        ObjectNode arguments = sorted(given);
        JsonNode token = arguments.remove(Confirmations.ARGUMENT);
        return attempt(() -> {
                    if (!tool.writes()) {
                        return answer(ctx, tool, readArguments(arguments, token), false, null)
                                .map(ToolCalls::result);
                    }
                    if (token != null) {
                        return write(ctx, tool, arguments, token);
                    }
                    if (dialog.isRefused()) {
                        return Future.succeededFuture(
                                text("The user refused. Nothing was changed.").put("isError", true));
                    }
                    return dialog.isAccepted()
                            ? write(ctx, tool, arguments, dialog.token())
                            : preview(ctx, tool, arguments, dialog);
                })
                .recover(failure -> failure instanceof ApiError error && error.status() < 500
                        ? Future.succeededFuture(error(error.status(), ErrorBody.of(error, RequestId.of(ctx))))
                        : Future.failedFuture(failure));
    }

    /** Passes a token on as an unknown argument, because a read has none. */
    private static ObjectNode readArguments(ObjectNode arguments, @Nullable JsonNode token) {
        return token == null ? arguments : arguments.set(Confirmations.ARGUMENT, token);
    }

    private Future<ObjectNode> preview(RoutingContext ctx, Tool tool, ObjectNode arguments, UserDialog dialog) {
        return answer(ctx, tool, arguments, true, null).map(response -> {
            if (response.status() >= 400) {
                return result(response);
            }
            Caller caller = Caller.of(ctx);
            Confirmations.Token token = confirmations.issue(caller, tool, arguments);
            if (dialog.supported()) {
                return UserDialog.ask(
                        tool, caller.live(), arguments, response.body().toString(), token.text());
            }
            ObjectNode preview = JSON.objectNode()
                    .put("status", "confirmation_required")
                    .put(
                            "message",
                            "Nothing was changed yet. `response` is what this call would return. To make the change, "
                                    + "call the tool again with the same arguments and this confirmationToken.")
                    .put(Confirmations.ARGUMENT, token.text())
                    .put("expiresAt", token.expiresAt().toString());
            preview.putRawValue("response", new RawValue(response.body().toString()));
            return structured(preview.toString());
        });
    }

    private Future<ObjectNode> write(RoutingContext ctx, Tool tool, ObjectNode arguments, JsonNode token) {
        String key = confirmations.require(Caller.of(ctx), tool, arguments, token);
        return answer(ctx, tool, arguments, false, key).map(response -> {
            if (response.status() >= 400) {
                return result(response);
            }
            ObjectNode done = JSON.objectNode().put("status", "done");
            done.putRawValue("response", new RawValue(response.body().toString()));
            return structured(done.toString());
        });
    }

    private Future<ApiResponse> answer(
            RoutingContext ctx, Tool tool, ObjectNode arguments, boolean dryRun, @Nullable String key) {
        InnerRequest request = tool.request(arguments, dryRun, key);
        return recorder.recorded(
                ctx, tool.endpoint(), request, () -> tool.endpoint().operation().answer(Request.within(ctx, request)));
    }

    private static ObjectNode result(ApiResponse response) {
        String body = response.body().toString();
        return response.status() < 400 ? structured(body) : error(response.status(), body);
    }

    /** @param json an object */
    private static ObjectNode structured(String json) {
        ObjectNode result = text(json);
        result.putRawValue("structuredContent", new RawValue(json));
        return result.put("isError", false);
    }

    private static ObjectNode error(int status, String body) {
        ObjectNode result = text(body).put("isError", true);
        result.putObject("_meta").put("io.tollgate/status", status);
        return result;
    }

    private static ObjectNode text(String text) {
        ObjectNode result = JSON.objectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }

    /** Returns a copy whose names are sorted at all levels: agents may repeat arguments in another order. */
    private static ObjectNode sorted(ObjectNode tree) {
        TreeMap<String, JsonNode> members = new TreeMap<>();
        tree.properties().forEach(member -> members.put(member.getKey(), sortedValue(member.getValue())));
        ObjectNode copy = JSON.objectNode();
        members.forEach(copy::set);
        return copy;
    }

    private static JsonNode sortedValue(JsonNode value) {
        if (value instanceof ObjectNode object) {
            return sorted(object);
        }
        if (value instanceof ArrayNode list) {
            ArrayNode copy = JSON.arrayNode();
            list.forEach(item -> copy.add(sortedValue(item)));
            return copy;
        }
        return value;
    }

    private static <T> Future<T> attempt(Supplier<Future<T>> work) {
        return Future.succeededFuture().compose(begun -> work.get());
    }
}
