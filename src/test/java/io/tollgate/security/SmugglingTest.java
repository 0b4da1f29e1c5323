package io.tollgate.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.RawHttp;
import io.tollgate.support.RawHttp.Exchange;
import io.tollgate.support.RawHttp.Response;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Known classes of request smuggling and splitting: none makes the server see a second request. */
class SmugglingTest {
    private static final TestSeller SELLER = TestGateway.shared().seller();
    private static final int PORT = TestGateway.shared().port();
    private static final String KEY = "Authorization: Bearer " + SELLER.liveKey() + "\r\n";
    private static final String POST = "POST /v1/coupons HTTP/1.1\r\nHost: localhost\r\n" + KEY;

    /** The smuggled request, which would get a 200. */
    private static final String SECOND =
            "GET /v1/account HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + KEY + "\r\n";

    private static final String JSON = "Content-Type: application/json\r\n";
    private static final String CHUNKED = JSON + "Transfer-Encoding: chunked\r\n\r\n";

    static Stream<String> doubtful() {
        return Stream.of(
                // A transfer coding that does not end in chunked, is unknown, or has an unusual spelling.
                POST + JSON + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                POST + JSON + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                POST + JSON + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
                POST + JSON + "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n",
                POST + JSON + "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n",
                POST + JSON + "Transfer-Encoding: chunked\u0000\r\n\r\n0\r\n\r\n",
                POST + JSON + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
                POST + JSON + "Transfer-Encoding: x\r\n chunked\r\n\r\n0\r\n\r\n",
                POST + JSON + "Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n",
                // Two lengths, or one that is not a plain number.
                POST + JSON + "Content-Length: 0, 0\r\n\r\n",
                POST + JSON + "Content-Length: 1\r\nContent-Length: 0\r\n\r\n",
                POST + JSON + "Content-Length: 0 0\r\n\r\n",
                POST + JSON + "Content-Length: 0_0\r\n\r\n",
                POST + JSON + "Content-Length: \u00b2\r\n\r\n",
                POST + JSON + "Content-Length: 1e0\r\n\r\n",
                POST + JSON + "Content-Length : 0\r\n\r\n",
                // Both headers.
                POST + JSON + "content-length: 5\r\ntransfer-encoding: CHUNKED\r\n\r\n0\r\n\r\n",
                // Chunks whose end is ambiguous.
                POST + CHUNKED + "2;a=\nxx\r\n{}\r\n0\r\n\r\n",
                POST + CHUNKED + "2;a=\"\r\n\"\r\n{}\r\n0\r\n\r\n",
                POST + CHUNKED + "2;\nxx\r\n{}\r\n0\r\n\r\n",
                POST + CHUNKED + "0x2\r\n{}\r\n0\r\n\r\n",
                POST + CHUNKED + "+2\r\n{}\r\n0\r\n\r\n",
                POST + CHUNKED + "2\r\n{}0\r\n\r\n",
                POST + CHUNKED + "2\r\n{}x\r\n0\r\n\r\n",
                POST + CHUNKED + "80000000000000002\r\n{}\r\n0\r\n\r\n",
                POST + CHUNKED + "\r\n2\r\n{}\r\n0\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("doubtful")
    void no_second_request_is_found_behind_a_doubtful_one(String first) {
        Exchange exchange = RawHttp.sendUntilClosed(PORT, first + SECOND);
        assertThat(exchange.responses().stream().map(Response::status))
                .allMatch(status -> status >= 400 && status < 500)
                .hasSizeLessThanOrEqualTo(1);
        assertThat(exchange.closed()).isTrue();
    }

    /** A line that begins with a space continues the previous header and is no header of its own. */
    @Test
    void a_folded_line_hides_no_request() {
        String folded = POST + JSON + " Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
        Exchange exchange = RawHttp.sendUntilClosed(PORT, folded + SECOND);
        assertThat(exchange.responses().stream().map(Response::status)).containsOnly(400);
        assertThat(exchange.closed()).isTrue();
    }

    /** Control: after a request with an unambiguous end, the second one is found by the same means. */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 2\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"})
    void a_second_request_is_found_behind_a_plain_one(String rest) {
        Exchange exchange = RawHttp.sendUntilClosed(PORT, POST + JSON + rest + SECOND);
        assertThat(exchange.responses().stream().map(Response::status)).containsExactly(400, 200);
    }

    static Stream<String> notOne() {
        return Stream.of(
                "GET /v1/account HTTP/1.1\r\nHost: a\r\nHost: a\r\n" + KEY + "\r\n",
                "GET /v1/account HTTP/1.1\r\nHost: a\r\nhost: b\r\n" + KEY + "\r\n",
                "GET /v1/account HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n" + KEY + "\r\n",
                "GET /v1/account HTTP/1.1\r\nHost: localhost\r\nX: a\r\n\tb\r\n: c\r\n" + KEY + "\r\n",
                "GET /v1/account HTTP/1.1\r\nHost: localhost\r\nX\u00e9: a\r\n" + KEY + "\r\n");
    }

    @ParameterizedTest
    @MethodSource("notOne")
    void a_head_that_can_be_read_in_two_ways_is_refused(String head) {
        assertThat(RawHttp.send(PORT, head).only().status()).isEqualTo(400);
    }

    /** No value from a client adds a line break to a response header. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/payments?limit=1%0d%0aX-Injected:%20yes",
                "/v1/payments/%0d%0aX-Injected:%20yes",
                "/files/a%0d%0aX-Injected:%20yes/b",
                "/docs/%0d%0aX-Injected:%20yes",
                "/%0d%0aX-Injected:%20yes"
            })
    void answers_cannot_be_split(String path) {
        Response answer = RawHttp.send(PORT, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + KEY + "\r\n")
                .only();
        assertThat(answer.headers()).noneMatch(header -> header.startsWith("X-Injected"));
    }

    @Test
    void a_compressed_body_is_not_unpacked() {
        String head = POST + JSON + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}";
        assertThat(RawHttp.send(PORT, head).only().status()).isEqualTo(415);
    }

    @Test
    void every_answer_tells_browsers_to_keep_guess_run_and_frame_nothing() {
        for (String path :
                new String[] {"/v1/account", "/v1/payments/x", "/v1/none", "/none", "/%zz", "/v1/account\t"}) {
            Response answer = RawHttp.send(PORT, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + KEY + "\r\n")
                    .only();
            assertThat(answer.header("Cache-Control")).as(path).isEqualTo("no-store");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("Content-Security-Policy"))
                    .contains("default-src 'none'", "frame-ancestors 'none'");
            assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
        }
    }
}
