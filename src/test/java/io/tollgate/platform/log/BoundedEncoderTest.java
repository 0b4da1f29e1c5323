package io.tollgate.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

/** The length of a log line is limited. */
class BoundedEncoderTest {
    private static final int LONG = 200_000;

    private final LoggerContext context = new LoggerContext();

    private LoggingEvent event(String message, Throwable failure) {
        LoggingEvent event = new LoggingEvent("test", context.getLogger("test"), Level.WARN, message, failure, null);
        event.setMDCPropertyMap(Map.of());
        return event;
    }

    private byte[] line(BoundedEncoder encoder, LoggingEvent event) {
        encoder.setContext(context);
        encoder.start();
        return encoder.encode(event);
    }

    /** Control characters take the most bytes. */
    @Test
    void a_long_message_is_cut_and_stays_json() throws Exception {
        for (String text : new String[] {"x", "\u0001", "€", "\"", "\ud83d\ude00"}) {
            byte[] line = line(new BoundedEncoder(), event("begin " + text.repeat(LONG), null));
            assertThat(line.length).isLessThanOrEqualTo(BoundedEncoder.BYTES_MAX);
            JsonNode json = new ObjectMapper().readTree(line);
            assertThat(json.get("message").textValue()).startsWith("begin ").contains("(truncated: the line had ");
            assertThat(json.get("level").textValue()).isEqualTo("WARN");
        }
    }

    @Test
    void long_values_and_failures_are_cut() throws Exception {
        LoggingEvent event = event("failed", new IllegalStateException("y".repeat(LONG)));
        for (int i = 0; i < 100; i++) {
            event.addKeyValuePair(new KeyValuePair("key" + i, "\u0001".repeat(LONG)));
        }
        byte[] line = line(new BoundedEncoder(), event);
        assertThat(line.length).isLessThanOrEqualTo(BoundedEncoder.BYTES_MAX);
        assertThat(new ObjectMapper().readTree(line).get("message").textValue())
                .startsWith("failed: java.lang.IllegalStateException: yyy");
    }

    /** Control: a short line is not cut. */
    @Test
    void other_lines_are_unchanged() throws Exception {
        LoggingEvent plain = event("short", new IllegalStateException("why"));
        plain.setInstant(Instant.parse("2026-11-27T10:15:30.123Z"));
        plain.addKeyValuePair(new KeyValuePair("status", 404));
        plain.addKeyValuePair(new KeyValuePair("micros", 1_250L));
        plain.addKeyValuePair(new KeyValuePair("share", 0.5));
        plain.addKeyValuePair(new KeyValuePair("cached", true));
        plain.addKeyValuePair(new KeyValuePair("route", "/v1/payments"));
        plain.addKeyValuePair(new KeyValuePair("level", "own"));
        JsonNode json = new ObjectMapper().readTree(line(new BoundedEncoder(), plain));
        assertThat(json.path("error").textValue()).startsWith("java.lang.IllegalStateException: why\n\tat ");
        ((ObjectNode) json).remove(List.of("error", "thread"));
        assertThat(json)
                .hasToString("{\"timestamp\":\"2026-11-27T10:15:30.123Z\",\"level\":\"WARN\","
                        + "\"logger\":\"test\",\"message\":\"short\",\"status\":404,\"micros\":1250,\"share\":0.5,"
                        + "\"cached\":true,\"route\":\"/v1/payments\",\"level_\":\"own\"}");
    }
}
