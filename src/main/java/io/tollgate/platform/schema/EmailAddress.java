package io.tollgate.platform.schema;

import java.net.IDN;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rule for e-mail addresses to which messages can be delivered. It is stricter than {@link Texts#isEmail}, which
 * also accepts stored and imported addresses: mail servers without SMTPUTF8 accept only ASCII before the @, and SMTP
 * limits the lengths.
 */
public final class EmailAddress {
    /** The limit of SMTP for the whole address, in octets. */
    public static final int LENGTH_MAX = Type.EMAIL_MAX;

    /** The limit of SMTP for the part before the @, in octets. */
    public static final int LOCAL_MAX = 64;

    /** Letters, digits and the punctuation of unquoted local parts. */
    private static final Pattern LOCAL =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*");

    private static final Pattern DOMAIN = Pattern.compile(
            "([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)*" + "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

    private static final Pattern ASCII = Pattern.compile("\\p{ASCII}*");

    private EmailAddress() {}

    /** Why messages cannot be delivered to a text. */
    public enum Fault {
        /** It is not an e-mail address. */
        FORM("must be an e-mail address"),
        /** It has other characters than ASCII before the @. */
        CHARACTERS("must have only ASCII characters before the @"),
        /** The part before the @ or the whole address is too long. */
        LENGTH("must have at most " + LOCAL_MAX + " characters before the @, and " + LENGTH_MAX + " in total");

        private final String message;

        Fault(String message) {
            this.message = message;
        }

        /** Returns the message for responses of the API. */
        public String message() {
            return message;
        }
    }

    /** Returns why messages cannot be delivered to a text; null if they can. */
    public static @Nullable Fault fault(String text) {
        int at = text.lastIndexOf('@');
        if (at > LOCAL_MAX || Texts.length(text) > LENGTH_MAX) {
            return Fault.LENGTH;
        }
        if (!Texts.isEmail(text)) {
            return Fault.FORM;
        }
        if (!ASCII.matcher(text.substring(0, at)).matches()) {
            return Fault.CHARACTERS;
        }
        String converted = converted(text);
        return converted == null ? Fault.FORM : converted.length() > LENGTH_MAX ? Fault.LENGTH : null;
    }

    /**
     * Returns an address with its domain in ASCII, as SMTP servers accept it; null if it is not an address, or if its
     * local part is not ASCII. Also accepts domains without a dot, such as {@code localhost}.
     */
    public static @Nullable String ascii(String address) {
        String converted = converted(address);
        return converted == null || converted.length() > LENGTH_MAX ? null : converted;
    }

    private static @Nullable String converted(String address) {
        int at = address.lastIndexOf('@');
        if (at < 1 || at > LOCAL_MAX || !LOCAL.matcher(address.substring(0, at)).matches()) {
            return null;
        }
        try {
            String domain = IDN.toASCII(address.substring(at + 1), IDN.USE_STD3_ASCII_RULES);
            return DOMAIN.matcher(domain).matches() ? address.substring(0, at + 1) + domain : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
