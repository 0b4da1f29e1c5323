package io.tollgate.platform.mail;

import java.util.Arrays;
import java.util.List;

/** Splits lists of e-mail addresses, and cleans texts for headers. */
public final class MailAddress {
    private MailAddress() {}

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
