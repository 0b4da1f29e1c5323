package io.tollgate.platform.server;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.config.WrongSetting;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;

/** A validated certificate and private key: the certificate is valid now and matches the key. */
record CertificatePair(byte[] certificate, byte[] key, Instant expires) {
    private static final List<String> KEY_TYPES = List.of("RSA", "EC", "EdDSA");

    /** Reads and validates the pair. Fails with a message that names the faulty file. Blocks. */
    static CertificatePair read(CertificateFiles files, Instant now) {
        byte[] certificate = bytes("tls.certificate", files.certificate());
        byte[] key = bytes("tls.key", files.key());
        if (new String(key, StandardCharsets.ISO_8859_1).contains("ENCRYPTED")) {
            throw invalid("tls.key", files.key(), "is encrypted; decrypt it, e.g. with openssl pkey -in OLD -out NEW");
        }
        ParsedPair parsed = parse(files, certificate, key);
        X509Certificate leaf = parsed.leaf();
        if (leaf.getNotAfter().toInstant().isBefore(now)) {
            throw invalid(
                    "tls.certificate",
                    files.certificate(),
                    "expired at " + leaf.getNotAfter().toInstant());
        }
        if (leaf.getNotBefore().toInstant().isAfter(now)) {
            throw invalid(
                    "tls.certificate",
                    files.certificate(),
                    "is not valid before " + leaf.getNotBefore().toInstant());
        }
        if (!matches(leaf.getPublicKey(), parsed.key())) {
            throw invalid("tls.key", files.key(), "is not the key of the certificate");
        }
        return new CertificatePair(certificate, key, leaf.getNotAfter().toInstant());
    }

    private record ParsedPair(X509Certificate leaf, PrivateKey key) {}

    private static byte[] bytes(String setting, String file) {
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException unreadable) {
            throw invalid(setting, file, StartRefused.reason(unreadable));
        }
    }

    /** Parses the pair with the server's own parser, so that a pair accepted here can also be served. */
    private static ParsedPair parse(CertificateFiles files, byte[] certificate, byte[] key) {
        PemKeyCertOptions options =
                new PemKeyCertOptions().addCertValue(Buffer.buffer(certificate)).addKeyValue(Buffer.buffer(key));
        String names = files.certificate() + " and " + files.key();
        try {
            // Unlike paths, values need no Vertx instance.
            for (KeyManager manager : options.getKeyManagerFactory(null).getKeyManagers()) {
                ParsedPair parsed = manager instanceof X509KeyManager x509 ? firstPair(x509) : null;
                if (parsed != null) {
                    return parsed;
                }
            }
        } catch (Exception unreadable) {
            throw new WrongSetting(
                    "tls.certificate and tls.key: %s are not a certificate and a key in PEM: %s"
                            .formatted(names, StartRefused.reason(unreadable)),
                    unreadable);
        }
        throw new WrongSetting("tls.certificate and tls.key: %s contain no certificate and key of type %s"
                .formatted(names, String.join(", ", KEY_TYPES)));
    }

    private static @Nullable ParsedPair firstPair(X509KeyManager manager) {
        for (String keyType : KEY_TYPES) {
            String[] aliases = manager.getServerAliases(keyType, null);
            if (aliases != null && aliases.length > 0) {
                return new ParsedPair(manager.getCertificateChain(aliases[0])[0], manager.getPrivateKey(aliases[0]));
            }
        }
        return null;
    }

    private static boolean matches(PublicKey publicKey, PrivateKey privateKey) {
        String algorithm = switch (privateKey.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> privateKey.getAlgorithm();
        };
        byte[] challenge = {1, 2, 3};
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(privateKey);
            signing.update(challenge);
            byte[] signed = signing.sign();
            signing.initVerify(publicKey);
            signing.update(challenge);
            return signing.verify(signed);
        } catch (GeneralSecurityException wrongKeyType) {
            return false;
        }
    }

    private static StartRefused invalid(String setting, String file, String problem) {
        return new WrongSetting("%s: %s: %s".formatted(setting, file, problem));
    }

    boolean sameAs(CertificatePair other) {
        return MessageDigest.isEqual(certificate, other.certificate) && MessageDigest.isEqual(key, other.key);
    }

    @Override
    public String toString() {
        return "CertificatePair[expires=" + expires + "]";
    }
}
