package io.tollgate.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a value is read from a query and bound to a column: one closed list of kinds.
 *
 * <p>Each kind that can be a filter has a right and a wrong sample, from which every filter of
 * every list is tested.
 */
public record Type(
        Kind kind,
        List<String> values,
        List<Field> fields,
        @Nullable Type item) {
    /** What a value is. */
    public enum Kind {
        ID,
        TEXT,
        /** An address in any case; its column holds it in lower case. */
        EMAIL,
        /** A text in any case; its column holds it folded, as searches compare texts. */
        CODE,
        ENUM,
        MONEY,
        INTEGER,
        NUMBER,
        BOOLEAN,
        TIME,
        OBJECT,
        LIST,
        MAP,
        ANY
    }

    public static final Type ID = of(Kind.ID);
    public static final Type TEXT = of(Kind.TEXT);
    public static final Type EMAIL = of(Kind.EMAIL);
    public static final Type CODE = of(Kind.CODE);
    public static final Type MONEY = of(Kind.MONEY);
    public static final Type INTEGER = of(Kind.INTEGER);
    public static final Type NUMBER = of(Kind.NUMBER);
    public static final Type BOOLEAN = of(Kind.BOOLEAN);
    public static final Type TIME = of(Kind.TIME);
    public static final Type ANY = of(Kind.ANY);

    /** Longest text a filter or a search takes, in code points. */
    public static final int TEXT_MAX = 200;

    /** Longest e-mail address, in code points. */
    public static final int EMAIL_MAX = 254;

    private static final Pattern EMAIL_PATTERN = Pattern.compile("[^@\\s]+@[^@\\s]+");
    private static final Pattern ID_PATTERN = Pattern.compile("[0-9a-fA-F]{24}");
    private static final Pattern TIME_PATTERN =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?Z");

    private static Type of(Kind kind) {
        return new Type(kind, List.of(), List.of(), null);
    }

    public static Type oneOf(String... values) {
        return new Type(Kind.ENUM, List.of(values), List.of(), null);
    }

    public static Type object(Field... fields) {
        return object(List.of(fields));
    }

    public static Type object(List<Field> fields) {
        return new Type(Kind.OBJECT, List.of(), List.copyOf(fields), null);
    }

    public static Type listOf(Type item) {
        return new Type(Kind.LIST, List.of(), List.of(), item);
    }

    public static Type mapOf(Type item) {
        return new Type(Kind.MAP, List.of(), List.of(), item);
    }

    /** The type of what a list or a map holds. */
    public Type element() {
        if (item == null) {
            throw new IllegalStateException(kind + " has no element type");
        }
        return item;
    }

    /**
     * Reads a filter's value from the query.
     *
     * @throws IllegalArgumentException with a message that tells the caller what is expected
     */
    public Object parse(String text) {
        return switch (kind) {
            case ID -> {
                expect(ID_PATTERN.matcher(text).matches(), "must be a 24-character hexadecimal id");
                yield text.toLowerCase(Locale.ROOT);
            }
            case ENUM -> {
                expect(values.contains(text), "must be one of " + String.join(", ", values));
                yield text;
            }
            case BOOLEAN -> {
                expect(text.equals("true") || text.equals("false"), "must be true or false");
                yield text.equals("true");
            }
            case TIME -> time(text);
            case TEXT -> bounded(text);
            case CODE -> Search.fold(bounded(text));
            case EMAIL -> {
                String address = text.strip().toLowerCase(Locale.ROOT);
                boolean right = EMAIL_PATTERN.matcher(address).matches()
                        && address.codePointCount(0, address.length()) <= EMAIL_MAX;
                expect(right, "must be an e-mail address; a + in it is sent as %2B");
                yield address;
            }
            default -> throw new IllegalStateException(kind + " cannot be a filter");
        };
    }

    private static String bounded(String text) {
        int length = text.codePointCount(0, text.length());
        expect(length >= 1 && length <= TEXT_MAX, "must be 1 to " + TEXT_MAX + " characters long");
        return text;
    }

    private static OffsetDateTime time(String text) {
        String expected = "must be an ISO 8601 date and time in UTC with Z, like 2026-01-31T00:00:00Z";
        expect(TIME_PATTERN.matcher(text).matches(), expected);
        try {
            return Instant.parse(text).atOffset(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(expected, e);
        }
    }

    private static void expect(boolean right, String message) {
        if (!right) {
            throw new IllegalArgumentException(message);
        }
    }

    /** The value as a typed column holds it; null stays null. */
    public @Nullable Object column(@Nullable JsonNode value) {
        if (value == null || value.isNull() || value.isMissingNode()) {
            return null;
        }
        return switch (kind) {
            case BOOLEAN -> value.booleanValue();
            case TIME -> Instant.parse(value.textValue()).atOffset(ZoneOffset.UTC);
            case MONEY, INTEGER -> value.longValue();
            case ID, TEXT, ENUM -> value.textValue();
            case EMAIL -> value.textValue().toLowerCase(Locale.ROOT);
            case CODE -> Search.fold(value.textValue());
            default -> throw new IllegalStateException(kind + " cannot be a column");
        };
    }

    /** A value that every filter of this type takes. */
    public String sample() {
        return switch (kind) {
            case ID -> "65f0c0ffee0123456789abcd";
            case ENUM -> values.get(0);
            case BOOLEAN -> "true";
            case TIME -> "2026-01-31T00:00:00Z";
            case EMAIL -> "anna@example.com";
            default -> "anna";
        };
    }

    /** A value that every filter of this type refuses. */
    public String wrong() {
        return kind == Kind.TEXT || kind == Kind.CODE ? "x".repeat(TEXT_MAX + 1) : "not-right";
    }
}
