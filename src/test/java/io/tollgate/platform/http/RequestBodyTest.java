package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.customer.Customers;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.JsonBody;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of a request body before its fields are validated, and the order of checks. */
class RequestBodyTest {
    private static final String JSON = "application/json";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final String path = "/v1/customers/"
            + seller.create(Customers.RESOURCE, true, record -> {}).get("id").textValue();

    private Reply patch(byte[] body) {
        return api.send("PATCH", path, Map.of("Content-Type", JSON), body);
    }

    static Stream<Arguments> wrong() {
        String deep = "[".repeat(33) + "]".repeat(33);
        return Stream.of(
                        Map.entry("nothing", ""),
                        Map.entry("blank", "  "),
                        Map.entry("cut short", "{\"name\":"),
                        Map.entry("more after the end", "{\"name\":\"A\"} {}"),
                        Map.entry("a comment", "{/* */\"name\":\"A\"}"),
                        Map.entry("a name twice", "{\"name\":\"A\",\"name\":\"B\"}"),
                        Map.entry("single quotes", "{'name':'A'}"),
                        Map.entry("a trailing comma", "{\"name\":\"A\",}"),
                        Map.entry("NaN", "{\"name\":NaN}"),
                        Map.entry("a leading zero", "{\"name\":01}"),
                        Map.entry("a number too long", "{\"name\":" + "1".repeat(60) + "}"),
                        Map.entry("an exponent beyond reason", "{\"name\":1e99999999999}"),
                        Map.entry("too deep", "{\"name\":" + deep + "}"),
                        Map.entry("a control character", "{\"name\":\"a\nb\"}"),
                        Map.entry("NUL", "{\"name\":\"a\\u0000b\"}"),
                        Map.entry("NUL in a name", "{\"na\\u0000me\":\"a\"}"),
                        Map.entry("half a character", "{\"name\":\"\\ud800\"}"),
                        Map.entry("the other half", "{\"name\":\"\\udc00x\"}"),
                        Map.entry("halves the wrong way", "{\"name\":\"\\udc00\\ud800\"}"),
                        Map.entry("a byte order mark", "\ufeff{\"name\":\"A\"}"),
                        Map.entry("a list", "[{\"name\":\"A\"}]"),
                        Map.entry("null", "null"),
                        Map.entry("a number", "{\"name\":5}"),
                        Map.entry("an object", "{\"name\":{\"a\":1}}"))
                .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void json_that_is_not_strict_gets_the_documented_error(String what, String body) {
        Reply reply = patch(body.getBytes(StandardCharsets.UTF_8)).expect(400);
        assertThat(reply.json().get("status").textValue()).isEqualTo("error");
        assertThat(reply.json().get("code").textValue()).isIn("malformed_request", "validation_failed");
        assertThat(api.get(path).json().at("/data/name").textValue()).isEqualTo("sample of name");
    }

    @Test
    void only_whole_utf8_is_read() {
        byte[] overlong = "{\"name\":\"xx\"}".getBytes(StandardCharsets.US_ASCII);
        overlong[9] = (byte) 0xc0;
        overlong[10] = (byte) 0xaf;
        patch(overlong).expect(400);
        byte[] surrogate = "{\"name\":\"xxx\"}".getBytes(StandardCharsets.US_ASCII);
        surrogate[9] = (byte) 0xed;
        surrogate[10] = (byte) 0xa0;
        surrogate[11] = (byte) 0x80;
        patch(surrogate).expect(400);
        patch("{\"name\":\"A\"}".getBytes(StandardCharsets.UTF_16)).expect(400);
        patch("{\"name\":\"A\"}".getBytes(StandardCharsets.UTF_16LE)).expect(400);
        patch("{\"name\":\"ü\"}".getBytes(StandardCharsets.ISO_8859_1)).expect(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Zoë 李雷 𝔘 👩‍🚀", "\\ud83d\\ude00", "a\\\"b\\\\c</script>", "' OR 1=1 --", "{{7*7}}", "%00"})
    void accepted_values_are_returned_unchanged(String name) {
        Reply reply = api.patch(path, "{\"name\":\"" + name + "\"}").expect(200);
        String expected = JsonBody.parse(io.vertx.core.buffer.Buffer.buffer("\"" + name + "\""))
                .textValue();
        assertThat(reply.json().at("/data/name").textValue()).isEqualTo(expected);
        assertThat(api.get(path).body()).isEqualTo(reply.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\u00a0", "\u200b", "\u2060\ufeff", "\u3164", "\u2800", "\u00ad\u034f", "\ufe0f"})
    void invisible_text_is_not_a_name(String name) {
        assertThat(api.patch(path, "{\"name\":\"" + name + "\"}").problems()).containsExactly("name");
        api.patch(path, "{\"name\":\"a" + name + "\"}").expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/x-www-form-urlencoded", "application/json;charset=utf-16", "json", ""
            })
    void other_types_are_rejected(String type) {
        Reply reply = api.send("PATCH", path, Map.of("Content-Type", type), "{\"name\":\"A\"}")
                .expect(415);
        assertThat(reply.json().get("code").textValue()).isEqualTo("unsupported_media_type");
    }

    @Test
    void compressed_and_typeless_bodies_are_rejected() {
        api.send("PATCH", path, Map.of("Content-Type", JSON, "Content-Encoding", "gzip"), "{\"name\":\"A\"}")
                .expect(415);
        api.send("PATCH", path, Map.of(), "{\"name\":\"A\"}").expect(415);
        api.send("PATCH", path, Map.of("Content-Type", "Application/JSON; charset=UTF-8"), "{\"name\":\"A\"}")
                .expect(200);
    }

    /** The first request of a key waits for the database while its body arrives. */
    @Test
    void a_body_of_the_maximum_length_is_read_and_a_longer_one_is_rejected() {
        String start = "{\"name\":\"A\"";
        String full = start + " ".repeat(Body.BYTES_MAX - start.length() - 1) + "}";
        api.patch(path, full).expect(200);
        Reply longer = api.patch(path, full + " ").expect(413);
        assertThat(longer.json().get("code").textValue()).isEqualTo("body_too_large");
        Reply unannounced = api.send(
                "PATCH",
                path,
                Map.of("Content-Type", JSON),
                HttpRequest.BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream((full + " ").getBytes(StandardCharsets.UTF_8))));
        unannounced.expect(413);
        api.send(
                        "PATCH",
                        path,
                        Map.of("Content-Type", JSON),
                        HttpRequest.BodyPublishers.ofInputStream(
                                () -> new ByteArrayInputStream(full.getBytes(StandardCharsets.UTF_8))))
                .expect(200);
    }

    @Test
    void checks_come_in_the_documented_order() {
        String text = "{\"name\":5}";
        Map<String, String> plain = Map.of("Content-Type", "text/plain");
        TestGateway.shared().api(null).send("PATCH", path, plain, text).expect(401);
        api.send("PATCH", "/v1/no-such-thing", plain, text).expect(404);
        assertThat(api.send("PUT", path, plain, text).expect(405).header("Allow"))
                .contains("PATCH", "GET");
        api.send("PATCH", "/v1/customers/x", plain, text).expect(415);
        api.send("PATCH", "/v1/customers/x", plain, " ".repeat(Body.BYTES_MAX + 1))
                .expect(413);
        try (TestGateway gateway =
                TestGateway.startPatient(Map.of("rateLimits.keyBurst", "1", "rateLimits.keyPerSecond", "1"))) {
            TestApi eager = gateway.api(seller.liveKey());
            // Requests one after the other could take longer than the second of a request.
            assertThat(Parallel.times(20, i -> eager.patch(path, text).status()))
                    .contains(429)
                    .isSubsetOf(400, 429);
            assertThat(Parallel.times(
                            20, i -> eager.send("PATCH", path, plain, text).status()))
                    .containsOnly(415);
        }
        api.patch("/v1/customers/" + "0".repeat(24), text).expect(400);
        api.patch("/v1/customers/" + "0".repeat(24), "{\"name\":\"A\"}").expect(404);
    }

    @Test
    void problems_are_counted_and_values_are_cut() {
        String many = "{\"name\":\"" + "x".repeat(300) + "\"";
        for (int i = 0; i < 500; i++) {
            many += ",\"k" + i + "\":1";
        }
        Reply reply = api.patch(path, many + "}").expect(400);
        assertThat(reply.problems()).hasSize(100);
        assertThat(reply.json().at("/errors/0/value").textValue()).hasSizeLessThan(210);
    }
}
