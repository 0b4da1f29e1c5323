package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.app.Config;
import io.tollgate.platform.webhook.WebhookSecrets.Sealed;
import io.tollgate.support.TestGateway;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is stored of secrets and keys opens for its own webhook only. */
class WebhookSecretsTest {
    private static final String SELLER = "6b0300000000000000000001";
    private static final String ID = "6b0300000000000000000002";
    private static final String OTHER = "6b0300000000000000000003";

    private final WebhookSecrets secrets =
            new WebhookSecrets(Config.of(Map.of("secret", TestGateway.SECRET)).secrets(false));
    private final SigningKey key = SigningKey.create();
    private final byte[] sealed = secrets.seal(SELLER, ID, "a secret of the seller");
    private final byte[] sealedKey = secrets.seal(SELLER, ID, key);

    @Test
    void secretsAndKeysOpenForTheirWebhook() {
        WebhookSecrets.Signers own = secrets.valid(SELLER, ID, new Sealed(sealed, sealed, sealedKey, sealedKey));
        assertThat(own.secrets()).isEqualTo(List.of("a secret of the seller", "a secret of the seller"));
        assertThat(own.keys()).isEqualTo(List.of(key, key));
        assertThat(secrets.valid(OTHER, ID, new Sealed(sealed, null, sealedKey, null))
                        .secrets())
                .isEmpty();
        assertThat(secrets.valid(SELLER, OTHER, new Sealed(sealed, null, sealedKey, null))
                        .secrets())
                .isEmpty();
    }

    @Test
    void aSecretIsNoKeyAndAKeyIsNoSecret() {
        assertThat(secrets.openOrNull(SELLER, ID, sealedKey)).isNull();
        assertThat(secrets.resealedKey(SELLER, ID, sealed)).isNull();
        assertThat(secrets.resealedKey(SELLER, ID, sealedKey)).isNotNull();
        assertThat(new String(sealedKey, StandardCharsets.ISO_8859_1)).doesNotContain("whsk_");
    }
}
