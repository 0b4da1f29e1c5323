package io.tollgate.platform.mail;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Splits lists of e-mail addresses, and cleans texts for headers. */
public final class MailAddress {
    private static final Pattern ADDRESS = Pattern.compile("[^\\s@,;<>\"()]+@[^\\s@,;<>\"()]+\\.[^\\s@,;<>\"().]+");

    private MailAddress() {}

    /** Returns whether a text is one or more e-mail addresses, separated by commas. */
    public static boolean isList(String addresses) {
        return Arrays.stream(addresses.split(",", -1))
                .allMatch(address -> ADDRESS.matcher(address.strip()).matches());
    }

    /** Returns the addresses of a list that is separated by commas. */
    public static List<String> list(String addresses) {
        return Arrays.stream(addresses.split(","))
                .map(String::strip)
                .filter(address -> !address.isEmpty())
                .distinct()
                .toList();
    }

    /** Returns a text on one line without control characters, of at most this many code points. */
    public static String header(String text, int lengthMax) {
        String line = text.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]+", " ")
                .strip();
        return line.codePointCount(0, line.length()) <= lengthMax
                ? line
                : line.substring(0, line.offsetByCodePoints(0, lengthMax - 1)).strip() + "…";
    }
}
