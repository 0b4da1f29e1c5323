package io.tollgate.platform.secret;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encrypts texts for the database with AES-256-GCM. Each is bound to the row that it belongs to, so that an encrypted
 * text copied to another row cannot be decrypted.
 */
public final class Sealing {
    private static final Logger LOG = LoggerFactory.getLogger(Sealing.class);
    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final List<SecretKeySpec> keys;
    private final SecureRandom random = new SecureRandom();

    /** Encrypts under the newest version of the key, and decrypts under each that is kept. */
    public Sealing(RotatingKey key) {
        keys = key.versions().stream()
                .map(version -> new SecretKeySpec(version.bytes(), "AES"))
                .toList();
    }

    /** Returns what encrypts stored responses that have a secret. */
    public static Sealing ofResponses(Secrets secrets) {
        return new Sealing(secrets.rotating("stored responses with secrets"));
    }

    /** @param bound identifies the row */
    public byte[] seal(String bound, String text) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, keys.get(0), bound, nonce)
                    .doFinal(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.allocate(1 + NONCE_BYTES + sealed.length)
                    .put(VERSION)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Decrypts a text. Returns null if it was encrypted under a secret that is not configured, or for another row.
     */
    public @Nullable String openOrNull(String bound, byte[] sealed) {
        if (sealed.length <= 1 + NONCE_BYTES || sealed[0] != VERSION) {
            return null;
        }
        byte[] nonce = Arrays.copyOfRange(sealed, 1, 1 + NONCE_BYTES);
        for (SecretKeySpec version : keys) {
            try {
                byte[] text = cipher(Cipher.DECRYPT_MODE, version, bound, nonce)
                        .doFinal(sealed, 1 + NONCE_BYTES, sealed.length - 1 - NONCE_BYTES);
                return new String(text, StandardCharsets.UTF_8);
            } catch (GeneralSecurityException ofAnother) {
                LOG.debug("A sealed text is not encrypted under this version of the secret");
            }
        }
        return null;
    }

    private static Cipher cipher(int mode, SecretKeySpec version, String bound, byte[] nonce)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, version, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(bound.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
