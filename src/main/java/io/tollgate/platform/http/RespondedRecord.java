package io.tollgate.platform.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The id of the record that a response contains. */
public final class RespondedRecord {
    private static final String KEY = "respondedRecord";
    private static final int ID_LENGTH = 24;
    private static final byte[] DATA = "{\"data\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ID = "{\"id\":\"".getBytes(StandardCharsets.US_ASCII);

    private RespondedRecord() {}

    /** Remembers the record of a response, before it is compressed. */
    public static void note(RoutingContext ctx, Buffer body) {
        String id = idIn(body);
        if (id != null) {
            ctx.put(KEY, id);
        }
    }

    /** Returns null if the response has none. */
    public static @Nullable String of(RoutingContext ctx) {
        return ctx.get(KEY);
    }

    /** Returns the id of the record that a body begins with; null if it begins with something else. */
    public static @Nullable String idIn(Buffer body) {
        int start = startsWith(body, 0, DATA) ? DATA.length : 0;
        if (!startsWith(body, start, ID) || body.length() < start + ID.length + ID_LENGTH) {
            return null;
        }
        int from = start + ID.length;
        for (int i = from; i < from + ID_LENGTH; i++) {
            int c = body.getByte(i);
            boolean digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
            if (!digit) {
                return null;
            }
        }
        return body.getString(from, from + ID_LENGTH, "US-ASCII");
    }

    private static boolean startsWith(Buffer body, int from, byte[] expected) {
        if (body.length() < from + expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if (body.getByte(from + i) != expected[i]) {
                return false;
            }
        }
        return true;
    }
}
