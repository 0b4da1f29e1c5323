package io.tollgate.platform.http;

import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Formats the HTTP {@code Date} header. Caches the text of the current second for all event loops, because formatting
 * is slow.
 */
public final class DateText {
    /** The HTTP date format. {@code RFC_1123_DATE_TIME} of the JDK writes days below ten with one digit. */
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private volatile CachedText last = written(Instant.EPOCH);

    private record CachedText(long second, CharSequence text) {}

    public CharSequence at(Instant moment) {
        CachedText written = last;
        if (written.second() != moment.getEpochSecond()) {
            written = written(moment);
            last = written;
        }
        return written.text();
    }

    private static CachedText written(Instant moment) {
        return new CachedText(moment.getEpochSecond(), new AsciiString(FORMAT.format(moment)));
    }
}
