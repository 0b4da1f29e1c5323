package io.tollgate.platform.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrincipalTest {
    private static final String ID = "6b0145e2e6103f5d60a255f7";

    @Test
    void textIsReadBack() {
        for (Principal one :
                new Principal[] {Principal.ofKey(ID), Principal.ofMember(ID, "Ada Lovelace"), Principal.ofMember(ID, "")
                }) {
            assertThat(Principal.parse(one.text())).isEqualTo(one);
        }
        assertThat(Principal.ofKey(ID).text()).isEqualTo(ID);
        assertThat(Principal.parse(null)).isNull();
        assertThat(Principal.parse("")).isNull();
    }
}
