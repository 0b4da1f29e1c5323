package io.tollgate.loadtest.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a load may go. */
class AddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:8080",
                "http://127.9.8.7",
                "http://localhost:8080/",
                "http://[::1]:8080",
                "http://[0:0:0:0:0:0:0:1]",
                "http://[::ffff:127.0.0.1]:80",
                "https://localhost"
            })
    void this_machine_needs_no_word(String url) {
        assertThat(Address.checked(url, false)).isEqualTo(url.replaceAll("/$", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://192.0.2.7",
                "http://10.0.0.1:8080",
                "https://[2001:db8::1]:443",
                "https://[::ffff:192.0.2.7]",
                "http://0.0.0.0:8080",
                "http://3221225994"
            })
    void another_machine_is_refused(String url) {
        assertThatThrownBy(() -> Address.checked(url, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not this machine")
                .hasMessageContaining("--yes-i-own-it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://192.0.2.7", "https://[2001:db8::1]:443"})
    void another_machine_is_taken_at_the_owners_word(String url) {
        assertThat(Address.checked(url, true)).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://192.0.2.7", "http://[2001:db8::1]:8080"})
    void keys_do_not_travel_in_the_clear(String url) {
        assertThatThrownBy(() -> Address.checked(url, true)).hasMessageContaining("https only");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost:8080",
                "ftp://localhost",
                "http://localhost/v1",
                "http://localhost?x=1",
                "http://me:secret@localhost",
                "http://",
                "http://local host",
                "http://no-such-host.invalid"
            })
    void what_is_no_origin_is_refused(String url) {
        assertThatThrownBy(() -> Address.checked(url, true)).isInstanceOf(IllegalArgumentException.class);
    }
}
