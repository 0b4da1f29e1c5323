package io.tollgate.platform.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the values at some paths of a record in one pass, without building a tree of it. */
final class CsvReading {
    private static final JsonFactory FACTORY = new ObjectMapper().getFactory();

    private final Node root = new Node();
    private final FormulaGuard guard;
    private final int size;

    /** A name in a record: the place of its value, or -1 if only values within it are read. */
    private static final class Node {
        private final Map<String, Node> members = new HashMap<>();
        private int place = -1;
    }

    /**
     * @param paths names joined with dots; the value of each is at its position
     * @param guard neutralizes all texts that are read
     */
    CsvReading(List<String> paths, FormulaGuard guard) {
        this.guard = guard;
        size = paths.size();
        for (int i = 0; i < size; i++) {
            Node node = root;
            for (String name : paths.get(i).split("\\.", -1)) {
                node = node.members.computeIfAbsent(name, first -> new Node());
            }
            node.place = i;
        }
    }

    /** Returns the values: texts without quotes, numbers and structures as in JSON; null for null and absent ones. */
    @Nullable
    String[] read(Buffer record) {
        @Nullable String[] values = new String[size];
        try (JsonParser json = FACTORY.createParser(record.getBytes())) {
            json.nextToken();
            read(json, root, values);
        } catch (IOException damaged) {
            // Without its cause, which callers would take for an outage.
            throw new IllegalStateException("a record is not JSON");
        }
        return values;
    }

    private void read(JsonParser json, Node node, @Nullable String[] values) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            Node member = node.members.get(json.currentName());
            JsonToken token = json.nextToken();
            if (member == null || token == JsonToken.VALUE_NULL) {
                json.skipChildren();
            } else if (member.place >= 0) {
                values[member.place] = value(json, token);
            } else if (token == JsonToken.START_OBJECT) {
                read(json, member, values);
            } else {
                json.skipChildren();
            }
        }
    }

    /** Numbers are not neutralized: a negative number stays a number. */
    private String value(JsonParser json, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_STRING) {
            return guard.text(json.getText());
        }
        return token.isScalarValue() ? json.getText() : guard.json(structure(json));
    }

    private static String structure(JsonParser json) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator copy = FACTORY.createGenerator(text)) {
            copy.copyCurrentStructure(json);
        }
        return text.toString();
    }
}
