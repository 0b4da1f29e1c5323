package io.tollgate.platform.secret;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.config.WrongSetting;
import io.tollgate.platform.db.PrivateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The master secret of an installation. Every other key is derived from it with a distinct label. Previous master
 * secrets can be kept for a while, so that output made under them stays valid.
 */
public final class Secrets {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final Pattern FORM = Pattern.compile("(?:[0-9a-fA-F]{2}){" + BYTES + ",}");

    private static final int ID_DIGITS = 8;

    private final List<byte[]> masters;

    private Secrets(List<byte[]> masters) {
        this.masters = masters;
    }

    /**
     * Reads the secret from the settings, or else from its file. Creates a missing file only if {@code mayCreate}: on
     * a shared database a new secret would silently invalidate all keys.
     */
    public static Secrets of(SecretSettings settings, boolean mayCreate) {
        String given = settings.secret();
        Path file = settings.secretFile();
        if (!given.isEmpty()) {
            return parse(List.of(given.split(",")), "secret");
        }
        try {
            if (!Files.exists(file)) {
                if (!mayCreate) {
                    throw new WrongSetting("no secret: set TOLLGATE_SECRET, or write 64 or more hexadecimal digits to "
                            + file
                            + " (for example with: openssl rand -hex 32); if the database is in use, set the secret"
                            + " of its gateway: keys created under another one are rejected");
                }
                PrivateFile.write(file, random() + "\n");
            }
            return parse(Files.readAllLines(file), file.toString());
        } catch (IOException unreadable) {
            throw new WrongSetting(
                    "secret file " + file + " cannot be read or created: " + StartRefused.reason(unreadable),
                    unreadable);
        }
    }

    /** Parses secrets of 64 or more hexadecimal digits, newest first. The error message names the source. */
    static Secrets parse(List<String> lines, String source) {
        List<String> found = lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        if (found.isEmpty() || !found.stream().allMatch(hex -> FORM.matcher(hex).matches())) {
            throw new WrongSetting(
                    source + ": must be 64 or more hexadecimal digits, an even number of them; older secrets follow");
        }
        if (found.stream().distinct().count() < found.size()) {
            throw new WrongSetting(source + ": contains the same secret twice");
        }
        return new Secrets(found.stream().map(HexFormat.of()::parseHex).toList());
    }

    private static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the key that hashes API keys. */
    public RotatingKey keyPepper() {
        return rotating("api key pepper");
    }

    /** Returns the key that signs the links to invoices and files. */
    public RotatingKey linkKey() {
        return rotating("link signing");
    }

    /** Derives a 32-byte key. Each label gives a different key, and no key reveals the master secret. */
    public byte[] derive(String label) {
        return hmac(masters.get(0), label);
    }

    /** Derives the key from each master secret, newest first. */
    public RotatingKey rotating(String label) {
        return new RotatingKey(masters.stream()
                .map(master -> new RotatingKey.Version(id(master), hmac(master, label)))
                .toList());
    }

    /** Returns a public id of a secret that reveals nothing about it. */
    private static String id(byte[] master) {
        return HexFormat.of().formatHex(hmac(master, "name")).substring(0, ID_DIGITS);
    }

    /** Returns the HMAC-SHA-256 of a text. */
    public static byte[] hmac(byte[] key, String text) {
        return mac(key).doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns an initialized HMAC-SHA-256, for reuse with many texts. */
    public static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String toString() {
        return "Secrets[***]";
    }
}
