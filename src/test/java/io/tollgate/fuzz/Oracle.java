package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Checks a response. Each complaint begins with the violated rule, so that a shrunk call can be compared with the
 * original.
 */
final class Oracle {
    private static final String UNAUTHORIZED =
            "{\"error\":\"Unauthorized\",\"message\":\"Missing or invalid API key\"}";
    private static final List<String> LEAKS = List.of(
            "Exception", "io.tollgate", "io.vertx", "io.netty", "org.postgresql", "SELECT ", "at io.", "Vert.x");

    /** Statuses that any operation may return: wrong methods, deadlines and sizes are checked before routing. */
    private static final Set<Integer> ANYWHERE = Set.of(405, 408, 413, 414, 415, 431);

    /** Headers that every response has. */
    private static final String REPLAYED = "Idempotent-Replayed";

    private static final Set<String> NO_PARAMETERS = Set.of("body", "Idempotency-Key", "If-Match", "Content-Type");

    private final Document document;
    private final Call call;
    private final Reply reply;
    private final List<String> complaints = new ArrayList<>();

    private Oracle(Document document, Call call, Reply reply) {
        this.document = document;
        this.call = call;
        this.reply = reply;
    }

    /** Returns the complaints about a response; empty if it is correct. */
    static List<String> judge(Document document, Call call, Reply reply) {
        Oracle oracle = new Oracle(document, call, reply);
        oracle.status();
        oracle.strays();
        if (oracle.complaints.isEmpty()) {
            oracle.form();
        }
        return oracle.complaints;
    }

    private void require(boolean holds, String complaint) {
        if (!holds) {
            complaints.add(complaint);
        }
    }

    private void status() {
        int status = reply.status();
        require(status < 500, "fault: " + status);
        if (!call.expected.isEmpty()) {
            require(call.expected.contains(status), "status: " + status + " where " + call.expected + " is due");
        } else {
            boolean published = call.operation.responses().containsKey(status);
            boolean refused = status == 405 || ANYWHERE.contains(status) && !call.mutation.equals("none");
            require(published || refused, "status: " + status + " is not published");
        }
    }

    /** Checks that the response contains nothing of another seller, of the other mode, or of the implementation. */
    private void strays() {
        String text = reply.text() + String.join("\n", reply.headers());
        for (String foreign : call.caller.foreign()) {
            require(!text.contains(foreign), "canary: of another seller");
        }
        String path = call.operation.path();
        boolean eitherMode = path.contains("/validate/") || path.contains("/check-");
        if (!eitherMode) {
            require(!text.contains(World.canary(call.caller, !call.live())), "canary: of the other mode");
        }
        String sent = call.toString();
        for (String leak : LEAKS) {
            require(!text.contains(leak) || sent.contains(leak), "leak: " + leak);
        }
        require(reply.header("Server") == null, "leak: Server");
    }

    private void form() {
        require(reply.header("Request-Id") != null, "form: no Request-Id");
        if (call.method.equals("HEAD")) {
            return;
        }
        if (reply.status() == 401) {
            require(reply.text().equals(UNAUTHORIZED), "form: another body of 401");
        } else if (reply.status() >= 400 && reply.status() != 416) {
            error();
        } else {
            success();
        }
    }

    /** Returns whether the path was changed so that another operation may have responded. */
    private boolean isElsewhere() {
        return call.mutation.equals("spelling of the path");
    }

    private void success() {
        JsonNode published = call.operation.responses().get(reply.status());
        if (published == null || isElsewhere()) {
            return;
        }
        published
                .path("headers")
                .fieldNames()
                .forEachRemaining(name ->
                        require(name.equals(REPLAYED) || reply.header(name) != null, "form: no header " + name));
        JsonNode content = published.path("content");
        if (content.has("application/json")) {
            require(reply.isJson(), "form: not JSON");
            JsonNode schema = content.get("application/json").get("schema");
            List<String> broken = SchemaCheck.broken(document, schema, reply.json());
            require(broken.isEmpty(), "schema: " + broken);
        }
    }

    private void error() {
        require(reply.isJson(), "form: not JSON");
        JsonNode error = reply.json();
        List<String> broken = SchemaCheck.broken(document, document.schema("Error"), error);
        require(broken.isEmpty(), "error: breaks its schema at " + broken);
        if (!broken.isEmpty()) {
            return;
        }
        require(
                Objects.equals(error.get("requestId").textValue(), reply.header("Request-Id")),
                "error: another requestId than its header");
        require(reply.status() != 405 || reply.header("Allow") != null, "form: no Allow");
        List<String> named = new ArrayList<>();
        error.get("errors").forEach(one -> named.add(one.get("param").textValue()));
        if (error.get("code").textValue().equals("validation_failed")) {
            require(!named.isEmpty(), "naming: no parameter");
            boolean known = roots().containsAll(named.stream().map(Oracle::root).toList());
            require(known || isElsewhere(), "naming: nobody sent " + named);
        }
        if (!call.blamed.isEmpty() && reply.status() == 400) {
            for (String due : call.blamed) {
                require(named.stream().anyMatch(name -> isAbout(name, due)), "naming: " + named + " without " + due);
            }
        }
    }

    /** Returns whether an error names the wrong parameter, a part of it, or its container. */
    private static boolean isAbout(String name, String due) {
        return (due + ".").startsWith(name + ".")
                || (name + ".").startsWith(due + ".")
                || due.startsWith(name + "[")
                || name.startsWith(due + "[")
                || name.endsWith("…");
    }

    private static String root(String param) {
        return param.split("[.\\[]", 2)[0];
    }

    /** Returns the names that a rejection may use: parameters that were sent, and those that exist. */
    private Set<String> roots() {
        Set<String> roots = new HashSet<>(NO_PARAMETERS);
        roots.addAll(call.operation.names());
        roots.addAll(call.operation.query().keySet());
        call.query.forEach(parameter ->
                roots.add(root(parameter.split("=", 2)[0].replace("%20", " ").replace("%5B", "["))));
        if (call.body != null) {
            call.body.fieldNames().forEachRemaining(name -> roots.add(root(name)));
        }
        if (call.operation.body() != null) {
            document.resolve(call.operation.body())
                    .path("properties")
                    .fieldNames()
                    .forEachRemaining(roots::add);
        }
        return roots;
    }
}
