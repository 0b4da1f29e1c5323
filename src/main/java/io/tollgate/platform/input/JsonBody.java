package io.tollgate.platform.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tollgate.platform.error.ApiError;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A strict parser for JSON request bodies. Rejects invalid UTF-8, a byte order mark, duplicate names, comments, content
 * after the end, more than 32 levels, and text that Postgres cannot store unchanged.
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

    /** Returns the parsed body. A body that this class rejects is a 400. */
    public static JsonNode parse(Buffer body) {
        JsonNode tree = tree(text(body));
        JsonBody validation = new JsonBody();
        validation.validate(tree, "");
        if (!validation.problems.isEmpty()) {
            throw ApiError.invalid(validation.problems);
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
                throw ApiError.malformed("The request needs a JSON body");
            }
            return tree;
        } catch (NumberFormatException e) {
            throw ApiError.malformed("The body contains a number whose exponent is out of range");
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String place = at == null ? "" : ": see line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw ApiError.malformed("The body is not strict JSON" + place
                    + ". Names must be unique, comments are not allowed, and the maximum depth is " + DEPTH_MAX + ".");
        }
    }

    /** Rejects text with NUL or an unpaired surrogate, and bodies with too many members or items. */
    private void validate(JsonNode node, String path) {
        if (node.isTextual() && !isStorable(node.textValue())) {
            problem(path.isEmpty() ? "body" : path, "must not contain NUL or unpaired surrogates");
        }
        if (node.isArray() && node.size() > ITEMS_MAX) {
            problem(path.isEmpty() ? "body" : path, "must have at most " + ITEMS_MAX + " items");
            return;
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                validate(node.get(i), path + "[" + i + "]");
            }
        }
        node.properties().forEach(member -> {
            String name = member.getKey();
            if (++members > MEMBERS_MAX) {
                throw ApiError.malformed("The body has more than " + MEMBERS_MAX + " members");
            }
            if (!isStorable(name)) {
                problem(path.isEmpty() ? "body" : path, "has a name with NUL or an unpaired surrogate");
            }
            validate(member.getValue(), path.isEmpty() ? name : path + "." + name);
        });
    }

    private void problem(String path, String message) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(new ApiError.Problem(path, message, null));
        }
    }

    private static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                boolean paired = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!paired) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
