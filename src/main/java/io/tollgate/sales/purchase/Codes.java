package io.tollgate.sales.purchase;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Generates random codes: secrets that nobody can guess, and numbers that do not reveal how many exist. */
public class Codes {
    private static final String READABLE = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    private static final int ORDERS = 100_000_000;
    private static final int SHORT_LENGTH = 8;
    private static final int CODE_BYTES = 20;

    private static final Pattern SHORT = Pattern.compile("[" + READABLE + "]{" + SHORT_LENGTH + "}");

    private final SecureRandom random = new SecureRandom();

    /** Returns eight digits. The database checks whether they are unused. */
    public String orderId() {
        return "%08d".formatted(random.nextInt(ORDERS));
    }

    /** Returns eight characters without those that are easily confused, such as 0 and O. */
    public String shortId() {
        StringBuilder text = new StringBuilder(SHORT_LENGTH);
        for (int i = 0; i < SHORT_LENGTH; i++) {
            text.append(READABLE.charAt(random.nextInt(READABLE.length())));
        }
        return text.toString();
    }

    /** Returns whether a text can be a short id. A secret is longer. */
    public static boolean isShortId(String text) {
        return SHORT.matcher(text).matches();
    }

    /** Returns 160 random bits. */
    public String secret() {
        byte[] bytes = new byte[CODE_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
