package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.platform.log.BoundedEncoder;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.RawHttp;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The log contains no keys, addresses or query strings. */
class LogTest {
    private static final String CANARY = "canary7f3a";

    private final TestSeller seller = TestGateway.shared().seller();
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger requests = (Logger) LoggerFactory.getLogger("request");
    private final Capture capture = new Capture(lines);

    /** Stores every line as the encoder of the program writes it. */
    private static final class Capture extends AppenderBase<ILoggingEvent> {
        private final BoundedEncoder encoder = new BoundedEncoder();
        private final Queue<String> lines;

        Capture(Queue<String> lines) {
            this.lines = lines;
        }

        @Override
        protected void append(ILoggingEvent event) {
            lines.add(new String(encoder.encode(event), StandardCharsets.UTF_8));
        }
    }

    @BeforeEach
    void listen() {
        capture.setContext(root.getLoggerContext());
        capture.encoder.setContext(root.getLoggerContext());
        capture.encoder.start();
        capture.start();
        root.addAppender(capture);
        requests.addAppender(capture);
        requests.setAdditive(false);
        requests.setLevel(Level.INFO);
    }

    @AfterEach
    void stopListening() {
        requests.setLevel(null);
        requests.setAdditive(true);
        requests.detachAppender(capture);
        root.detachAppender(capture);
    }

    @Test
    void keys_addresses_and_query_strings_are_never_written() throws Exception {
        String id = seller.create(
                        Payments.RESOURCE,
                        true,
                        payment -> payment.put("customerEmail", CANARY + "@example.org")
                                .put("customerName", CANARY)
                                .put("clientIp", CANARY))
                .get("id")
                .textValue();
        TestApi api = seller.live();
        String last = api.get("/v1/payments?search=" + CANARY + "%40example.org")
                .expect(200)
                .header("Request-Id");
        api.get("/v1/payments/" + id + "?" + CANARY + "=1").expect(400);
        api.get("/v1/payments/" + CANARY).expect(400);
        api.get("/v1/" + CANARY).expect(404);
        api.get("/" + CANARY).expect(404);
        api.send("GET", "/v1/payments", Map.of("User-Agent", CANARY, "X-Forwarded-For", CANARY, "Cookie", CANARY));
        TestGateway.shared().api("sk_live_" + CANARY).get("/v1/payments").expect(401);
        TestGateway.shared().api(null).get("/v1/payments?api_key=" + CANARY).expect(401);
        RawHttp.send(TestGateway.shared().port(), CANARY + "\r\n\r\n");
        RawHttp.send(TestGateway.shared().port(), seller.liveKey() + " /v1/account HTTP/1.1\r\nHost: a\r\n\r\n");
        RawHttp.send(
                TestGateway.shared().port(), "GET /v1/payments HTTP/1.1\r\nHost: a\r\n" + CANARY + " x: y\r\n\r\n");
        JsonNode line = lineOf(last);
        assertThat(lines).isNotEmpty().noneMatch(text -> text.contains(CANARY));
        assertThat(lines).noneMatch(text -> text.contains(seller.liveKey()) || text.contains(seller.testKey()));
        assertThat(line.toString()).contains("/v1/payments", "\"200\"".replace("\"", ""), seller.id(), "micros");
    }

    private JsonNode lineOf(String requestId) throws Exception {
        for (int i = 0; i < 1_000; i++) {
            for (String line : lines) {
                if (line.contains(requestId)) {
                    return new ObjectMapper().readTree(line);
                }
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError(
                "no line contains " + requestId + " among " + List.copyOf(lines).size());
    }

    @Test
    void line_breaks_cannot_forge_a_line() {
        TestApi api = seller.live();
        api.get("/v1/payments?search=%0a%7b%22forged%22%3a1%7d").expect(400);
        api.get("/v1/payments/%0a%7b%22forged%22%3a1%7d").expect(400);
        assertThat(lines).noneMatch(line -> line.contains("forged"));
        assertThat(lines).allMatch(line -> line.strip().lines().count() == 1);
    }
}
