package io.tollgate.accounts.apikey;

import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.zip.CRC32;
import javax.crypto.Mac;

/**
 * The format of an API key: mode, 32 random characters, and a checksum, so that a mistyped or invented key is
 * rejected without a query.
 */
public final class KeyFormat {
    private static final String LIVE = "sk_live_";
    private static final String TEST = "sk_test_";
    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_LENGTH = 32;
    private static final int CHECKSUM_LENGTH = 6;
    private static final int PREFIX_LENGTH = 12;
    private static final int LAST_LENGTH = 4;
    private static final int LENGTH_MIN = LIVE.length() + RANDOM_LENGTH + CHECKSUM_LENGTH;
    private static final int LENGTH_MAX = LIVE.length() + 128;
    private static final HexFormat HEX = HexFormat.of();
    private static final SecureRandom RANDOM = new SecureRandom();

    private KeyFormat() {}

    /** Generates a new key. */
    public static String generate(boolean live) {
        StringBuilder key = new StringBuilder(live ? LIVE : TEST);
        for (int i = 0; i < RANDOM_LENGTH; i++) {
            key.append(BASE62.charAt(RANDOM.nextInt(BASE62.length())));
        }
        return key.append(checksum(key)).toString();
    }

    /** Returns whether a string has the format of a key. The key may still not exist. */
    public static boolean wellFormed(String key) {
        if (key == null || key.length() < LENGTH_MIN || key.length() > LENGTH_MAX || !hasForm(key)) {
            return false;
        }
        int end = key.length() - CHECKSUM_LENGTH;
        return checksum(key.substring(0, end)).equals(key.substring(end));
    }

    private static boolean hasForm(String key) {
        if (!key.startsWith(LIVE) && !key.startsWith(TEST)) {
            return false;
        }
        for (int i = LIVE.length(); i < key.length(); i++) {
            char c = key.charAt(i);
            if ((c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')) {
                return false;
            }
        }
        return true;
    }

    /** Returns the mode in a well-formed key. */
    public static boolean isLive(String key) {
        return key.startsWith(LIVE);
    }

    /** Returns the CRC-32 in base 62, padded with leading zeros. */
    private static String checksum(CharSequence text) {
        CRC32 crc = new CRC32();
        crc.update(text.toString().getBytes(StandardCharsets.US_ASCII));
        char[] digits = new char[CHECKSUM_LENGTH];
        long rest = crc.getValue();
        for (int i = CHECKSUM_LENGTH - 1; i >= 0; i--) {
            digits[i] = BASE62.charAt((int) (rest % BASE62.length()));
            rest /= BASE62.length();
        }
        return new String(digits);
    }

    /** Returns the stored form of a key: its keyed hash, in hex. */
    public static String hash(byte[] pepper, String key) {
        return new Hasher(pepper).hash(key);
    }

    /**
     * Hashes many keys with one MAC instance, because looking up the algorithm costs twice as much as hashing a key.
     */
    static final class Hasher {
        private final Mac mac;

        Hasher(byte[] pepper) {
            this.mac = Secrets.mac(pepper);
        }

        synchronized String hash(String key) {
            return HEX.formatHex(mac.doFinal(key.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Returns the possible stored forms of a key, one for each version of the pepper. */
    public static String[] hashes(RotatingKey pepper, String key) {
        return pepper.versions().stream()
                .map(version -> hash(version.bytes(), key))
                .toArray(String[]::new);
    }

    /** Returns the start of a key, which may be shown. */
    static String prefix(String key) {
        return key.substring(0, PREFIX_LENGTH);
    }

    /** Returns the end of a key, which may be shown. */
    static String last4(String key) {
        return key.substring(key.length() - LAST_LENGTH);
    }
}
