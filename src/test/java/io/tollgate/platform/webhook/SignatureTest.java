package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
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
        return Signature.headers(ID, Instant.now(), 1, BODY, List.of(secrets));
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
                ID, Instant.ofEpochSecond(1_700_000_000), 3, Buffer.buffer("{}"), List.of("secret-text"));
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
