package io.tollgate.platform.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Encodes events as JSON lines of at most 64 KiB. The values of an event are members of the line: numbers and booleans
 * as such, everything else as text. Truncates the values of a longer line and notes its length in the message, so that
 * the line stays valid JSON.
 */
public final class BoundedEncoder extends EncoderBase<ILoggingEvent> {
    static final int BYTES_MAX = 64 * 1024;

    /** A character takes up to 6 bytes in JSON. */
    private static final int MESSAGE_MAX = 2_000;

    private static final int VALUE_MAX = 150;
    private static final int VALUES_MAX = 20;
    private static final Set<String> OWN = Set.of("timestamp", "level", "logger", "thread", "message", "error");

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        byte[] line = bytes(line(event));
        return line.length <= BYTES_MAX ? line : bytes(cut(event, line.length));
    }

    private static byte[] bytes(ObjectNode line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode head(ILoggingEvent event, String logger, @Nullable String thread, String message) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("timestamp", event.getInstant().toString())
                .put("level", event.getLevel().toString())
                .put("logger", logger)
                .put("thread", thread)
                .put("message", message);
    }

    private static ObjectNode line(ILoggingEvent event) {
        ObjectNode line =
                head(event, event.getLoggerName(), event.getThreadName(), String.valueOf(event.getFormattedMessage()));
        pairs(event).forEach(pair -> put(line, pair.key, pair.value, Integer.MAX_VALUE));
        if (event.getThrowableProxy() != null) {
            line.put("error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return line;
    }

    private static List<KeyValuePair> pairs(ILoggingEvent event) {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        return pairs == null ? List.of() : pairs;
    }

    /** Adds a value. A value never replaces a member of every line. */
    private static void put(ObjectNode line, String key, @Nullable Object value, int max) {
        String name = first(OWN.contains(key) ? key + "_" : key, max);
        if (value instanceof Integer || value instanceof Long || value instanceof Short) {
            line.put(name, ((Number) value).longValue());
        } else if (value instanceof Number number) {
            line.put(name, number.doubleValue());
        } else if (value instanceof Boolean truth) {
            line.put(name, truth);
        } else {
            line.put(name, value == null ? null : first(String.valueOf(value), max));
        }
    }

    private static ObjectNode cut(ILoggingEvent event, int length) {
        String message = String.valueOf(event.getFormattedMessage());
        String cause = event.getThrowableProxy() == null
                ? ""
                : ": " + event.getThrowableProxy().getClassName() + ": "
                        + event.getThrowableProxy().getMessage();
        ObjectNode cut = head(
                event,
                first(event.getLoggerName(), VALUE_MAX),
                first(String.valueOf(event.getThreadName()), VALUE_MAX),
                first(message + cause, MESSAGE_MAX) + " (truncated: the line had " + length + " bytes)");
        pairs(event).stream().limit(VALUES_MAX).forEach(pair -> put(cut, pair.key, pair.value, VALUE_MAX));
        return cut;
    }

    private static String first(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max) + "…";
    }
}
