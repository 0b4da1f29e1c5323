package io.tollgate.platform.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What the user of a client says about a write, if the client can ask its user. The token of the confirmation is the
 * state of the dialog, which the client keeps from the language model.
 *
 * @param supported whether the client can ask its user
 * @param token as the client returned it; missing before it has asked
 * @param action what the user did: accept, decline or cancel; empty before the user has answered
 */
record UserDialog(boolean supported, JsonNode token, String action) {
    /** For clients that cannot ask. */
    static final UserDialog NONE = new UserDialog(false, MissingNode.getInstance(), "");

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String QUESTION = "confirm";
    private static final String ACCEPT = "accept";

    /** Characters of the arguments, and of the response, that are shown. */
    private static final int SHOWN_MAX = 2_000;

    static UserDialog of(RpcRequest request) {
        JsonNode elicitation = request.meta("clientCapabilities").path("elicitation");
        return new UserDialog(
                elicitation.isObject() && (elicitation.isEmpty() || elicitation.has("form")),
                request.params().path("requestState"),
                request.params()
                        .path("inputResponses")
                        .path(QUESTION)
                        .path("action")
                        .asText());
    }

    boolean isAccepted() {
        return token.isTextual() && action.equals(ACCEPT);
    }

    /** Returns whether the user has answered, but has not accepted. */
    boolean isRefused() {
        return token.isTextual() && !action.isEmpty() && !action.equals(ACCEPT);
    }

    /** Returns a result that makes the client ask its user. */
    static ObjectNode ask(Tool tool, boolean live, ObjectNode arguments, String response, String token) {
        ObjectNode result =
                JSON.objectNode().put("resultType", "input_required").put("requestState", token);
        ObjectNode question = result.putObject("inputRequests").putObject(QUESTION);
        question.put("method", "elicitation/create")
                .putObject("params")
                .put("mode", "form")
                .put(
                        "message",
                        tool.endpoint().summary() + ", in " + (live ? "live" : "test") + " mode?\n\nArguments: "
                                + shown(arguments.toString()) + "\n\nWould return: " + shown(response))
                .putObject("requestedSchema")
                .put("type", "object")
                .putObject("properties");
        return result;
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
    }
}
