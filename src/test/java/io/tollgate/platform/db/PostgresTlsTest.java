package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.config.StartRefused;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresTlsTest {
    private static PgConnectOptions of(String parameters) {
        return PostgresTls.connect("postgres://u:p@h/d" + parameters);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?sslmode=disable"})
    void no_tls_is_asked_for(String parameters) {
        assertThat(of(parameters).getSslOptions()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"allow", "prefer", "require"})
    void a_mode_that_checks_nobody_is_refused(String mode) {
        assertThatThrownBy(() -> of("?sslmode=" + mode))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("sslmode=" + mode + " does not verify the server; use verify-full");
    }

    @Test
    void the_authority_is_verified() {
        ClientSSLOptions tls = of("?sslmode=verify-ca&sslrootcert=/etc/ca.pem").getSslOptions();
        assertThat(tls.isTrustAll()).isFalse();
        assertThat(((PemTrustOptions) tls.getTrustOptions()).getCertPaths()).containsExactly("/etc/ca.pem");
        assertThat(tls.getHostnameVerificationAlgorithm()).isEmpty();
    }

    @Test
    void the_name_is_verified_too() {
        ClientSSLOptions tls = of("?sslmode=verify-full").getSslOptions();
        assertThat(tls.getHostnameVerificationAlgorithm()).isEqualTo("HTTPS");
        assertThat(((PemTrustOptions) tls.getTrustOptions()).getCertPaths())
                .containsExactly(System.getProperty("user.home") + "/.postgresql/root.crt");
    }
}
