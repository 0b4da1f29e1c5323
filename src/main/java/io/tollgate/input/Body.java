package io.tollgate.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a request body may hold, as a value: the check of what callers send and the published
 * schema are derived from it.
 *
 * @param name of its schema
 * @param optional whether the request may come without a body
 * @param empty whether a body that holds nothing is right
 * @param example a right body, published, and sent by a test
 * @param bytesMax how long it may be, or the file of a form
 * @param form whether it is a form with a file, not JSON
 */
public record Body(
        String name, List<Key> keys, boolean optional, boolean empty, JsonNode example, int bytesMax, boolean form) {
    /** The longest body of JSON, where nothing else is said. */
    public static final int BYTES_MAX = 64 * 1024;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** A body that takes no keys: the request may come without any. */
    public static final Body NONE = new Body("", List.of(), true, true, MAPPER.createObjectNode(), BYTES_MAX, false);

    /** @param example JSON */
    public static Body of(String name, String example, Key... keys) {
        try {
            return new Body(name, List.of(keys), false, true, MAPPER.readTree(example), BYTES_MAX, false);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the example of " + name + " is not JSON", e);
        }
    }

    /** The request may come without a body. */
    public Body mayBeMissing() {
        return new Body(name, keys, true, true, example, bytesMax, form);
    }

    /** A change that changes nothing is refused. */
    public Body notEmpty() {
        return new Body(name, keys, optional, false, example, bytesMax, form);
    }

    public Body upTo(int bytes) {
        return new Body(name, keys, optional, empty, example, bytes, form);
    }

    /** A form with a file: {@code multipart/form-data}. */
    public Body asForm() {
        return new Body(name, keys, optional, empty, example, bytesMax, true);
    }

    /** The same keys without those that do not fit: for a change of what was created with these. */
    public Body without(String newName, String newExample, Predicate<Key> left) {
        Key[] kept = keys.stream().filter(left.negate()).toArray(Key[]::new);
        return of(newName, newExample, kept).upTo(bytesMax);
    }

    public boolean takesAny() {
        return !keys.isEmpty();
    }
}
