package io.tollgate.purchase;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Draws what nobody must be able to guess, and numbers that say nothing of how many there are. */
public class Codes {
    private static final String READABLE = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    private static final int ORDERS = 100_000_000;
    private static final int SHORT_LENGTH = 8;
    private static final int CODE_BYTES = 20;

    private final SecureRandom random = new SecureRandom();

    /** Eight digits; whether they are taken, the database tells. */
    public String orderId() {
        return "%08d".formatted(random.nextInt(ORDERS));
    }

    /** Eight characters that are not mistaken for one another when read aloud. */
    public String shortId() {
        StringBuilder text = new StringBuilder(SHORT_LENGTH);
        for (int i = 0; i < SHORT_LENGTH; i++) {
            text.append(READABLE.charAt(random.nextInt(READABLE.length())));
        }
        return text.toString();
    }

    /** 160 random bits. */
    public String secret() {
        byte[] bytes = new byte[CODE_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
