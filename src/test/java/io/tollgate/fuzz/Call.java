package io.tollgate.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tollgate.fuzz.Document.Operation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A request under way: made right, then changed in one place, and what must come of it. */
final class Call {
    /** Half of a character can only be sent in its escaped form. */
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** Below what is too large, wherever that begins. */
    private static final int BODY_MAX = 60_000;

    private static final int SHOWN_MAX = 4_000;

    final Operation operation;
    final World.Caller caller;
    String method;
    String path;
    final List<String> query = new ArrayList<>();
    final List<String> headers = new ArrayList<>();

    @Nullable
    String contentType;

    @Nullable
    JsonNode body;

    /** In place of the tree, where what is sent is no JSON. */
    byte @Nullable [] raw;

    /** Whether the tree of the body was changed. */
    boolean bodyChanged;

    /** What was changed; "none" where the call is right. */
    String mutation = "none";

    /** Statuses that must come of the change; empty: any that is published. */
    final Set<Integer> expected = new TreeSet<>();

    /** Parameters of which the answer must name at least one. */
    final Set<String> blamed = new TreeSet<>();

    Call(Operation operation, World.Caller caller, String path) {
        this.operation = operation;
        this.caller = caller;
        this.method = operation.method();
        this.path = path;
        headers.add("Host: localhost");
        headers.add("Authorization: Bearer " + caller.key());
    }

    Call copy() {
        Call copy = new Call(operation, caller, path);
        copy.method = method;
        copy.query.addAll(query);
        copy.headers.clear();
        copy.headers.addAll(headers);
        copy.contentType = contentType;
        copy.body = body == null ? null : body.deepCopy();
        copy.raw = raw;
        copy.mutation = mutation;
        copy.bodyChanged = bodyChanged;
        copy.expected.addAll(expected);
        copy.blamed.addAll(blamed);
        return copy;
    }

    /** Notes a change that must be answered with one of these statuses. */
    void changed(String what, Integer... statuses) {
        mutation = what;
        expected.addAll(List.of(statuses));
    }

    /** What breaks the published schema must be refused by its name. */
    void judge(Document document) {
        expected.clear();
        blamed.clear();
        if (bodyBytes().length <= BODY_MAX && operation.body() != null && body != null) {
            blamed.addAll(SchemaCheck.unstorable(body, ""));
            if (blamed.isEmpty()) {
                blamed.addAll(SchemaCheck.broken(document, operation.body(), body));
            }
        }
        if (!blamed.isEmpty()) {
            expected.add(400);
        }
    }

    /** Notes a change that must be refused by the name of what is wrong. */
    void changedWrongly(String what, String name) {
        changed(what, 400);
        blamed.add(name);
    }

    /** Whether records of live mode are asked for, or written. */
    boolean live() {
        return caller.live() && !query.contains("livemode=false");
    }

    byte[] bodyBytes() {
        if (raw != null) {
            return raw;
        }
        return body == null ? new byte[0] : json(body).getBytes(StandardCharsets.UTF_8);
    }

    static String json(JsonNode tree) {
        try {
            return MAPPER.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private String head(int length) {
        StringBuilder head = new StringBuilder(method).append(' ').append(path);
        if (!query.isEmpty()) {
            head.append('?').append(String.join("&", query));
        }
        head.append(" HTTP/1.1\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        if (contentType != null) {
            head.append("Content-Type: ").append(contentType).append("\r\n");
        }
        if (length > 0 || !operation.reads()) {
            head.append("Content-Length: ").append(length).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    byte[] bytes() {
        byte[] content = bodyBytes();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head(content.length).getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes(content);
        return bytes.toByteArray();
    }

    /** The whole request, for people; the key is left out. */
    @Override
    public String toString() {
        String text = new String(bytes(), StandardCharsets.ISO_8859_1).replace(caller.key(), caller.name());
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
    }
}
