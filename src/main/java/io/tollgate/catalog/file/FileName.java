package io.tollgate.catalog.file;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of an uploaded file. Folders and surrounding white space are removed, because some clients send them. Names
 * that could deceive a buyer, or that some operating system cannot save, are rejected.
 *
 * @param problem why the name is rejected; null if it is accepted
 */
record FileName(String text, @Nullable String problem) {
    private static final int MAX = 200;
    private static final int EXTENSION_MAX = 20;
    private static final String UNNAMED = "file";

    private static final Pattern SURROUNDING_SPACE = Pattern.compile("^[\\s\\p{Z}\ufeff]+|[\\s\\p{Z}\ufeff]+$");

    /** Control characters, line separators, and the embeddings, overrides and isolates of bidirectional text. */
    private static final Pattern INVISIBLE =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\u202a-\u202e\u2066-\u2069\ufffd]");

    private static final Pattern WINDOWS_DEVICE =
            Pattern.compile("(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?", Pattern.CASE_INSENSITIVE);

    /** Parses the file name of a multipart form. */
    static FileName of(String sent) {
        String last = sent.substring(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
        String text = SURROUNDING_SPACE.matcher(last).replaceAll("");
        return text.isEmpty() ? new FileName(UNNAMED, null) : new FileName(cut(text), problemOf(text));
    }

    private static @Nullable String problemOf(String text) {
        if (isFolder(text)) {
            return "must not be named . or ..";
        } else if (INVISIBLE.matcher(text).find()) {
            return "must have a name in UTF-8 without control characters and without characters that change the"
                    + " direction of text";
        } else if (WINDOWS_DEVICE.matcher(text).matches()) {
            return "must not be named like a Windows device (CON, PRN, AUX, NUL, COM0 to COM9, LPT0 to LPT9)";
        }
        return null;
    }

    private static boolean isFolder(String text) {
        return text.equals(".") || text.equals("..");
    }

    /** Truncates a name to 200 code points and preserves its extension. */
    private static String cut(String text) {
        int length = text.codePointCount(0, text.length());
        if (length <= MAX) {
            return text;
        }
        String extension = extension(text);
        String ending = extension.isEmpty() || extension.length() > EXTENSION_MAX ? "" : "." + extension;
        int kept = MAX - ending.codePointCount(0, ending.length());
        return text.substring(0, text.offsetByCodePoints(0, kept)) + ending;
    }

    /** Returns the part after the last dot, or an empty string if the name has no dot. */
    static String extension(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    /** Sanitizes the name of a stored file, which may predate the rules for new names. */
    static String served(String stored) {
        String text = INVISIBLE.matcher(of(stored).text()).replaceAll("");
        return text.isEmpty() || isFolder(text) ? UNNAMED : text;
    }

    /** Percent-encodes a name, for RFC 5987 header values and for URL paths. */
    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }

    /** Returns the {@code Content-Disposition} value with which browsers save a file under its name (RFC 6266). */
    static String disposition(String name) {
        String plain = name.replaceAll("[^ -~]|[\"\\\\%]", "_");
        return "attachment; filename=\"" + plain + "\"; filename*=UTF-8''" + encoded(name);
    }
}
