package io.tollgate.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

    private byte[] line(JsonEncoder encoder, LoggingEvent event) {
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

    /** Control: without the limit, the line is as long as its message. Short lines are unchanged. */
    @Test
    void other_lines_are_unchanged() {
        assertThat(line(new JsonEncoder(), event("x".repeat(LONG), null)).length)
                .isGreaterThan(BoundedEncoder.BYTES_MAX);
        LoggingEvent plain = event("short", new IllegalStateException("why"));
        assertThat(line(new BoundedEncoder(), plain)).isEqualTo(line(new JsonEncoder(), plain));
    }
}
