package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tollgate.support.Load;
import io.tollgate.support.RawHttp;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** Log and metrics contain the route of every rejected request, and never its path or an invented method. */
@Isolated("it takes the memory of all responses, and reads the log")
class RejectionRoutesTest {
    private static final String NO_ID = "0".repeat(24);
    private static final String ONE = "/v1/payments/:paymentId";
    private static TestGateway gateway;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi live = new TestApi(gateway.url(), seller.liveKey());
    private final TestApi anyone = gateway.api(null);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger requests = (Logger) LoggerFactory.getLogger("request");

    @BeforeAll
    static void start() {
        gateway = TestGateway.start(Map.of("trustedProxies", "127.0.0.1"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void listen() {
        log.start();
        requests.addAppender(log);
        requests.setLevel(Level.INFO);
    }

    @AfterEach
    void stopListening() {
        requests.setLevel(null);
        requests.detachAppender(log);
    }

    private static Map<String, String> fields(ILoggingEvent line) {
        Map<String, String> fields = new java.util.HashMap<>();
        if (line.getKeyValuePairs() != null) {
            line.getKeyValuePairs().forEach(pair -> fields.put(pair.key, String.valueOf(pair.value)));
        }
        return fields;
    }

    private Map<String, String> lineOf(String requestId) {
        for (int i = 0; i < 1_000; i++) {
            for (ILoggingEvent line : List.copyOf(log.list)) {
                if (requestId.equals(fields(line).get("requestId"))) {
                    return fields(line);
                }
            }
            Load.pause(20);
        }
        throw new AssertionError("no line contains " + requestId);
    }

    private void assertLogged(String method, String route, int status, String requestId) {
        Map<String, String> line = lineOf(requestId);
        assertThat(line)
                .containsEntry("route", route)
                .containsEntry("method", method)
                .containsEntry("status", Integer.toString(status));
        String sample = "tollgate_request_seconds_count{method=\"" + method + "\",route=\"" + route + "\",status=\""
                + status + "\"}";
        assertThat(new TestApi(gateway.managementUrl(), null).get("/metrics").body())
                .contains(sample);
    }

    private void assertLogged(String method, String route, int status, Reply reply) {
        assertLogged(method, route, status, reply.expect(status).header("Request-Id"));
    }

    private void raw(String method, String route, int status, String request) {
        RawHttp.Response answer =
                RawHttp.send(gateway.port(), request).responses().get(0);
        assertThat(answer.status()).isEqualTo(status);
        assertLogged(method, route, status, answer.header("Request-Id"));
    }

    @Test
    void without_a_key_the_route_is_known() {
        assertLogged("GET", "/v1/payments", 401, anyone.get("/v1/payments"));
        assertLogged("GET", ONE, 401, anyone.get("/v1/payments/" + NO_ID));
        assertLogged("POST", "/v1/coupons", 401, anyone.post("/v1/coupons", "{}"));
        assertLogged("POST", "/v1/files/upload", 401, anyone.post("/v1/files/upload", "{}"));
        assertLogged("GET", "unmatched", 401, anyone.get("/v1/no"));
        assertLogged("GET", "/files/:seller/:file", 404, anyone.get("/files/" + NO_ID + "/" + NO_ID));
        assertLogged("POST", "/openapi.json", 405, anyone.send("POST", "/openapi.json", Map.of()));
    }

    @Test
    void with_a_key_the_route_is_known() {
        assertLogged("GET", ONE, 404, live.get("/v1/payments/" + NO_ID));
        assertLogged("GET", ONE, 404, live.get("/v1/payments/" + NO_ID + "/"));
        assertLogged("GET", ONE, 400, live.get("/v1/payments/no"));
        assertLogged("GET", "/v1/payments", 400, live.get("/v1/payments?no=1"));
        assertLogged("HEAD", ONE, 404, live.send("HEAD", "/v1/payments/" + NO_ID, Map.of()));
        assertLogged("PUT", "/v1/payments", 405, live.send("PUT", "/v1/payments", Map.of()));
        assertLogged("POST", "/v1/files/upload", 415, live.post("/v1/files/upload", "{}"));
        assertLogged("PATCH", "/v1/quotes", 405, live.send("PATCH", "/v1/quotes", Map.of()));
        assertLogged(
                "POST",
                "/v1/coupons",
                415,
                live.send("POST", "/v1/coupons", Map.of("Content-Type", "text/plain"), "x"));
        assertLogged("POST", "/v1/coupons", 413, live.post("/v1/coupons", " ".repeat(70_000)));
        assertLogged("POST", "/v1/coupons", 400, live.post("/v1/coupons", "{"));
        assertLogged(
                "GET",
                "/v1/payments",
                403,
                new TestApi(gateway.url(), seller.testKey()).get("/v1/payments?livemode=true"));
        assertLogged("GET", "unmatched", 404, live.get("/v1/no"));
        assertLogged("GET", "unmatched", 404, live.get("/no/" + NO_ID));
    }

    @Test
    void a_limited_request_has_its_route() {
        try (TestGateway slow = TestGateway.start(Map.of("rateLimits.keyBurst", "1", "rateLimits.keyPerSecond", "1"))) {
            TestApi api = new TestApi(slow.url(), seller.liveKey());
            Reply reply = api.get("/v1/payments/" + NO_ID);
            for (int i = 0; i < 10 && reply.status() != 429; i++) {
                reply = api.get("/v1/payments/" + NO_ID);
            }
            assertThat(lineOf(reply.expect(429).header("Request-Id"))).containsEntry("route", ONE);
        }
    }

    @Test
    void an_internal_error_has_its_route() {
        seller.create(io.tollgate.sales.payment.Payments.RESOURCE, true, payment -> {});
        MemoryBudget.Share others = MemoryBudget.ANSWERS.unbounded();
        try {
            for (int size = 1 << 24; size > 0; size /= 2) {
                while (others.reserve(size)) {
                    // All of the budget.
                }
            }
            assertLogged("GET", "/v1/payments", 503, live.get("/v1/payments"));
        } finally {
            others.release();
        }
    }

    @Test
    void requests_rejected_before_routing_are_logged() {
        String head = "GET /v1/payments HTTP/1.1\r\nHost: a\r\n";
        raw("GET", "/v1/payments", 400, head + "Host: b\r\n\r\n");
        raw("GET", "/v1/payments", 403, head + "X-Forwarded-Proto: http\r\n\r\n");
        raw("GET", "/v1/payments", 431, head + "A: b\r\n".repeat(101) + "\r\n");
        raw("GET", "unmatched", 400, "GET /v1/payments/%zz HTTP/1.1\r\nHost: a\r\n\r\n");
        raw("GET", "unmatched", 400, "GET /v1/payments HTTP/1.1\r\n\r\n");
        raw("GET", "unmatched", 414, "GET /" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: a\r\n\r\n");
        raw("OPTIONS", "unmatched", 405, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    /** A key that is sent as the method, and methods of some thousand bytes. */
    @Test
    void invented_methods_are_not_logged() {
        for (String method : List.of(seller.liveKey(), "X".repeat(3_800), "get")) {
            raw("other", "/v1/account", 401, method + " /v1/account HTTP/1.1\r\nHost: a\r\n\r\n");
            raw("other", "unmatched", 400, method + " * HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        assertThat(log.list)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(fields(line).toString())
                        .hasSizeLessThan(400)
                        .doesNotContain(seller.liveKey(), "XXX", "get"));
    }

    /** The control of the throttle is the test above: a few rejected requests are all logged. */
    @Test
    void a_flood_of_rejected_requests_is_summarized_in_one_line() {
        // The throttle allows a number of lines a second, and this second does not end.
        try (TestGateway flooded = TestGateway.at(new VirtualClock())) {
            log.list.clear();
            String request = "GET /v1/account HTTP/1.1\r\nHost: a\r\n\r\n";
            List<Integer> statuses = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                RawHttp.sendUntilClosed(
                                flooded.port(),
                                request.repeat(7) + request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
                        .responses()
                        .forEach(answer -> statuses.add(answer.status()));
            }
            assertThat(statuses).hasSize(800).containsOnly(401);
            assertThat(linesOf("401")).isBetween(100L, 700L);
        }
        List<Map<String, String>> summaries = log.list.stream()
                .map(RejectionRoutesTest::fields)
                .filter(line -> line.containsKey("suppressed"))
                .toList();
        assertThat(summaries).isNotEmpty();
        long suppressed = summaries.stream()
                .mapToLong(line -> Long.parseLong(line.get("suppressed")))
                .sum();
        assertThat(suppressed + linesOf("401")).isEqualTo(800);
    }

    private long linesOf(String status) {
        return List.copyOf(log.list).stream()
                .filter(line -> status.equals(fields(line).get("status")))
                .count();
    }
}
