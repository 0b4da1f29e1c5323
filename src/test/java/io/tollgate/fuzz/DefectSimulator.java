package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Changes some responses of a correct gateway, as a certain defect would. */
final class DefectSimulator implements Transport {
    /** A defect, and how the complaint that must report it can begin. */
    enum Defect {
        FAULT("fault: 500"),
        STACK("leak: "),
        SOFTWARE("leak: "),
        OTHER_MODE("canary: of the other mode"),
        FOREIGN_CANARY("canary: of another seller"),
        FOREIGN_GET("status: 200 where [404] is due"),
        ERROR_FORM("error: "),
        ERROR_ID("error: "),
        UNNAMED("naming: "),
        TAKES_ANYTHING("status: "),
        FIELD_MORE("schema: "),
        FIELD_LESS("schema: "),
        UNSTABLE("repeated: "),
        SLOW("deadline: "),
        TELLING_401("form: "),
        ABSENT_FOUND("status: 200 where [404] is due", "form: no header ETag", "schema: ");

        final List<String> complaints;

        Defect(String... complaints) {
            this.complaints = List.of(complaints);
        }
    }

    private static final Pattern CANARY = Pattern.compile("canary-seller-\\d+-\\d+-");
    private static final Pattern KEY = Pattern.compile("(?im)^authorization: .*$");
    private static final List<Integer> REFUSED = List.of(400, 404);

    private final Transport line;
    private final Defect defect;
    private final Set<String> canaries = new TreeSet<>();
    private int sent;
    private @Nullable Owned latest;

    /** The last successful get of a record by its owner. */
    private record Owned(String line, String key, Reply reply) {}

    DefectSimulator(Transport line, Defect defect) {
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
            case SOFTWARE -> withHeader(right, "Server: Vert.x");
            case OTHER_MODE -> record && read ? with(right, 200, DefectSimulator::withOtherMode) : right;
            case FOREIGN_CANARY -> record && read ? with(right, 200, this::withOtherSeller) : right;
            case FOREIGN_GET -> read ? foreign(new String(request, StandardCharsets.ISO_8859_1), right) : right;
            case ERROR_FORM ->
                REFUSED.contains(right.status()) ? with(right, right.status(), withoutField("errors")) : right;
            case ERROR_ID -> right.status() == 404 ? with(right, 404, body -> body.put("requestId", "req_0")) : right;
            case UNNAMED -> refused ? with(right, 400, DefectSimulator::withoutParameter) : right;
            case TAKES_ANYTHING -> refused && !read ? with(right, 404, body -> {}) : right;
            case FIELD_MORE -> record ? with(right, 200, body -> body.put("secret", 1)) : right;
            case FIELD_LESS -> record ? with(right, 200, withoutField("data")) : right;
            case UNSTABLE ->
                read && right.json().has("total") ? with(right, 200, body -> body.put("total", sent)) : right;
            case SLOW -> record && read ? new Reply(200, right.headers(), right.body(), 60_000) : right;
            case TELLING_401 ->
                right.status() == 401 ? with(right, 401, body -> body.put("message", "Key was revoked")) : right;
            case ABSENT_FOUND -> read && right.status() == 404 ? with(right, 200, body -> {}) : right;
        };
    }

    private static Reply with(Reply right, int status, Consumer<ObjectNode> change) {
        if (!(right.json() instanceof ObjectNode body)) {
            return right;
        }
        change.accept(body);
        return new Reply(status, right.headers(), Call.json(body).getBytes(StandardCharsets.UTF_8), right.millis());
    }

    private static Reply withHeader(Reply right, String header) {
        List<String> headers = new ArrayList<>(right.headers());
        headers.add(header);
        return new Reply(right.status(), headers, right.body(), right.millis());
    }

    private static Consumer<ObjectNode> withoutField(String name) {
        return body -> body.remove(name);
    }

    private static void withoutParameter(ObjectNode body) {
        for (JsonNode problem : body.get("errors")) {
            ((ObjectNode) problem).put("param", "request");
        }
    }

    /** Simulates a missing separation of modes. */
    private static void withOtherMode(ObjectNode body) {
        Matcher canary = CANARY.matcher(body.toString());
        if (canary.find()) {
            body.put("stray", canary.group() + "live " + canary.group() + "test");
        }
    }

    /** Simulates a missing separation of sellers: the response contains the canary of the other seller. */
    private void withOtherSeller(ObjectNode body) {
        Matcher canary = CANARY.matcher(body.toString());
        if (canary.find()) {
            canaries.add(canary.group());
            canaries.stream()
                    .filter(seen -> !seen.equals(canary.group()))
                    .findAny()
                    .ifPresent(other -> body.put("stray", other));
        }
    }

    /** Simulates records that are found by id alone: the next caller gets the record of the previous one. */
    private Reply foreign(String request, Reply right) {
        String asked = request.lines().findFirst().orElseThrow();
        Matcher found = KEY.matcher(request);
        String key = found.find() ? found.group() : "";
        if (right.status() == 200) {
            latest = new Owned(asked, key, right);
        }
        boolean anothers =
                latest != null && latest.line().equals(asked) && !latest.key().equals(key);
        return anothers && right.status() == 404 ? latest.reply() : right;
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
