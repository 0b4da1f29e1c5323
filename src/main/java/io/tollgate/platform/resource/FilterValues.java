package io.tollgate.platform.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.schema.Type;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the values of filters from the query, and converts values of records to those of typed columns.
 *
 * <p>Each type that can be a filter has a right and a wrong sample, from which every filter of every list is tested.
 */
public final class FilterValues {
    /** Longest text that a filter or a search accepts, in code points. */
    public static final int TEXT_MAX = 200;

    private static final Pattern EMAIL_PATTERN = Pattern.compile("[^@\\s]+@[^@\\s]+");
    private static final Pattern ID_PATTERN = Pattern.compile("[0-9a-fA-F]{24}");
    private static final Pattern INTEGER_PATTERN = Pattern.compile("0|[1-9]\\d{0,8}");
    private static final Pattern TIME_PATTERN =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?Z");

    private FilterValues() {}

    public static boolean isId(String text) {
        return ID_PATTERN.matcher(text).matches();
    }

    /**
     * Parses the value of a filter.
     *
     * @throws IllegalArgumentException with a message that tells the caller what is expected
     */
    public static Object parse(Type type, String text) {
        return switch (type.kind()) {
            case ID -> {
                expect(isId(text), "must be a 24-character hexadecimal id");
                yield text.toLowerCase(Locale.ROOT);
            }
            case ENUM -> {
                expect(type.values().contains(text), "must be one of " + String.join(", ", type.values()));
                yield text;
            }
            case BOOLEAN -> {
                expect(text.equals("true") || text.equals("false"), "must be true or false");
                yield text.equals("true");
            }
            case TIME -> time(text);
            case INTEGER -> {
                expect(INTEGER_PATTERN.matcher(text).matches(), "must be an integer");
                yield Long.valueOf(text);
            }
            case TEXT -> bounded(text);
            case CODE -> Search.fold(bounded(text));
            case EMAIL -> {
                String address = text.strip().toLowerCase(Locale.ROOT);
                boolean right = EMAIL_PATTERN.matcher(address).matches()
                        && address.codePointCount(0, address.length()) <= Type.EMAIL_MAX;
                expect(right, "must be an e-mail address; a + in it is sent as %2B");
                yield address;
            }
            default -> throw new IllegalStateException(type.kind() + " cannot be a filter");
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

    /** Returns the value of a filter in the form of its column: an array if the filter finds items of a list. */
    public static @Nullable Object column(Filter filter, @Nullable JsonNode value) {
        if (!filter.listed() || value == null) {
            return column(filter.type(), value);
        }
        List<String> items = new ArrayList<>();
        value.forEach(item -> items.add(item.textValue()));
        return items.toArray(String[]::new);
    }

    /** Returns the value in the form of a typed column; null stays null. */
    public static @Nullable Object column(Type type, @Nullable JsonNode value) {
        if (value == null || value.isNull() || value.isMissingNode()) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN -> value.booleanValue();
            case TIME -> Instant.parse(value.textValue()).atOffset(ZoneOffset.UTC);
            case MONEY, INTEGER -> value.longValue();
            case ID, TEXT, ENUM -> value.textValue();
            case EMAIL -> value.textValue().toLowerCase(Locale.ROOT);
            case CODE -> Search.fold(value.textValue());
            default -> throw new IllegalStateException(type.kind() + " cannot be a column");
        };
    }

    /** A value that every filter of the type accepts. */
    public static String sample(Type type) {
        return switch (type.kind()) {
            case ID -> "65f0c0ffee0123456789abcd";
            case ENUM -> type.values().get(0);
            case BOOLEAN -> "true";
            case INTEGER -> "200";
            case TIME -> "2026-01-31T00:00:00Z";
            case EMAIL -> "anna@example.com";
            default -> "anna";
        };
    }

    /** A value that every filter of the type rejects. */
    public static String wrong(Type type) {
        return type.kind() == Type.Kind.TEXT || type.kind() == Type.Kind.CODE ? "x".repeat(TEXT_MAX + 1) : "not-right";
    }
}
