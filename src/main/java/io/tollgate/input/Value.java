package io.tollgate.input;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a body may hold at one place: kind and bounds. One closed list of kinds; from it come the
 * check of what callers send and the schema that is published.
 *
 * @param min least length, number of items, or number
 * @param max greatest length in code points, number of items, or number
 * @param pattern what a text must look like, or null
 * @param expected the words that a caller reads where the pattern does not match
 */
public record Value(
        Kind kind,
        long min,
        long max,
        List<String> values,
        @Nullable Pattern pattern,
        @Nullable String expected,
        List<Key> keys,
        @Nullable Value item) {

    /** What a value is. */
    public enum Kind {
        /** One line: no control characters. */
        LINE,
        /** Text that may have line breaks. */
        PROSE,
        /** Trimmed and put in lower case. */
        EMAIL,
        /** http or https, absolute. */
        URL,
        ID,
        ENUM,
        /** Written without point or exponent. */
        INTEGER,
        NUMBER,
        BOOLEAN,
        TIME,
        /** The file of a form; what stands in its place is the print of its content. */
        FILE,
        OBJECT,
        LIST,
        MAP,
        /** Text that may have line breaks, or else an object. */
        TEXT_OR_OBJECT
    }

    /** The largest amount, in the smallest unit of its currency. */
    public static final long MONEY_MAX = 99_999_999;

    private static final int EMAIL_MAX = 254;

    /** Nothing that cannot be seen: two addresses that look the same are the same. */
    private static final Pattern EMAIL_FORM =
            Pattern.compile("X+@X+\\.[X&&[^.]]+".replace("X", "[^@\\p{Z}\\p{Cc}\\p{Cf},;<>\"()]"));

    /** Spaces of all scripts, and characters that draw nothing; some of those are letters and marks by their class. */
    private static final Pattern UNSEEN =
            Pattern.compile("[\\p{Z}\\p{Cc}\\p{Cf}\\u034F\\u115F\\u1160\\u2800\\u3164\\uFE00-\\uFE0F\\uFFA0]*");

    private static final int URL_MAX = 2048;

    public static final Value EMAIL = of(Kind.EMAIL, 3, EMAIL_MAX);
    public static final Value URL = of(Kind.URL, 8, URL_MAX);
    public static final Value ID = of(Kind.ID, 24, 24);
    public static final Value FILE = of(Kind.FILE, 1, URL_MAX);
    public static final Value BOOLEAN = of(Kind.BOOLEAN, 0, 0);
    public static final Value TIME = of(Kind.TIME, 0, 0);
    public static final Value MONEY = integer(0, MONEY_MAX);

    private static Value of(Kind kind, long min, long max) {
        return new Value(kind, min, max, List.of(), null, null, List.of(), null);
    }

    public static Value line(int min, int max) {
        return of(Kind.LINE, min, max);
    }

    public static Value prose(int min, int max) {
        return of(Kind.PROSE, min, max);
    }

    /** Whether a text, without spaces around it, may be an e-mail address. */
    public static boolean isEmail(String text) {
        return length(text) <= EMAIL_MAX && EMAIL_FORM.matcher(text).matches();
    }

    /** Whether there is nothing in a text that anybody could see. */
    public static boolean isBlank(String text) {
        return UNSEEN.matcher(text).matches();
    }

    /** In code points, as the published bounds count. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** @param expected like "must be lower-case letters, digits and hyphens" */
    public static Value matching(int min, int max, String pattern, String expected) {
        return new Value(Kind.LINE, min, max, List.of(), Pattern.compile(pattern), expected, List.of(), null);
    }

    public static Value integer(long min, long max) {
        return of(Kind.INTEGER, min, max);
    }

    public static Value number(long min, long max) {
        return of(Kind.NUMBER, min, max);
    }

    public static Value oneOf(List<String> values) {
        return new Value(Kind.ENUM, 0, 0, List.copyOf(values), null, null, List.of(), null);
    }

    public static Value object(Key... keys) {
        return new Value(Kind.OBJECT, 0, 0, List.of(), null, null, List.of(keys), null);
    }

    public static Value list(int min, int max, Value item) {
        return new Value(Kind.LIST, min, max, List.of(), null, null, List.of(), item);
    }

    /** Values by names that the caller chooses. */
    public static Value map(int min, int max, Value item) {
        return new Value(Kind.MAP, min, max, List.of(), null, null, List.of(), item);
    }

    /** @param object what may stand in place of a text */
    public static Value textOr(int max, Value object) {
        return new Value(Kind.TEXT_OR_OBJECT, 0, max, List.of(), null, null, List.of(), object);
    }

    /** What a list or a map holds, or what may stand in place of a text. */
    public Value element() {
        if (item == null) {
            throw new IllegalStateException(kind + " holds no others");
        }
        return item;
    }
}
