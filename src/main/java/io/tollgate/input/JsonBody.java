package io.tollgate.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tollgate.error.ApiError;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the JSON of a request strictly: what a lenient reader would repair or guess is refused.
 * UTF-8 without a byte order mark, each name once, no comments, nothing after the end, at most 32
 * levels, and no text that the database would store as something else.
 */
public final class JsonBody {
    private static final int DEPTH_MAX = 32;
    private static final int NUMBER_LENGTH_MAX = 40;
    private static final int NAME_LENGTH_MAX = 500;
    private static final int MEMBERS_MAX = 2_000;
    private static final int ITEMS_MAX = 1_000;
    private static final int PROBLEMS_MAX = 100;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .maxNumberLength(NUMBER_LENGTH_MAX)
                            .maxNameLength(NAME_LENGTH_MAX)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final List<ApiError.Problem> problems = new ArrayList<>();
    private int members;

    private JsonBody() {}

    /** The tree of a body; 400 where it is not JSON as above. */
    public static JsonNode parse(Buffer body) {
        JsonNode tree = tree(text(body));
        JsonBody walk = new JsonBody();
        walk.walk(tree, "");
        if (!walk.problems.isEmpty()) {
            throw ApiError.invalid(walk.problems);
        }
        return tree;
    }

    private static String text(Buffer body) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body.getBytes()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw ApiError.malformed("The body is not UTF-8");
        }
        if (text.startsWith("\ufeff")) {
            throw ApiError.malformed("The body must not begin with a byte order mark");
        }
        return text;
    }

    private static JsonNode tree(String text) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            if (tree.isMissingNode()) {
                throw ApiError.malformed("The request needs a body of JSON");
            }
            return tree;
        } catch (NumberFormatException e) {
            throw ApiError.malformed("The body holds a number with an exponent beyond reason");
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String place = at == null ? "" : ": see line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw ApiError.malformed("The body is not strict JSON" + place
                    + ". Names stand once, comments are not JSON, and there are at most " + DEPTH_MAX + " levels.");
        }
    }

    /** Refuses text that holds NUL or half a character, and bodies of too many parts. */
    private void walk(JsonNode node, String path) {
        if (node.isTextual() && !storable(node.textValue())) {
            problem(path.isEmpty() ? "body" : path, "must be whole characters without NUL");
        }
        if (node.isArray() && node.size() > ITEMS_MAX) {
            problem(path.isEmpty() ? "body" : path, "must have at most " + ITEMS_MAX + " items");
            return;
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                walk(node.get(i), path + "[" + i + "]");
            }
        }
        node.properties().forEach(member -> {
            String name = member.getKey();
            if (++members > MEMBERS_MAX) {
                throw ApiError.malformed("The body has more than " + MEMBERS_MAX + " members");
            }
            if (!storable(name)) {
                problem(path.isEmpty() ? "body" : path, "has a name that is not whole characters without NUL");
            }
            walk(member.getValue(), path.isEmpty() ? name : path + "." + name);
        });
    }

    private void problem(String path, String message) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(new ApiError.Problem(path, message, null));
        }
    }

    private static boolean storable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                boolean whole = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!whole) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
