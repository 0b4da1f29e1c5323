package io.tollgate.platform.schema;

import java.util.regex.Pattern;

/** Properties of texts that callers send. */
public final class Texts {
    /** No invisible characters: two addresses that look the same are the same. */
    private static final Pattern EMAIL =
            Pattern.compile("X+@X+\\.[X&&[^.]]+".replace("X", "[^@\\p{Z}\\p{Cc}\\p{Cf},;<>\"()]"));

    /** Spaces of all scripts, and characters without a glyph; some of those are letters and marks by their class. */
    private static final Pattern INVISIBLE =
            Pattern.compile("[\\p{Z}\\p{Cc}\\p{Cf}\\u034F\\u115F\\u1160\\u2800\\u3164\\uFE00-\\uFE0F\\uFFA0]*");

    private Texts() {}

    /** Whether a text without spaces around it is a valid e-mail address. */
    public static boolean isEmail(String text) {
        return length(text) <= Type.EMAIL_MAX && EMAIL.matcher(text).matches();
    }

    /** Whether a text has no visible character. */
    public static boolean isBlank(String text) {
        return INVISIBLE.matcher(text).matches();
    }

    /** The length in code points, as the published bounds count. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
