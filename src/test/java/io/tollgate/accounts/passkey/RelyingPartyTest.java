package io.tollgate.accounts.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelyingPartyTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            https://pay.example.com          | pay.example.com | https://pay.example.com      | true
            https://PAY.example.com:443/shop | pay.example.com | https://pay.example.com      | true
            https://pay.example.com:8443     | pay.example.com | https://pay.example.com:8443 | true
            http://localhost:8080            | localhost       | http://localhost:8080        | true
            http://pay.example.com           | pay.example.com | http://pay.example.com       | false
            https://192.0.2.1                | 192.0.2.1       | https://192.0.2.1            | false
            https://[2001:db8::1]:8443       | [2001:db8::1]   | https://[2001:db8::1]:8443   | false
            """, delimiter = '|')
    void isTheHostOfThePublicUrl(String url, String id, String origin, boolean available) {
        assertThat(RelyingParty.of(url)).isEqualTo(new RelyingParty(id, origin, available));
    }
}
