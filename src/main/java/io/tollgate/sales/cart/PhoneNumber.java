package io.tollgate.sales.cart;

import java.util.regex.Pattern;

/** The form of phone numbers in answers: digits and the characters between them, and optionally an extension. */
public final class PhoneNumber {
    private static final Pattern NUMBER = Pattern.compile(
            "\\+?[0-9 ()./-]{3,50}"
                    + "(?:[ ,;]*(?:ext(?:ension|n)?|x|#|anexo|int|доб|доп|durchwahl|dw|poste|wew)[ .:=]*[0-9]{1,7})?",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    private PhoneNumber() {}

    public static boolean isValid(String plain) {
        return NUMBER.matcher(plain).matches();
    }
}
