package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spoils some answers of a right gateway in one way, as a defect would. */
final class Saboteur implements Line {
    /** A defect, and the rule of the fuzzer that has to see it. */
    enum Defect {
        FAULT("fault"),
        STACK("leak"),
        SOFTWARE("leak"),
        STRAY("canary"),
        ERROR_FORM("error"),
        ERROR_ID("error"),
        UNNAMED("naming"),
        TAKES_ANYTHING("status"),
        FIELD_MORE("schema"),
        FIELD_LESS("schema"),
        UNSTABLE("repeated"),
        SLOW("deadline"),
        TELLING_401("form"),
        FOREIGN_FOUND("form");

        final String rule;

        Defect(String rule) {
            this.rule = rule;
        }
    }

    private static final Pattern CANARY = Pattern.compile("canary-seller-\\d+-\\d+-");
    private static final List<Integer> REFUSED = List.of(400, 404);

    private final Line line;
    private final Defect defect;
    private int sent;

    Saboteur(Line line, Defect defect) {
        this.line = line;
        this.defect = defect;
    }

    @Override
    public Reply send(byte[] request, boolean head) throws IOException {
        sent++;
        Reply right = line.send(request, head);
        boolean read = new String(request, 0, 4, StandardCharsets.US_ASCII).equals("GET ");
        boolean record = right.status() == 200 && right.json().has("data");
        boolean refused = right.status() == 400 && !right.json().path("errors").isEmpty();
        return switch (defect) {
            case FAULT -> right.status() == 404 ? with(right, 500, body -> {}) : right;
            case STACK ->
                refused ? with(right, 400, body -> body.put("message", "java.lang.IllegalStateException")) : right;
            case SOFTWARE -> headed(right, "Server: Vert.x");
            case STRAY -> record && read ? with(right, 200, Saboteur::stray) : right;
            case ERROR_FORM -> REFUSED.contains(right.status()) ? with(right, right.status(), less("errors")) : right;
            case ERROR_ID -> right.status() == 404 ? with(right, 404, body -> body.put("requestId", "req_0")) : right;
            case UNNAMED -> refused ? with(right, 400, Saboteur::unnamed) : right;
            case TAKES_ANYTHING -> refused && !read ? with(right, 404, body -> {}) : right;
            case FIELD_MORE -> record ? with(right, 200, body -> body.put("secret", 1)) : right;
            case FIELD_LESS -> record ? with(right, 200, less("data")) : right;
            case UNSTABLE ->
                read && right.json().has("total") ? with(right, 200, body -> body.put("total", sent)) : right;
            case SLOW -> record && read ? new Reply(200, right.headers(), right.body(), 60_000) : right;
            case TELLING_401 ->
                right.status() == 401 ? with(right, 401, body -> body.put("message", "Key was revoked")) : right;
            case FOREIGN_FOUND -> read && right.status() == 404 ? with(right, 200, body -> {}) : right;
        };
    }

    private static Reply with(Reply right, int status, Consumer<ObjectNode> change) {
        if (!(right.json() instanceof ObjectNode body)) {
            return right;
        }
        change.accept(body);
        return new Reply(status, right.headers(), Call.json(body).getBytes(StandardCharsets.UTF_8), right.millis());
    }

    private static Reply headed(Reply right, String header) {
        List<String> headers = new ArrayList<>(right.headers());
        headers.add(header);
        return new Reply(right.status(), headers, right.body(), right.millis());
    }

    private static Consumer<ObjectNode> less(String name) {
        return body -> body.remove(name);
    }

    private static void unnamed(ObjectNode body) {
        for (JsonNode problem : body.get("errors")) {
            ((ObjectNode) problem).put("param", "request");
        }
    }

    /** As if the wall between modes had fallen. */
    private static void stray(ObjectNode body) {
        Matcher canary = CANARY.matcher(body.toString());
        if (canary.find()) {
            body.put("stray", canary.group() + "live " + canary.group() + "test");
        }
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
