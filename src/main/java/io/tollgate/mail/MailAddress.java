package io.tollgate.mail;

import java.net.IDN;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Validates e-mail addresses, and cleans texts for headers. */
public final class MailAddress {
    /** The limit of SMTP for the whole address and for its local part. */
    private static final int LENGTH_MAX = 254;

    private static final int LOCAL_MAX = 64;

    /** Letters, digits and the punctuation of unquoted local parts. */
    private static final Pattern LOCAL =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*");

    private static final Pattern DOMAIN = Pattern.compile(
            "([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)*" + "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

    private MailAddress() {}

    /**
     * Returns an address with its domain in ASCII, as SMTP servers accept it; null if it is not an address, or if its
     * local part is not ASCII.
     */
    public static @Nullable String ascii(String address) {
        int at = address.lastIndexOf('@');
        if (at < 1 || at > LOCAL_MAX || !LOCAL.matcher(address.substring(0, at)).matches()) {
            return null;
        }
        try {
            String domain = IDN.toASCII(address.substring(at + 1), IDN.USE_STD3_ASCII_RULES);
            String whole = address.substring(0, at + 1) + domain;
            return DOMAIN.matcher(domain).matches() && whole.length() <= LENGTH_MAX ? whole : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
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
