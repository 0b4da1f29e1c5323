package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tollgate.support.RawHttp;
import io.tollgate.support.RawHttp.Response;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which requests count as encrypted on their way here, and which host names they may use. */
class ProxyTrustTest {
    private static final String PATH = "/openapi.json";
    private static final String HSTS = "Strict-Transport-Security";

    private static Map<String, String> forwarded(String proto) {
        return Map.of("X-Forwarded-Proto", proto);
    }

    @Test
    void a_trusted_proxy_is_believed_and_only_with_one_story() {
        try (TestGateway gateway = TestGateway.start(Map.of("trustedProxies", "127.0.0.0/8"))) {
            TestApi api = gateway.api(null);
            assertThat(api.send("GET", PATH, forwarded("https")).expect(200).header(HSTS))
                    .isEqualTo("max-age=31536000; includeSubDomains");
            for (String plain : new String[] {"http", "https, http", "http, https", "", "https,"}) {
                Reply refused = api.send("GET", PATH, forwarded(plain)).expect(403);
                assertThat(refused.json().get("code").textValue()).isEqualTo("https_required");
                assertThat(refused.header("Location")).as("never redirected").isNull();
            }
            assertThat(api.get(PATH).expect(200).header(HSTS)).isNull();
            Response both = RawHttp.send(
                            gateway.port(),
                            "GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\n"
                                    + "X-Forwarded-Proto: http\r\nConnection: close\r\n\r\n")
                    .only();
            assertThat(both.status())
                    .as("said once by the caller, once by the proxy")
                    .isEqualTo(403);
        }
    }

    @Test
    void who_is_no_trusted_proxy_says_nothing_by_forwarding_headers() {
        try (TestGateway gateway = TestGateway.start(Map.of("trustedProxies", "192.0.2.1"))) {
            Reply reply =
                    gateway.api(null).send("GET", PATH, forwarded("https")).expect(200);
            assertThat(reply.header(HSTS)).isNull();
            gateway.api(null).send("GET", PATH, forwarded("http")).expect(200);
        }
    }

    @Test
    void plain_text_from_another_machine_is_refused_unless_a_trusted_proxy_brings_it() {
        String address = outerAddress().orElse(null);
        assumeTrue(address != null, "this machine has no address but its own");
        for (String trusted : new String[] {"192.0.2.1", address}) {
            try (TestGateway gateway = TestGateway.start(Map.of("host", "0.0.0.0", "trustedProxies", trusted))) {
                TestApi outer = new TestApi("http://" + address + ":" + gateway.port(), "sk_live_x");
                assertThat(outer.get(PATH).expect(403).json().get("code").textValue())
                        .isEqualTo("https_required");
                outer.get("/v1/payments").expect(403);
                outer.send("GET", PATH, forwarded("https")).expect(trusted.equals(address) ? 200 : 403);
                gateway.api(null).get(PATH).expect(200);
            }
        }
    }

    private static Optional<String> outerAddress() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                    .map(InetAddress::getHostAddress)
                    .findFirst();
        } catch (SocketException none) {
            return Optional.empty();
        }
    }

    @Test
    void a_host_that_is_not_ours_is_misdirected() {
        try (TestGateway gateway = TestGateway.start(Map.of("hosts", "Api.example.com,pay.example.com"))) {
            Map<String, Integer> statuses = new HashMap<>(Map.of(
                    "api.example.com", 200,
                    "API.EXAMPLE.COM:8080", 200,
                    "pay.example.com", 200,
                    "example.com", 421,
                    "evil-api.example.com", 421,
                    "api.example.com.evil.net", 421,
                    "localhost", 421,
                    "", 400));
            statuses.forEach((host, status) -> {
                Response answer = RawHttp.send(
                                gateway.port(),
                                "GET " + PATH + " HTTP/1.1\r\nHost: " + host
                                        + "\r\nX-Forwarded-Host: api.example.com\r\nConnection: close\r\n\r\n")
                        .only();
                assertThat(answer.status()).as(host).isEqualTo(status);
            });
            Response none = RawHttp.send(gateway.port(), "GET " + PATH + " HTTP/1.0\r\n\r\n")
                    .only();
            assertThat(none.status()).isEqualTo(421);
        }
    }
}
