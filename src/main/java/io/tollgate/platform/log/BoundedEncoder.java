package io.tollgate.platform.log;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.util.List;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/**
 * Encodes events as JSON lines of at most 64 KiB. Truncates the values of a longer line and notes its length in the
 * message, so that the line stays valid JSON.
 */
public final class BoundedEncoder extends JsonEncoder {
    static final int BYTES_MAX = 64 * 1024;

    /** A character takes up to 6 bytes in JSON. */
    private static final int MESSAGE_MAX = 2_000;

    private static final int VALUE_MAX = 150;
    private static final int VALUES_MAX = 20;

    @Override
    public byte[] encode(ILoggingEvent event) {
        byte[] line = super.encode(event);
        return line.length <= BYTES_MAX ? line : super.encode(cut(event, line.length));
    }

    private static LoggingEvent cut(ILoggingEvent event, int length) {
        String message = String.valueOf(event.getFormattedMessage());
        String cause = event.getThrowableProxy() == null
                ? ""
                : ": " + event.getThrowableProxy().getClassName() + ": "
                        + event.getThrowableProxy().getMessage();
        LoggingEvent cut = new LoggingEvent();
        cut.setInstant(event.getInstant());
        cut.setLevel(event.getLevel());
        cut.setLoggerName(first(event.getLoggerName(), VALUE_MAX));
        cut.setThreadName(first(event.getThreadName(), VALUE_MAX));
        cut.setMDCPropertyMap(Map.of());
        cut.setMessage(first(message + cause, MESSAGE_MAX) + " (truncated: the line had " + length + " bytes)");
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.stream()
                    .limit(VALUES_MAX)
                    .map(pair ->
                            new KeyValuePair(first(pair.key, VALUE_MAX), first(String.valueOf(pair.value), VALUE_MAX)))
                    .forEach(cut::addKeyValuePair);
        }
        return cut;
    }

    private static String first(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max) + "…";
    }
}
