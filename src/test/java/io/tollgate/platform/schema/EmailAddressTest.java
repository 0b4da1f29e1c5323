package io.tollgate.platform.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.schema.EmailAddress.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmailAddressTest {
    private static final String DOMAIN = "d".repeat(60) + "." + "e".repeat(60) + "." + "f".repeat(58) + ".example";

    @Test
    void domainsAreConvertedToAscii() {
        assertThat(EmailAddress.ascii("a.b+c@bücher.example")).isEqualTo("a.b+c@xn--bcher-kva.example");
        assertThat(EmailAddress.ascii("Ada@Example.COM")).isEqualTo("Ada@Example.COM");
        assertThat(EmailAddress.ascii("ada@localhost")).isEqualTo("ada@localhost");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ada",
                "@example.com",
                "ada@",
                "ada@-.com",
                "a b@example.com",
                "ada@example.com\r\nRCPT TO:<eve@example.com>",
                "ada@example.com>,<eve@example.com",
                "ada..b@example.com",
                "ada@exa mple.com"
            })
    void otherTextsAreNoAddresses(String text) {
        assertThat(EmailAddress.ascii(text)).isNull();
        assertThat(EmailAddress.fault(text)).isEqualTo(Fault.FORM);
    }

    @Test
    void localPartIsAscii() {
        assertThat(EmailAddress.ascii("jürgen@example.com")).isNull();
        assertThat(EmailAddress.fault("jürgen@example.com")).isEqualTo(Fault.CHARACTERS);
    }

    @Test
    void lengthsAreThoseOfSmtp() {
        String longest = "a".repeat(64) + "@" + DOMAIN;
        assertThat(longest).hasSize(253);
        assertThat(EmailAddress.fault(longest + "s")).isNull();
        assertThat(EmailAddress.fault(longest + "st")).isEqualTo(Fault.LENGTH);
        assertThat(EmailAddress.fault("a" + longest)).isEqualTo(Fault.LENGTH);
        assertThat(EmailAddress.fault("a".repeat(65) + "@x.com")).isEqualTo(Fault.LENGTH);
        assertThat(EmailAddress.ascii("a".repeat(65) + "@x.com")).isNull();
    }

    /** SMTP servers see the domain in ASCII. */
    @Test
    void lengthOfAnInternationalDomainIsThatOfItsAsciiForm() {
        String address = "a".repeat(64) + "@" + ("ü".repeat(40) + ".").repeat(4) + "example";
        assertThat(address.length()).isLessThan(EmailAddress.LENGTH_MAX);
        assertThat(EmailAddress.fault("ada@bücher.example")).isNull();
        assertThat(EmailAddress.fault(address)).isEqualTo(Fault.LENGTH);
    }

    @Test
    void domainOfABuyerHasADot() {
        assertThat(EmailAddress.fault("ada@localhost")).isEqualTo(Fault.FORM);
    }
}
