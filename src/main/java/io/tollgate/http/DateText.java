package io.tollgate.http;

import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A moment as HTTP writes it. The text is made once a second, for all event loops: to write it takes a while. */
public final class DateText {
    /** The one of the JDK leaves out the zero of days below ten. */
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private volatile Written last = written(Instant.EPOCH);

    private record Written(long second, CharSequence text) {}

    public CharSequence at(Instant moment) {
        Written written = last;
        if (written.second() != moment.getEpochSecond()) {
            written = written(moment);
            last = written;
        }
        return written.text();
    }

    private static Written written(Instant moment) {
        return new Written(moment.getEpochSecond(), new AsciiString(FORMAT.format(moment)));
    }
}
