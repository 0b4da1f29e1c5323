package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.util.Version;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.RawHttp;
import io.tollgate.support.RawHttp.Exchange;
import io.tollgate.support.RawHttp.Response;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed requests get the documented error response, and the response reveals no internals. */
public class RawHttpTest {
    private static final TestSeller SELLER = TestGateway.shared().seller();
    private static final int PORT = TestGateway.shared().port();
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> LEAKS = List.of(
            "Exception",
            "io.tollgate",
            "io.vertx",
            "io.netty",
            "java.",
            "org.postgresql",
            "SELECT ",
            "at io.",
            "<html",
            "Vert.x");

    private static String head(String line, String... headers) {
        StringBuilder head = new StringBuilder(line)
                .append("\r\nHost: localhost\r\nAuthorization: Bearer ")
                .append(SELLER.liveKey());
        for (String header : headers) {
            head.append("\r\n").append(header);
        }
        return head.append("\r\n\r\n").toString();
    }

    private static Exchange send(String bytes) {
        return RawHttp.send(PORT, bytes);
    }

    /** Checks that a rejection is a documented JSON error and reveals no internals. */
    public static JsonNode assertRefused(Response answer, int... statuses) {
        assertThat(answer.status())
                .as("%s", answer)
                .isIn(java.util.Arrays.stream(statuses).boxed().toArray());
        assertThat(answer.body()).doesNotContain(LEAKS.toArray(String[]::new));
        assertThat(String.join("\n", answer.headers())).doesNotContainIgnoringCase("server:");
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.header("Request-Id")).as("every answer has an id").isNotNull();
        try {
            JsonNode body = MAPPER.readTree(answer.body());
            if (answer.status() != 401) {
                List<String> names = new ArrayList<>();
                body.fieldNames().forEachRemaining(names::add);
                assertThat(names).containsExactly("status", "type", "message", "errors", "code", "requestId");
                assertThat(body.get("requestId").textValue()).isEqualTo(answer.header("Request-Id"));
            }
            return body;
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + answer, e);
        }
    }

    @Test
    void netty_rejects_odd_transfer_encodings() {
        assertThat(Version.identify()).isNotEmpty().allSatisfy((artifact, version) -> {
            String[] parts = version.artifactVersion().split("\\.");
            int number = Integer.parseInt(parts[0]) * 1_000_000
                    + Integer.parseInt(parts[1]) * 1_000
                    + Integer.parseInt(parts[2]);
            assertThat(number).as(version.toString()).isGreaterThanOrEqualTo(4_002_018);
        });
    }

    static Stream<Arguments> paths() {
        return Stream.of(
                Arguments.of("/v1/payments/%00", 400),
                Arguments.of("/v1/payments/%zz", 400),
                Arguments.of("/v1/payments/%c0%af", 400),
                Arguments.of("/v1/payments/%0d%0aX: y", 400),
                Arguments.of("/v1/payments/..%2fcoupons", 400),
                Arguments.of("/v1/payments/%2e%2e%2fcoupons", 400),
                Arguments.of("/v1/payments/65f0c0ffee0123456789abcd%20", 400),
                Arguments.of("/v1/payments/65f0c0ffee0123456789abcd;x=1", 400),
                Arguments.of("/v1/payments/%E6%9D%8E", 400),
                Arguments.of("/v1/payments/-1", 400),
                Arguments.of("/v1/payments/18446744073709551617", 400),
                Arguments.of("/v1/payments/'%20OR%201=1--", 400),
                Arguments.of("/v1/payments?limit=%00", 400),
                Arguments.of("/v1/payments?limit=%zz", 400),
                Arguments.of("/v1/payments?limit=%c0%af", 400),
                Arguments.of("/v1/payments/65f0c0ffee0123456789abcd?livemode=%zz", 400),
                Arguments.of("/v1/payments/65f0c0ffee0123456789abcd?%", 400),
                Arguments.of("/invoices/a/b/c.pdf?signature=%zz", 400),
                Arguments.of("/files/a/b?expires=%", 400),
                Arguments.of("/v1/payments?limit=%", 400),
                Arguments.of("/v1/payments?limit=5%", 400),
                Arguments.of("/v1/payments?limit=5%2", 400),
                Arguments.of("/v1/payments?search=%ed%a0%80", 400),
                Arguments.of("/v1/payments?search=a%00b", 400),
                Arguments.of("/v1/payments?search=%0d%0a", 400),
                Arguments.of("/v1/payments?search=\u00e9", 400),
                Arguments.of("/v1/payments?%00=1", 400),
                Arguments.of("/v1/payments?%zz=1", 400),
                Arguments.of("/v1/payments?=1", 400),
                Arguments.of("/v1/payments?limit=5&limit=6", 400),
                Arguments.of("/v1/payments?limit[]=5", 400),
                Arguments.of("/v1/payments?limit=4294967297", 400),
                Arguments.of("/v1/payments?limit=1e1", 400),
                Arguments.of("/v1/payments?limit=NaN", 400),
                Arguments.of("/v1/payments?" + "a=1&".repeat(300), 400),
                Arguments.of("/v1/payments?search=" + "x".repeat(3_000), 400),
                Arguments.of("/v1/no/such/path", 404),
                Arguments.of("/v1/payments/65f0c0ffee0123456789abcd/more", 404),
                Arguments.of("/v2/payments", 404),
                Arguments.of("/../etc/passwd", 404),
                Arguments.of("/v1/%70ayments/x", 400));
    }

    @ParameterizedTest
    @MethodSource("paths")
    void malformed_targets_get_the_documented_error(String path, int status) {
        assertRefused(send(head("GET " + path + " HTTP/1.1")).only(), status);
    }

    /** Unusual spellings of a path mean the same path to everyone, or none: never a record of another kind. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1//payments", "//v1/payments", "/v1/./payments", "/v1/coupons/../payments", "/v1/payments//",
                "http://localhost/v1/payments", "/v1/payments#fragment", "/V1/payments", "/v1/Payments",
                        "/v1/payments/."
            })
    void odd_spellings_of_a_path_mean_that_path_or_none(String path) {
        Response answer = send(head("GET " + path + " HTTP/1.1")).only();
        if (answer.status() == 200) {
            assertThat(answer.body()).isEqualTo("{\"data\":[],\"total\":0,\"has_more\":false}");
        } else {
            assertRefused(answer, 400, 404);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRACE",
                "CONNECT",
                "OPTIONS",
                "PUT",
                "PATCH",
                "DELETE",
                "POST",
                "PROPFIND",
                "get",
                "Get",
                "GETT",
                "X-Y"
            })
    void unsupported_methods_are_rejected(String method) {
        Response answer = send(head(method + " /v1/payments HTTP/1.1", "Content-Length: 0"))
                .only();
        assertRefused(answer, 405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
    }

    @Test
    void a_too_long_request_line_and_a_too_long_header_have_different_statuses() {
        assertRefused(
                send(head("GET /v1/payments?search=" + "x".repeat(5_000) + " HTTP/1.1"))
                        .only(),
                414);
        assertRefused(
                send(head("GET /v1/payments HTTP/1.1", "X-Long: " + "x".repeat(9_000)))
                        .only(),
                431);
        String[] many = Stream.generate(() -> "X: y").limit(150).toArray(String[]::new);
        assertRefused(send(head("GET /v1/payments HTTP/1.1", many)).only(), 431);
    }

    static Stream<String> malformed() {
        String key = "Authorization: Bearer " + SELLER.liveKey();
        return Stream.of(
                "GET /v1/payments HTTP/1.1\r\nHost: a\r\nHost: b\r\n" + key + "\r\n\r\n",
                "GET /v1/payments\r\n\r\n",
                "GET  HTTP/1.1\r\nHost: a\r\n\r\n",
                "nonsense\r\n\r\n",
                "GET /v1/payments HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n" + key + "\r\n\r\n",
                "GET /v1/payments HTTP/1.1\r\nHost: a\r\n: x\r\n" + key + "\r\n\r\n",
                "GET /v1/payments HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n" + key + "\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformed_requests_are_rejected(String bytes) {
        Exchange exchange = send(bytes);
        assertRefused(exchange.only(), 400, 401, 404);
    }

    /** Rejected before there is a complete request, so without the documented form. */
    @Test
    void unknown_versions_of_http_are_not_implemented() {
        Response answer = send(head("GET /v1/payments HTTP/9.9")).only();
        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).isEmpty();
    }

    static Stream<String> smuggling() {
        String second = "GET /v1/payments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + SELLER.liveKey()
                + "\r\n\r\n";
        String first =
                "POST /v1/payments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + SELLER.liveKey() + "\r\n";
        return Stream.of(
                first + "Transfer-Encoding: chunked, xchunked\r\n\r\n0\r\n\r\n" + second,
                first + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + second,
                first + "Transfer-Encoding: xchunked, chunked\r\n\r\n0\r\n\r\n" + second,
                first + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + second,
                first + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + second,
                first + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + second,
                first + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + second,
                first + "Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n" + second,
                first + "Content-Length: 0\r\nContent-Length: 5\r\n\r\n" + second,
                first + "Content-Length: +0\r\n\r\n" + second,
                first + "Content-Length: -1\r\n\r\n" + second,
                first + "Content-Length: 0x0\r\n\r\n" + second,
                first + "Content-Length: 99999999999999999999\r\n\r\n" + second);
    }

    /** Bytes after a message whose end is ambiguous are never served as another request. */
    @ParameterizedTest
    @MethodSource("smuggling")
    void an_ambiguous_message_end_yields_no_second_request(String bytes) {
        Exchange exchange = RawHttp.sendUntilClosed(PORT, bytes);
        assertThat(exchange.responses()).hasSizeLessThanOrEqualTo(1);
        exchange.responses().forEach(answer -> assertRefused(answer, 400, 405));
        assertThat(exchange.closed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\nX\r\n0\r\n\r\n",
                "zz\r\n\r\n",
                "-1\r\n\r\n",
                "5;a=\"\r\n\r\nhello\r\n0\r\n\r\n",
                "ffffffffffffffff\r\n"
            })
    void broken_chunks_close_the_connection(String chunks) {
        String first = head("POST /v1/payments HTTP/1.1", "Transfer-Encoding: chunked");
        Exchange exchange = RawHttp.sendUntilClosed(PORT, first + chunks + head("GET /v1/payments HTTP/1.1"));
        assertThat(exchange.responses().stream().map(Response::status)).doesNotContain(200, 500);
        assertThat(exchange.closed()).isTrue();
    }

    @Test
    void http_2_is_not_supported_without_tls() {
        Exchange upgrade = send(head(
                "GET /v1/payments HTTP/1.1",
                "Connection: Upgrade, HTTP2-Settings",
                "Upgrade: h2c",
                "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"));
        assertThat(upgrade.only().status()).isEqualTo(200);
        Exchange prior = send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        assertThat(prior.responses().stream().map(Response::status)).doesNotContain(200, 500);
    }

    @Test
    void pipelined_requests_get_responses_in_order() {
        String id =
                SELLER.create(Payments.RESOURCE, false, payment -> {}).get("id").textValue();
        Exchange exchange = RawHttp.sendUntilClosed(
                PORT,
                head("GET /v1/payments/" + id + "?livemode=false HTTP/1.1")
                        + head("GET /v1/payments/x HTTP/1.1", "Connection: close"));
        assertThat(exchange.responses().stream().map(Response::status)).containsExactly(200, 400);
    }
}
