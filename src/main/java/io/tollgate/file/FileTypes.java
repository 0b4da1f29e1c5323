package io.tollgate.file;

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
 * Media types that content alone does not tell: all text looks alike, and so do all archives. The extension of the name
 * chooses, then the type that the upload declares, each only if the content has the form of that type.
 */
final class FileTypes {
    static final String UNKNOWN = "application/octet-stream";

    /** Types that a browser could run as a page or script; they are served as bytes. */
    private static final Set<String> ACTIVE = Set.of(
            "text/html", "application/xhtml+xml", "application/xml", "image/svg+xml", "text/javascript", "text/css");

    private static final String OFFICE = "application/vnd.openxmlformats-officedocument.";
    private static final String OPEN = "application/vnd.oasis.opendocument.";

    /** What content of a type looks like. */
    enum Form {
        TEXT("text/plain"),
        ZIP("application/zip"),
        MATROSKA("video/x-matroska"),
        COMPOUND(UNKNOWN),
        OTHER(UNKNOWN);

        private final String usual;

        Form(String usual) {
            this.usual = usual;
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

    /** The type of content of a form. */
    static String of(Form form, String name, @Nullable String declared) {
        Map<String, String> types = BY_EXTENSION.getOrDefault(form, Map.of());
        String ofName = types.get(FileName.extension(name).toLowerCase(Locale.ROOT));
        if (ofName != null) {
            return ofName;
        }
        String bare = declared == null ? "" : declared.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return types.containsValue(bare) ? bare : form.usual;
    }

    /** Whether the beginning of a file is text: in UTF-8, another encoding that extends ASCII, or marked UTF-16. */
    static boolean isText(byte[] head) {
        int mark = head.length < 2 ? 0 : (head[0] & 0xff) << 8 | head[1] & 0xff;
        if (mark == 0xfeff || mark == 0xfffe) {
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
     * The header value of a download: active types as bytes, text in UTF-8 with its charset.
     *
     * @param head the beginning of the file; empty if it was not read, as for HEAD: then the charset is not known
     */
    static String served(String type, byte[] head) {
        if (ACTIVE.contains(type)) {
            return UNKNOWN;
        }
        boolean text = type.startsWith("text/") || type.equals("application/json");
        return text && head.length > 0 && isUtf8(head) ? type + "; charset=utf-8" : type;
    }

    /** A character that is cut off at the end is right. */
    private static boolean isUtf8(byte[] head) {
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(head), CharBuffer.allocate(head.length), false);
        return !result.isError();
    }
}
