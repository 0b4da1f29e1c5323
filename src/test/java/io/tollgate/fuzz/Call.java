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

/** A request in construction: valid at first, then changed in one place, with the expected result. */
final class Call {
    /** Unpaired surrogates can only be sent in their escaped form. */
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** Below the size limit of every endpoint. */
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

    /** The body if it is not JSON; replaces the tree. */
    byte @Nullable [] raw;

    /** Returns whether the tree of the body was changed. */
    boolean bodyChanged;

    /** The description of the change; "none" if the call is valid. */
    String mutation = "none";

    /** The statuses that the change requires; empty if any published one is allowed. */
    final Set<Integer> expected = new TreeSet<>();

    /** Parameters of which the response must name at least one. */
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

    /** Records a change that requires one of these statuses. */
    void changed(String what, Integer... statuses) {
        mutation = what;
        expected.addAll(List.of(statuses));
    }

    /** Records a change that violates the published schema: the response must name the parameter. */
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

    /** Records a change that must be rejected with the name of the wrong parameter. */
    void changedWrongly(String what, String name) {
        changed(what, 400);
        blamed.add(name);
    }

    /** Returns whether the call reads or writes records of live mode. */
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

    /** Returns the request in readable form, without the API key. */
    @Override
    public String toString() {
        String text = new String(bytes(), StandardCharsets.ISO_8859_1).replace(caller.key(), caller.name());
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
    }
}
