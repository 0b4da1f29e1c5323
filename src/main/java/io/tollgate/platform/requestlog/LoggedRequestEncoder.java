package io.tollgate.platform.requestlog;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Times;
import io.vertx.core.buffer.Buffer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Encodes calls as entries of the log, without what the log does not show. */
final class LoggedRequestEncoder {
    private static final int USER_AGENT_MAX = 200;
    private static final double NANOS_PER_MILLI = 1_000_000;

    private LoggedRequestEncoder() {}

    static ObjectNode encode(LoggedRequest call) {
        Endpoint endpoint = call.endpoint();
        String id = LoggedRequests.entryId(call.requestId());
        ObjectNode entry = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("sellerId", call.caller().sellerId())
                .put("requestId", call.requestId())
                .put("method", LoggedRequests.METHODS.contains(call.method()) ? call.method() : "OTHER")
                .put("path", endpoint == null ? null : endpoint.path())
                .put("requestedPath", endpoint == null ? null : Redaction.path(endpoint, call.path()));
        entry.set("query", Redaction.query(endpoint, call.query()));
        entry.put("status", (long) call.status())
                .put("statusClass", call.status() / 100 + "xx")
                .put("errorCode", call.error() == null ? null : call.error().code());
        entry.set(
                "parameters",
                call.error() == null
                        ? JsonNodeFactory.instance.arrayNode()
                        : Redaction.parameters(endpoint, call.error()));
        entry.put("durationMillis", Math.round(call.nanos() / NANOS_PER_MILLI * 1000) / 1000.0)
                .put("keyId", call.caller().principal().keyId())
                .put("source", call.source().name().toLowerCase(Locale.ROOT))
                .put("address", call.address())
                .put("userAgent", shortened(call.userAgent()))
                .put("recordId", recordId(call));
        addBody(entry, endpoint, call.body());
        return entry.put("livemode", call.caller().live()).put("createdAt", Times.text(call.createdAt()));
    }

    private static void addBody(ObjectNode entry, @Nullable Endpoint endpoint, Buffer sent) {
        if (endpoint == null || endpoint.writing() == null) {
            entry.putNull("body").putNull("bodyBytes");
        } else {
            entry.set("body", Redaction.body(endpoint, sent));
            entry.put("bodyBytes", (long) sent.length());
        }
    }

    private static @Nullable String recordId(LoggedRequest call) {
        Endpoint endpoint = call.endpoint();
        String responded = call.recordId();
        return responded == null && endpoint != null ? Redaction.lastId(endpoint, call.path()) : responded;
    }

    /** Replaces what is not printable: a client may send any bytes. */
    private static @Nullable String shortened(@Nullable String userAgent) {
        if (userAgent == null) {
            return null;
        }
        String printable = userAgent.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() <= USER_AGENT_MAX ? printable : printable.substring(0, USER_AGENT_MAX);
    }
}
