package io.tollgate.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether two servers answered with the same data, in whatever order of members and form of numbers. */
final class SameAnswer {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SameAnswer() {}

    /** The path at which two bodies first differ, or null. */
    @Nullable
    static String difference(String one, String other) {
        try {
            return difference("", MAPPER.readTree(one), MAPPER.readTree(other));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Nullable
    private static String difference(String path, JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue()) == 0 ? null : path;
        }
        if (one.getNodeType() != other.getNodeType() || one.size() != other.size()) {
            return path;
        }
        if (!one.isContainerNode()) {
            return one.equals(other) ? null : path;
        }
        if (one.isArray()) {
            for (int i = 0; i < one.size(); i++) {
                String inside = difference(path + "/" + i, one.get(i), other.get(i));
                if (inside != null) {
                    return inside;
                }
            }
            return null;
        }
        for (Map.Entry<String, JsonNode> member : one.properties()) {
            String inside = difference(path + "/" + member.getKey(), member.getValue(), other.path(member.getKey()));
            if (inside != null) {
                return inside;
            }
        }
        return null;
    }
}
