package io.tollgate.http;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Names the state of a record, from its stored bytes. Live numbers that a record shows beside them
 * are not part of it: an event does not change when a ticket is sold.
 *
 * <p>It tells states of one record apart, of which nobody but its seller learns or gains anything, and
 * so needs no secure hash, which was a twelfth of what a get cost. Two checksums of different
 * polynomials are one of 64 bits: states whose changes lie within eight bytes never share one, and
 * others by a chance of 1 to 2^64.
 */
final class Etag {
    private static final HexFormat HEX = HexFormat.of();

    /** Without the sign that it is weak. */
    private static final Pattern TAG = Pattern.compile("\"[^\"]*\"");

    private Etag() {}

    static String of(Buffer stored) {
        byte[] bytes = stored.getBytes();
        CRC32 first = new CRC32();
        first.update(bytes);
        CRC32C second = new CRC32C();
        second.update(bytes);
        return '"' + HEX.toHexDigits(first.getValue() << Integer.SIZE | second.getValue()) + '"';
    }

    /**
     * Whether a caller has what is named so, by {@code If-None-Match}. That a tag is weak makes no difference: nothing
     * is put together from parts here (RFC 9110, 13.1.2).
     */
    static boolean isKnown(List<String> ifNoneMatch, String tag) {
        String opaque = tag.substring(tag.indexOf('"'));
        return ifNoneMatch.stream()
                .anyMatch(known -> known.strip().equals("*")
                        || TAG.matcher(known)
                                .results()
                                .anyMatch(found -> found.group().equals(opaque)));
    }

    /** Whether a state is among those that {@code If-Match} names; a weak one never is. */
    static boolean matches(List<String> ifMatch, Buffer stored) {
        String tag = of(stored);
        return ifMatch.stream()
                .flatMap(header -> Arrays.stream(header.split(",")))
                .map(String::strip)
                .anyMatch(named -> named.equals("*") || named.equals(tag));
    }
}
