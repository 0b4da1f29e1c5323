package io.tollgate.platform.schema;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a value is: a kind from a closed list, with its bounds. The validation of bodies, the rendering of records, the
 * columns of filters and the OpenAPI schemas read it.
 *
 * @param min minimum length, number of items, or number
 * @param max maximum length in code points, number of items, or number
 * @param pattern what a text must match, or null
 * @param expected the message for a text that does not match the pattern
 * @param fields the members of an object
 * @param item the type of the items of a list, of the values of a map, or of the object that may replace a text
 */
public record Type(
        Kind kind,
        long min,
        long max,
        List<String> values,
        @Nullable Pattern pattern,
        @Nullable String expected,
        List<Field> fields,
        @Nullable Type item) {

    /** What a value is. */
    public enum Kind {
        /** Text without bounds: of a record or a filter. */
        TEXT,
        /** One line: no control characters. */
        LINE,
        /** Text that may have line breaks. */
        PROSE,
        /** Callers choose from a list; readers must expect other values. */
        CHOICE,
        /** An address in any case, stored in lower case. */
        EMAIL,
        /** http or https, absolute. */
        URL,
        /** Text in any case, which filters compare folded, as searches do. */
        CODE,
        ID,
        ENUM,
        /** An amount in the smallest unit of the currency. */
        MONEY,
        /** Written without point or exponent. */
        INTEGER,
        NUMBER,
        BOOLEAN,
        TIME,
        /** The file of a form. {@code Input} holds the hash of its content instead. */
        FILE,
        OBJECT,
        LIST,
        MAP,
        /** Text that may have line breaks, or an object. */
        TEXT_OR_OBJECT,
        /** Free-form JSON. */
        ANY
    }

    /** The largest amount, in the smallest unit of its currency. */
    public static final long MONEY_MAX = 99_999_999;

    /** Longest e-mail address, in code points. */
    public static final int EMAIL_MAX = 254;

    private static final int URL_MAX = 2048;

    public static final Type TEXT = of(Kind.TEXT, 0, 0);
    public static final Type EMAIL = of(Kind.EMAIL, 3, EMAIL_MAX);
    public static final Type URL = of(Kind.URL, 8, URL_MAX);
    public static final Type CODE = of(Kind.CODE, 0, 0);
    public static final Type ID = of(Kind.ID, 0, 0);
    public static final Type FILE = of(Kind.FILE, 1, URL_MAX);
    public static final Type BOOLEAN = of(Kind.BOOLEAN, 0, 0);
    public static final Type TIME = of(Kind.TIME, 0, 0);
    public static final Type MONEY = of(Kind.MONEY, 0, MONEY_MAX);
    public static final Type INTEGER = of(Kind.INTEGER, 0, 0);
    public static final Type NUMBER = of(Kind.NUMBER, 0, 0);
    public static final Type ANY = of(Kind.ANY, 0, 0);

    private static Type of(Kind kind, long min, long max) {
        return new Type(kind, min, max, List.of(), null, null, List.of(), null);
    }

    public static Type line(int min, int max) {
        return of(Kind.LINE, min, max);
    }

    public static Type prose(int min, int max) {
        return of(Kind.PROSE, min, max);
    }

    /** @param expected like "must be lower-case letters, digits and hyphens" */
    public static Type matching(int min, int max, String pattern, String expected) {
        return new Type(Kind.LINE, min, max, List.of(), Pattern.compile(pattern), expected, List.of(), null);
    }

    public static Type integer(long min, long max) {
        return of(Kind.INTEGER, min, max);
    }

    public static Type number(long min, long max) {
        return of(Kind.NUMBER, min, max);
    }

    public static Type money(long min) {
        return of(Kind.MONEY, min, MONEY_MAX);
    }

    public static Type oneOf(String... values) {
        return oneOf(List.of(values));
    }

    public static Type oneOf(List<String> values) {
        return new Type(Kind.ENUM, 0, 0, List.copyOf(values), null, null, List.of(), null);
    }

    /** Text that callers choose from a list. Readers must expect other values. */
    public static Type choice(List<String> values) {
        return new Type(Kind.CHOICE, 0, 0, List.copyOf(values), null, null, List.of(), null);
    }

    public static Type object(Field... fields) {
        return object(List.of(fields));
    }

    public static Type object(List<Field> fields) {
        return new Type(Kind.OBJECT, 0, 0, List.of(), null, null, List.copyOf(fields), null);
    }

    /** A list without bounds: of a record. */
    public static Type listOf(Type item) {
        return list(0, 0, item);
    }

    public static Type list(int min, int max, Type item) {
        return new Type(Kind.LIST, min, max, List.of(), null, null, List.of(), item);
    }

    /** Values by names, without bounds: of a record. */
    public static Type mapOf(Type item) {
        return map(0, 0, item);
    }

    /** Values by names that the caller chooses. */
    public static Type map(int min, int max, Type item) {
        return new Type(Kind.MAP, min, max, List.of(), null, null, List.of(), item);
    }

    /** @param object what may replace the text */
    public static Type textOr(int max, Type object) {
        return new Type(Kind.TEXT_OR_OBJECT, 0, max, List.of(), null, null, List.of(), object);
    }

    /** The type of the items of a list, of the values of a map, or of the object that may replace a text. */
    public Type element() {
        if (item == null) {
            throw new IllegalStateException(kind + " has no element type");
        }
        return item;
    }

    /** Whether it is a list that is null without a value, because an empty one would say something else. */
    public boolean isNeverEmpty() {
        return kind == Kind.LIST && min > 0;
    }

    /** Whether callers send it as a JSON number. */
    public boolean isNumber() {
        return kind == Kind.INTEGER || kind == Kind.MONEY || kind == Kind.NUMBER;
    }

    /** Whether callers send it as a JSON string. */
    public boolean isText() {
        return switch (kind) {
            case TEXT, LINE, PROSE, CHOICE, EMAIL, URL, CODE, ID, ENUM, TIME, FILE -> true;
            default -> false;
        };
    }

    /**
     * The type in one view: without the fields of other views. Readers are promised no bounds, so that a later release
     * can widen them, except that a list which callers cannot send empty is never read empty.
     */
    public Type in(View view) {
        Type element = item == null ? null : item.in(view);
        if (view != View.READ) {
            return new Type(kind, min, max, values, pattern, expected, Field.nested(fields, view), element);
        }
        Kind shown = switch (kind) {
            case LINE, PROSE, CHOICE, EMAIL, URL, FILE, TEXT_OR_OBJECT -> Kind.TEXT;
            default -> kind;
        };
        boolean listed = shown == Kind.ENUM;
        int least = isNeverEmpty() ? 1 : 0;
        return new Type(shown, least, 0, listed ? values : List.of(), null, null, Field.nested(fields, view), element);
    }
}
