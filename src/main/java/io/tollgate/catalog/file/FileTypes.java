package io.tollgate.catalog.file;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Detects media types that the content alone does not determine: all text formats look alike, and so do all archives.
 * The file extension decides, then the declared type of the upload. Either counts only if the content has the form of
 * that type.
 */
final class FileTypes {
    static final String UNKNOWN = "application/octet-stream";

    /** Types that a browser could execute as a page or script. They are served as {@code application/octet-stream}. */
    private static final Set<String> ACTIVE = Set.of(
            "text/html", "application/xhtml+xml", "application/xml", "image/svg+xml", "text/javascript", "text/css");

    private static final String OFFICE = "application/vnd.openxmlformats-officedocument.";
    private static final String OPEN = "application/vnd.oasis.opendocument.";

    /** The general form of content, with the type to use if neither name nor declared type matches. */
    enum Form {
        TEXT("text/plain"),
        ZIP("application/zip"),
        MATROSKA("video/x-matroska"),
        COMPOUND(UNKNOWN),
        OTHER(UNKNOWN);

        private final String fallback;

        Form(String fallback) {
            this.fallback = fallback;
        }
    }

    private static final Map<Form, Map<String, String>> BY_EXTENSION = Map.of(
            Form.TEXT,
            pairs("txt text/plain, log text/plain, csv text/csv, tsv text/tab-separated-values, md text/markdown,"
                    + " markdown text/markdown, json application/json, html text/html, htm text/html,"
                    + " xhtml application/xhtml+xml, xml application/xml, svg image/svg+xml, css text/css,"
                    + " js text/javascript, mjs text/javascript, ics text/calendar, vcf text/vcard,"
                    + " vtt text/vtt, srt application/x-subrip, yaml application/yaml, yml application/yaml"),
            Form.ZIP,
            pairs("zip application/zip, epub application/epub+zip, docx " + OFFICE + "wordprocessingml.document, xlsx "
                    + OFFICE + "spreadsheetml.sheet, pptx " + OFFICE + "presentationml.presentation, odt " + OPEN
                    + "text, ods " + OPEN + "spreadsheet, odp " + OPEN + "presentation"),
            Form.MATROSKA,
            pairs("webm video/webm, mkv video/x-matroska"),
            Form.COMPOUND,
            pairs("doc application/msword, xls application/vnd.ms-excel, ppt application/vnd.ms-powerpoint"),
            Form.OTHER,
            Map.of());

    private FileTypes() {}

    private static Map<String, String> pairs(String text) {
        Map<String, String> pairs = new HashMap<>();
        for (String pair : text.split(", *")) {
            String[] parts = pair.split(" ");
            pairs.put(parts[0], parts[1]);
        }
        return Map.copyOf(pairs);
    }

    /** Returns the media type of a file whose content has this format. */
    static String of(Form form, String name, @Nullable String declared) {
        Map<String, String> types = BY_EXTENSION.getOrDefault(form, Map.of());
        String ofName = types.get(FileName.extension(name).toLowerCase(Locale.ROOT));
        if (ofName != null) {
            return ofName;
        }
        String bare = declared == null ? "" : declared.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return types.containsValue(bare) ? bare : form.fallback;
    }

    /** Returns whether the head is text: UTF-8, another superset of ASCII, or UTF-16 with a byte order mark. */
    static boolean isText(byte[] head) {
        int byteOrderMark = head.length < 2 ? 0 : (head[0] & 0xff) << 8 | head[1] & 0xff;
        if (byteOrderMark == 0xfeff || byteOrderMark == 0xfffe) {
            return true;
        }
        for (byte one : head) {
            boolean control = one >= 0 && one < ' ' && "\t\n\f\r".indexOf(one) < 0;
            if (control || one == 0x7f) {
                return false;
            }
        }
        return head.length > 0;
    }

    /**
     * Returns the {@code Content-Type} of a download: generic for active types, with a charset for UTF-8 text.
     *
     * @param head the first bytes of the file; empty for HEAD, which does not read them, so that the charset is unknown
     */
    static String served(String type, byte[] head) {
        if (ACTIVE.contains(type)) {
            return UNKNOWN;
        }
        boolean text = type.startsWith("text/") || type.equals("application/json");
        return text && head.length > 0 && isUtf8(head) ? type + "; charset=utf-8" : type;
    }

    /** Returns whether the bytes are UTF-8. The last character may be incomplete. */
    private static boolean isUtf8(byte[] head) {
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(head), CharBuffer.allocate(head.length), false);
        return !result.isError();
    }
}
