package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The signatures of deliveries, verified with the library of the Standard Webhooks project. */
class SignatureTest {
    private static final String ID = "6b0300000000000000000001";
    private static final Buffer BODY = Buffer.buffer("{\"event\":\"payment.paid\",\"text\":\"Zoë\"}");

    private static Map<String, List<String>> lists(Map<String, String> headers) {
        Map<String, List<String>> lists = new HashMap<>();
        headers.forEach((name, value) -> lists.put(name, List.of(value)));
        return lists;
    }

    private static Map<String, String> headers(String... secrets) {
        return Signature.headers(ID, Instant.now(), 1, BODY, new WebhookSecrets.Signers(List.of(secrets), List.of()));
    }

    private static void verify(Webhook webhook, String body, Map<String, String> headers) throws Exception {
        webhook.verify(body, lists(headers));
    }

    @Test
    void theLibraryVerifiesSignatures() {
        String secret = Signature.newSecret();
        assertThat(Signature.isValid(secret)).isTrue();
        assertThatCode(() -> verify(new Webhook(secret), BODY.toString(), headers(secret)))
                .doesNotThrowAnyException();
    }

    @Test
    void theLibraryRefusesWhatWasChanged() throws Exception {
        String secret = Signature.newSecret();
        Webhook webhook = new Webhook(secret);
        Map<String, String> headers = headers(secret);
        assertThatThrownBy(() -> verify(webhook, BODY + " ", headers)).isInstanceOf(WebhookVerificationException.class);
        assertThatThrownBy(() -> verify(webhook, BODY.toString(), headers(Signature.newSecret())))
                .isInstanceOf(WebhookVerificationException.class);
        Map<String, String> other = new HashMap<>(headers);
        other.put("webhook-id", "6b0300000000000000000002");
        assertThatThrownBy(() -> verify(webhook, BODY.toString(), other))
                .isInstanceOf(WebhookVerificationException.class);
    }

    @Test
    void bothSecretsSignWhileOneIsReplaced() {
        String former = Signature.newSecret();
        String next = Signature.newSecret();
        Map<String, String> headers = headers(next, former);
        for (String secret : List.of(former, next)) {
            assertThatCode(() -> verify(new Webhook(secret), BODY.toString(), headers))
                    .doesNotThrowAnyException();
        }
    }

    /** Returns whether one of the signatures {@code v1a} is that of a public key. */
    static boolean isSignedBy(String publicKey, Map<String, String> headers, String body)
            throws GeneralSecurityException {
        byte[] prefix = HexFormat.of().parseHex("302a300506032b6570032100");
        byte[] encoded = Buffer.buffer(prefix)
                .appendBytes(Base64.getDecoder().decode(publicKey.substring("whpk_".length())))
                .getBytes();
        PublicKey key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
        String message = headers.get("webhook-id") + "." + headers.get("webhook-timestamp") + "." + body;
        for (String signature : headers.get("webhook-signature").split(" ")) {
            if (signature.startsWith("v1a,")) {
                var verifier = java.security.Signature.getInstance("Ed25519");
                verifier.initVerify(key);
                verifier.update(message.getBytes(StandardCharsets.UTF_8));
                if (verifier.verify(Base64.getDecoder().decode(signature.substring("v1a,".length())))) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void keysSignBesideSecrets() throws Exception {
        String secret = Signature.newSecret();
        SigningKey former = SigningKey.create();
        SigningKey next = SigningKey.create();
        var signers = new WebhookSecrets.Signers(List.of(secret), List.of(next, former));
        Map<String, String> headers = Signature.headers(ID, Instant.now(), 1, BODY, signers);
        assertThat(isSignedBy(next.publicKey(), headers, BODY.toString())).isTrue();
        assertThat(isSignedBy(former.publicKey(), headers, BODY.toString())).isTrue();
        assertThat(isSignedBy(SigningKey.create().publicKey(), headers, BODY.toString()))
                .isFalse();
        assertThat(isSignedBy(next.publicKey(), headers, BODY + " ")).isFalse();
        assertThatCode(() -> verify(new Webhook(secret), BODY.toString(), headers))
                .doesNotThrowAnyException();
    }

    /** The first test of RFC 8032, section 7.1: an empty message. */
    @Test
    void aKeySignsAsTheStandardSays() {
        byte[] seed = HexFormat.of().parseHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
        byte[] shown = HexFormat.of().parseHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
        SigningKey key = SigningKey.of("whsk_"
                + Base64.getEncoder()
                        .encodeToString(Buffer.buffer(seed).appendBytes(shown).getBytes()));
        assertThat(HexFormat.of().formatHex(Base64.getDecoder().decode(key.sign(new byte[0]))))
                .isEqualTo("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                        + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");
        assertThat(key.publicKey()).isEqualTo("whpk_" + Base64.getEncoder().encodeToString(shown));
        assertThat(key.toString()).doesNotContain("whsk_");
    }

    @Test
    void secretsInAnotherFormSignWithTheirBytes() {
        String secret = "a text of the seller";
        assertThat(Signature.isValid(secret)).isTrue();
        assertThatCode(() ->
                        verify(new Webhook(secret.getBytes(StandardCharsets.UTF_8)), BODY.toString(), headers(secret)))
                .doesNotThrowAnyException();
    }

    @Test
    void aSecretInTheFormOfTheSpecificationIsBase64() {
        assertThat(Signature.isValid("whsec_not base64!")).isFalse();
        assertThat(Signature.isValid("whsec_")).isFalse();
        assertThat(Signature.isValid("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).isTrue();
    }

    /** Computed with {@code openssl dgst -sha256 -hmac}. */
    @Test
    void ownHeadersSignTheBodyWithTheTextOfTheSecret() {
        Map<String, String> headers = Signature.headers(
                ID,
                Instant.ofEpochSecond(1_700_000_000),
                3,
                Buffer.buffer("{}"),
                new WebhookSecrets.Signers(List.of("secret-text"), List.of()));
        assertThat(headers)
                .containsEntry(
                        "x-webhook-signature",
                        "sha256=788f63f9f84b9aed69b0fe5e7c2000034c196e686cb457b8bc07baa8772065db")
                .containsEntry("x-webhook-timestamp", "1700000000")
                .containsEntry("x-webhook-delivery-attempt", "3")
                .containsEntry("webhook-id", ID)
                .containsEntry("webhook-timestamp", "1700000000");
    }
}
