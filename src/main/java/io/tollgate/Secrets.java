package io.tollgate;

import io.tollgate.config.StartRefused;
import io.tollgate.db.PrivateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The one master secret of an installation; every other key is derived from it, each under its own label. */
public final class Secrets {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final Pattern FORM = Pattern.compile("(?:[0-9a-fA-F]{2}){" + BYTES + ",}");

    private final byte[] master;

    private Secrets(byte[] master) {
        this.master = master;
    }

    /**
     * The secret of the settings, else that of its file. A missing file is made only where all is made here: on
     * a database that others share, a new secret would make all keys in it useless without a word.
     */
    public static Secrets of(Config config, boolean mayCreate) {
        if (!config.secret().isEmpty()) {
            return parse(config.secret(), "secret");
        }
        Path file = config.secretFile();
        try {
            if (!Files.exists(file)) {
                if (!mayCreate) {
                    throw new StartRefused("no secret: set TOLLGATE_SECRET, or write 64 or more hexadecimal digits to "
                            + file + " (for example with: openssl rand -hex 32)");
                }
                PrivateFile.write(file, random() + "\n");
            }
            return parse(Files.readString(file).strip(), file.toString());
        } catch (IOException unreadable) {
            throw new StartRefused(
                    "secret file " + file + " cannot be read or made: " + StartRefused.reason(unreadable), unreadable);
        }
    }

    /** From 64 or more hexadecimal digits; where they came from is named when they are not that. */
    static Secrets parse(String hex, String source) {
        if (!FORM.matcher(hex).matches()) {
            throw new StartRefused(source + ": must be 64 or more hexadecimal digits, an even number of them");
        }
        return new Secrets(HexFormat.of().parseHex(hex));
    }

    private static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Under which API keys are hashed. */
    public byte[] keyPepper() {
        return derive("api key pepper");
    }

    /** With which the links to invoices are signed. */
    public byte[] linkKey() {
        return derive("link signing");
    }

    /** A key of 32 bytes; two labels never give the same one, and none gives the master away. */
    public byte[] derive(String label) {
        return hmac(master, label);
    }

    /** HMAC-SHA-256 of a text. */
    public static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String toString() {
        return "Secrets[***]";
    }
}
