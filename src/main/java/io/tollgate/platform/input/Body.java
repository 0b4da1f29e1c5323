package io.tollgate.platform.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.platform.schema.Field;
import java.util.List;

/**
 * The declaration of a request body. The validation of requests and the published schema derive from it.
 *
 * @param name name of the published schema
 * @param optional whether the request may omit the body
 * @param empty whether the empty object is valid
 * @param example a valid body, which is published and which a test sends
 * @param bytesMax maximum length of a JSON body, or of the file in a form
 * @param form whether the body is a form with a file instead of JSON
 */
public record Body(
        String name,
        List<Field> fields,
        boolean optional,
        boolean empty,
        JsonNode example,
        int bytesMax,
        boolean form) {
    /** Default maximum length of a JSON body. */
    public static final int BYTES_MAX = 64 * 1024;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** A body without fields, which the request may omit. */
    public static final Body NONE = new Body("", List.of(), true, true, MAPPER.createObjectNode(), BYTES_MAX, false);

    /** @param example a valid body as JSON text */
    public static Body of(String name, String example, Field... fields) {
        return of(name, example, List.of(fields));
    }

    /** @param example a valid body as JSON text */
    public static Body of(String name, String example, List<Field> fields) {
        try {
            return new Body(name, List.copyOf(fields), false, true, MAPPER.readTree(example), BYTES_MAX, false);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("The example of " + name + " is not JSON", e);
        }
    }

    /** Returns a copy that makes the body optional. */
    public Body asOptional() {
        return new Body(name, fields, true, true, example, bytesMax, form);
    }

    /** Returns a copy that rejects the empty object, for updates. */
    public Body notEmpty() {
        return new Body(name, fields, optional, false, example, bytesMax, form);
    }

    /** Returns a copy with another maximum length. */
    public Body upTo(int bytes) {
        return new Body(name, fields, optional, empty, example, bytes, form);
    }

    /** Returns a copy that is sent as {@code multipart/form-data} with a file. */
    public Body asForm() {
        return new Body(name, fields, optional, empty, example, bytesMax, true);
    }

    /** Returns whether the body has any fields. */
    public boolean hasFields() {
        return !fields.isEmpty();
    }
}
