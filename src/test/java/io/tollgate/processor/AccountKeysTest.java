package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Keys of accounts are sealed, and can be opened only for their own account. */
class AccountKeysTest {
    private static final Scope LIVE = new Scope("a".repeat(24), true);
    private static final Scope TEST = new Scope("a".repeat(24), false);
    private static final Scope OTHER = new Scope("b".repeat(24), true);

    private final AccountKeys keys = new AccountKeys(TestGateway.secrets());

    @Test
    void a_sealed_key_opens_for_its_seller_and_mode_only() {
        byte[] sealed = keys.seal(LIVE, "sk_live_secret");
        assertThat(keys.open(LIVE, sealed)).isEqualTo("sk_live_secret");
        assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("secret");
        assertThat(keys.seal(LIVE, "sk_live_secret")).isNotEqualTo(sealed);
        for (Scope scope : new Scope[] {TEST, OTHER}) {
            assertThatThrownBy(() -> keys.open(scope, sealed)).isInstanceOf(IllegalStateException.class);
        }
        sealed[sealed.length - 1] ^= 1;
        assertThatThrownBy(() -> keys.open(LIVE, sealed)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void keys_of_the_simulator_are_of_one_seller_and_mode() {
        assertThat(keys.simulatedKey(LIVE))
                .startsWith("sk_live_sim" + LIVE.sellerId())
                .isEqualTo(keys.simulatedKey(LIVE))
                .isNotEqualTo(keys.simulatedKey(TEST))
                .isNotEqualTo(keys.simulatedKey(OTHER));
    }

    @Test
    void only_a_secret_key_of_the_mode_is_connected_and_it_is_stored_sealed() {
        TestSeller seller = TestGateway.shared().unconnectedSeller();
        AccountRegister accounts = TestGateway.shared().accounts();
        for (String wrong : new String[] {"sk_test_1234567890ab", "pk_live_1234567890ab", "", "sk_live_ä234567890"}) {
            assertThatThrownBy(() -> accounts.connect(seller.name(), true, wrong, null, null))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageNotContaining("1234567890");
        }
        accounts.connect(seller.name(), true, "rk_live_1234567890ab", null, null);
        Row row = TestSeller.rows("SELECT secret_key FROM processor_account WHERE seller_id = $1", seller.id())
                .iterator()
                .next();
        assertThat(row.getBuffer(0).toString(StandardCharsets.ISO_8859_1)).doesNotContain("1234567890");
        assertThat(keys.open(seller.scope(true), row.getBuffer(0).getBytes())).isEqualTo("rk_live_1234567890ab");
        assertThatThrownBy(() -> accounts.disconnect(seller.name(), false)).isInstanceOf(StartRefused.class);
        assertThatThrownBy(() -> accounts.connectSimulator("nobody-of-this-name"))
                .isInstanceOf(StartRefused.class);
    }
}
