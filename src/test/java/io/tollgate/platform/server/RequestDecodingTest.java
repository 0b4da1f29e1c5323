package io.tollgate.platform.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.http.RawHttpTest;
import io.tollgate.support.RawHttp;
import io.tollgate.support.RawHttp.Exchange;
import io.tollgate.support.RawHttp.Response;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests without a valid host or path get the documented error before they are routed. */
class RequestDecodingTest {
    private static final TestSeller SELLER = TestGateway.shared().seller();
    private static final int PORT = TestGateway.shared().port();
    private static final String KEY = "Authorization: Bearer " + SELLER.liveKey() + "\r\n\r\n";

    private static String head(String line) {
        return line + "\r\nHost: localhost\r\n" + KEY;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Host:\r\n",
                "Host: \r\n",
                "Host: a b\r\n",
                "Host: a/b\r\n",
                "Host: a:b\r\n",
                "Host: @\r\n",
                "Host: :80\r\n"
            })
    void a_request_that_names_no_host_is_refused(String host) {
        String rest = host + KEY;
        Response answer =
                RawHttp.send(PORT, "GET /v1/account HTTP/1.1\r\n" + rest).only();
        assertThat(RawHttpTest.assertRefused(answer, 400).get("code").textValue())
                .isEqualTo("malformed_request");
        assertThat(answer.header("Retry-After")).isNull();
        // HTTP/1.0 needs no Host header, but an invalid one is rejected there too.
        Response old = RawHttp.send(PORT, "GET /v1/account HTTP/1.0\r\n" + rest).only();
        assertThat(old.status()).isEqualTo(host.isEmpty() ? 200 : 400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET *",
                "HEAD *",
                "GET v1/account",
                "OPTIONS v1/account",
                "GET localhost",
                "GET ?a=b",
                "GET localhost:80"
            })
    void a_request_without_a_path_is_refused(String start) {
        Response answer = RawHttp.send(PORT, head(start + " HTTP/1.1")).only();
        if (start.startsWith("HEAD")) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.header("Request-Id")).isNotNull();
        } else {
            RawHttpTest.assertRefused(answer, 400);
        }
    }

    /** They need no path and name no resource of this server. */
    @ParameterizedTest
    @ValueSource(strings = {"OPTIONS *", "CONNECT localhost:80", "CONNECT *"})
    void methods_that_are_not_about_a_path_are_refused(String start) {
        Exchange exchange = RawHttp.sendUntilClosed(PORT, head(start + " HTTP/1.1"));
        RawHttpTest.assertRefused(exchange.only(), 405);
        assertThat(exchange.only().header("Allow")).contains("GET");
        assertThat(exchange.closed()).isTrue();
    }
}
