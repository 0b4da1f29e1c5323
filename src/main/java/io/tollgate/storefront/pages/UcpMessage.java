package io.tollgate.storefront.pages;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A message about a checkout session.
 *
 * @param type {@code error} or {@code warning}
 * @param path JSONPath of what the message is about; null for the session
 * @param severity who can resolve an error; null for a warning
 */
record UcpMessage(
        String type,
        String code,
        @Nullable String path,
        String content,
        @Nullable String severity) {
    static final String RECOVERABLE = "recoverable";
    static final String UNRECOVERABLE = "unrecoverable";
    static final String BUYER_INPUT = "requires_buyer_input";

    static UcpMessage error(String code, @Nullable String path, String content, String severity) {
        return new UcpMessage("error", code, path, content, severity);
    }

    static UcpMessage warning(String code, @Nullable String path, String content) {
        return new UcpMessage("warning", code, path, content, null);
    }

    /** Returns the path of a member of a line. */
    static String line(int index, String member) {
        return "$.line_items[" + index + "]." + member;
    }

    boolean isRecoverable() {
        return RECOVERABLE.equals(severity);
    }

    UcpMessage unrecoverable() {
        return new UcpMessage(type, code, path, content, UNRECOVERABLE);
    }

    JsonObject json() {
        JsonObject json = new JsonObject().put("type", type).put("code", code).put("content", content);
        if (path != null) {
            json.put("path", path);
        }
        return severity == null ? json : json.put("severity", severity);
    }
}
