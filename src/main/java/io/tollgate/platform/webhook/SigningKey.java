package io.tollgate.platform.webhook;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * An Ed25519 key pair of a webhook, in the form of the Standard Webhooks specification. Creating a key and signing take
 * milliseconds: do neither on an event loop.
 *
 * @param secret {@code whsk_} and the Base64 of the seed and the public key
 * @param publicKey {@code whpk_} and the Base64 of the public key
 */
record SigningKey(String secret, String publicKey) {
    private static final String ALGORITHM = "Ed25519";
    private static final String SECRET_PREFIX = "whsk_";
    private static final String PUBLIC_PREFIX = "whpk_";
    private static final int BYTES = 32;

    /** What is before the seed of a private key in PKCS #8 (RFC 8410). */
    private static final byte[] PKCS8 = HexFormat.of().parseHex("302e020100300506032b657004220420");

    static SigningKey create() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            byte[] seed = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
            byte[] encoded = pair.getPublic().getEncoded();
            byte[] shown = Arrays.copyOfRange(encoded, encoded.length - BYTES, encoded.length);
            return new SigningKey(
                    SECRET_PREFIX + Base64.getEncoder().encodeToString(joined(seed, shown)),
                    PUBLIC_PREFIX + Base64.getEncoder().encodeToString(shown));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns the key pair of a secret that {@link #create} has returned. */
    static SigningKey of(String secret) {
        byte[] both = bytes(secret);
        byte[] shown = Arrays.copyOfRange(both, BYTES, both.length);
        return new SigningKey(secret, PUBLIC_PREFIX + Base64.getEncoder().encodeToString(shown));
    }

    /** Returns the Base64 of the signature of a message. */
    String sign(byte[] message) {
        try {
            byte[] seed = Arrays.copyOf(bytes(secret), BYTES);
            PrivateKey key =
                    KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(joined(PKCS8, seed)));
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(message);
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] bytes(String secret) {
        return Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /** Never shows the private key. */
    @Override
    public String toString() {
        return publicKey;
    }
}
