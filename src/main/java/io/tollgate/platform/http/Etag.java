package io.tollgate.platform.http;

import io.tollgate.platform.error.ApiError;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Computes the ETag of a record from its stored bytes. Live counts in the response are not included: an event keeps its
 * ETag when a ticket is sold.
 *
 * <p>An ETag only distinguishes states of one record for its own seller, so it needs no cryptographic hash, which took
 * a twelfth of the time of a get request. Two 32-bit checksums with different polynomials form 64 bits. States that
 * differ only within eight bytes never collide; others collide with a probability of 1 in 2^64.
 */
public final class Etag {
    private static final HexFormat HEX = HexFormat.of();

    /** An entity tag without its weakness prefix. */
    private static final Pattern TAG = Pattern.compile("\"[^\"]*\"");

    private static final Pattern ENTITY_TAG = Pattern.compile("(?:W/)?\"[^\"\\x00-\\x20\\x7f]*\"");

    private Etag() {}

    public static String of(Buffer stored) {
        byte[] bytes = stored.getBytes();
        CRC32 first = new CRC32();
        first.update(bytes);
        CRC32C second = new CRC32C();
        second.update(bytes);
        return '"' + HEX.toHexDigits(first.getValue() << Integer.SIZE | second.getValue()) + '"';
    }

    /** Returns whether {@code If-None-Match} matches a tag, by weak comparison (RFC 9110, 13.1.2). */
    public static boolean isKnown(List<String> ifNoneMatch, String tag) {
        String opaque = tag.substring(tag.indexOf('"'));
        return ifNoneMatch.stream()
                .anyMatch(known -> known.strip().equals("*")
                        || TAG.matcher(known)
                                .results()
                                .anyMatch(found -> found.group().equals(opaque)));
    }

    /**
     * Parses {@code If-Match}: {@code *}, or a list of tags in double quotes (RFC 9110, 13.1.1). A weak tag matches no
     * state, because {@code If-Match} uses strong comparison.
     *
     * @throws ApiError 400 that names the header if it is neither
     */
    public static List<String> named(List<String> ifMatch) {
        String header = String.join(", ", ifMatch);
        if (header.strip().equals("*")) {
            return List.of("*");
        }
        List<String> tags = new ArrayList<>();
        Matcher tag = ENTITY_TAG.matcher(header);
        int end = 0;
        while (tag.find()) {
            expect(isBetween(header.substring(end, tag.start()), tags.isEmpty()), header);
            tags.add(tag.group());
            end = tag.end();
        }
        expect(!tags.isEmpty() && isBetween(header.substring(end), true), header);
        return tags;
    }

    private static boolean isBetween(String text, boolean outside) {
        return text.chars().allMatch(c -> c == ',' || c == ' ' || c == '\t') && (outside || text.indexOf(',') >= 0);
    }

    private static void expect(boolean right, String header) {
        if (!right) {
            throw ApiError.invalid(
                    "If-Match", "must be an ETag with its double quotes, like \"1f0c93ab52d7e864\", or *", header);
        }
    }
}
