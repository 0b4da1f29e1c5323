package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.http.Networks;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which URLs webhooks may have, and to which addresses deliveries connect. */
class AddressPolicyTest {
    private static final AddressPolicy PUBLIC = new AddressPolicy(new Networks(List.of()), false);
    private static final AddressPolicy LOOPBACK = new AddressPolicy(new Networks(List.of()), true);

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException invalid) {
            throw new IllegalArgumentException(text, invalid);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "0.255.255.255",
                "10.0.0.0",
                "10.255.255.255",
                "100.64.0.0",
                "100.127.255.255",
                "127.0.0.1",
                "127.1",
                "127.255.255.255",
                "169.254.0.1",
                "169.254.169.254",
                "172.16.0.0",
                "172.31.255.255",
                "192.0.0.0",
                "192.0.0.255",
                "192.0.2.0",
                "192.0.2.255",
                "192.88.99.0",
                "192.88.99.255",
                "192.168.0.0",
                "192.168.255.255",
                "198.18.0.0",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.7",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "2130706433"
            })
    void refusesIpv4(String text) {
        assertThat(PUBLIC.permits(address(text))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "::",
                "::1",
                "::7f00:1",
                "::10.0.0.1",
                "::ffff:127.0.0.1",
                "::ffff:7f00:1",
                "::ffff:a9fe:a9fe",
                "::ffff:0:7f00:1",
                "64:ff9b::1",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b:1::1",
                "100::1",
                "100:0:0:1::1",
                "2001::1",
                "2001:0:4136:e378::1",
                "2001:10::1",
                "2001:20::1",
                "2001:1ff:ffff::1",
                "2001:db8::1",
                "2001:db8:ffff::1",
                "2002:7f00:1::",
                "2002:a00::1",
                "3fff::1",
                "3fff:fff::1",
                "4000::1",
                "5f00::1",
                "8000::1",
                "fc00::1",
                "fd00:ec2::254",
                "fdff::1",
                "fe80::1",
                "febf::1",
                "fec0::1",
                "ff02::1",
                "ff0e::1"
            })
    void refusesIpv6(String text) {
        assertThat(PUBLIC.permits(address(text))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.0.0.0",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.0.3.0",
                "192.88.98.255",
                "192.88.100.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "198.51.99.255",
                "203.0.112.255",
                "203.0.114.0",
                "223.255.255.255",
                "::ffff:8.8.8.8",
                "2000::1",
                "2001:200::1",
                "2001:db7::1",
                "2001:db9::1",
                "2003::1",
                "2606:4700::1",
                "3ffe::1",
                "3fff:1000::1"
            })
    void permitsPublicAddresses(String text) {
        assertThat(PUBLIC.permits(address(text))).isTrue();
    }

    @Test
    void permitsAllowedNetworksOnly() {
        AddressPolicy policy = new AddressPolicy(Networks.of(List.of("10.1.0.0/16", "fd00:1::/32")), false);
        assertThat(policy.permits(address("10.1.2.3"))).isTrue();
        assertThat(policy.permits(address("::ffff:10.1.2.3"))).isTrue();
        assertThat(policy.permits(address("fd00:1::5"))).isTrue();
        assertThat(policy.permits(address("10.2.0.1"))).isFalse();
        assertThat(policy.permits(address("fd00:2::5"))).isFalse();
        assertThat(policy.problem("https://10.1.2.3/hook")).isNull();
        assertThat(policy.problem("http://10.1.2.3/hook")).isEqualTo("must begin with https://");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "https://example.com/",
                "https://EXAMPLE.com/hooks?a=b",
                "HTTPS://example.com/x",
                "https://example.com:443/",
                "https://example.com:8443/",
                "https://example.com:1024/",
                "https://example.com:65535/",
                "https://xn--bcher-kva.example/",
                "https://8.8.8.8/",
                "https://[2606:4700::1111]/",
                "https://example.com./"
            })
    void acceptsUrls(String url) {
        assertThat(PUBLIC.problem(url)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com/",
                "ftp://example.com/",
                "file:///etc/passwd",
                "gopher://example.com/",
                "example.com",
                "//example.com/",
                "https://",
                "https:///path",
                "https://example.com:80/",
                "https://example.com:22/",
                "https://example.com:1023/",
                "https://example.com:0/",
                "https://example.com:65536/",
                "https://user@example.com/",
                "https://user:pass@example.com/",
                "https://example.com@127.0.0.1/",
                "https://example.com/#fragment",
                "https://localhost/",
                "https://LOCALHOST./",
                "https://a.localhost/",
                "https://127.0.0.1/",
                "https://127.1/",
                "https://2130706433/",
                "https://0x7f.1/",
                "https://0x7f000001/",
                "https://0177.0.0.1/",
                "https://127.0.0.01/",
                "https://127.0.0.1./",
                "https://1.2.3/",
                "https://1.2.3.4.5/",
                "https://[::1]/",
                "https://[::ffff:127.0.0.1]/",
                "https://[::ffff:7f00:1]/",
                "https://[fe80::1%25eth0]/",
                "https://[64:ff9b::7f00:1]/",
                "https://10.0.0.1/",
                "https://169.254.169.254/latest/meta-data/",
                "https://１２７.０.０.１/",
                "https://bücher.example/",
                "https://exa mple.com/",
                "https://example..com/",
                "https://-example.com/",
                "https://example.com\\@127.0.0.1/",
                "https://%31%32%37.0.0.1/",
                "http://localhost/"
            })
    void refusesUrls(String url) {
        assertThat(PUBLIC.problem(url)).isNotNull();
    }

    @Test
    void acceptsLoopbackIfASettingAllows() {
        for (String url : List.of("http://localhost:9000/", "http://127.0.0.1:80/", "http://[::1]:9000/x")) {
            assertThat(LOOPBACK.problem(url)).as(url).isNull();
        }
        for (String url : List.of("http://example.com/", "http://10.0.0.1:9000/", "ftp://localhost/")) {
            assertThat(LOOPBACK.problem(url)).as(url).isNotNull();
        }
        assertThat(LOOPBACK.permits(address("127.0.0.1"))).isTrue();
        assertThat(LOOPBACK.permits(address("::1"))).isTrue();
        assertThat(LOOPBACK.permits(address("10.0.0.1"))).isFalse();
    }
}
