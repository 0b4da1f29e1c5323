package io.tollgate.accounts.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFormatTest {
    @Test
    void new_keys_are_well_formed_and_never_the_same() {
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            String key = KeyFormat.generate(i % 2 == 0);
            assertThat(key).matches("sk_(live|test)_[0-9A-Za-z]{38}");
            assertThat(KeyFormat.wellFormed(key)).isTrue();
            assertThat(KeyFormat.isLive(key)).isEqualTo(i % 2 == 0);
            assertThat(keys.add(key)).isTrue();
        }
    }

    @Test
    void one_wrong_character_anywhere_is_noticed() {
        String key = KeyFormat.generate(true);
        for (int i = 0; i < key.length(); i++) {
            char other = key.charAt(i) == 'a' ? 'b' : 'a';
            assertThat(KeyFormat.wellFormed(key.substring(0, i) + other + key.substring(i + 1)))
                    .isFalse();
        }
    }

    @Test
    void mode_belongs_to_what_is_checked() {
        assertThat(KeyFormat.wellFormed(KeyFormat.generate(true).replace("live", "test")))
                .isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "sk_live_", "sk_live_0123456789", "pk_live_00000000000000000000000000000000000000"})
    void other_texts_are_no_keys(String text) {
        assertThat(KeyFormat.wellFormed(text)).isFalse();
        assertThat(KeyFormat.wellFormed("sk_live_" + "0".repeat(100_000))).isFalse();
        assertThat(KeyFormat.wellFormed(KeyFormat.generate(true) + "\n")).isFalse();
    }

    /** Issued keys must stay valid: neither checksum nor hash may ever change. */
    @Test
    void checksum_and_hash_stay_as_they_are() {
        assertThat(KeyFormat.wellFormed("sk_test_00000000000000000000000000000000" + "127lYz"))
                .isTrue();
        assertThat(KeyFormat.hash(new byte[32], "sk_test_x"))
                .isEqualTo("5747a8399536b9656b6658d49e2dd3dee93576feb6928ad9761dc45410241477");
    }
}
