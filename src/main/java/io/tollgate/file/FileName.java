package io.tollgate.file;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of an uploaded file. Folders and surrounding blanks are removed, because some clients send them; a name that
 * would deceive a buyer or that no system can save is refused.
 *
 * @param problem why the name is refused; null if it is accepted
 */
record FileName(String text, @Nullable String problem) {
    private static final int MAX = 200;
    private static final int EXTENSION_MAX = 20;
    private static final String UNNAMED = "file";

    private static final Pattern BLANKS = Pattern.compile("^[\\s\\p{Z}\ufeff]+|[\\s\\p{Z}\ufeff]+$");

    /** Controls, separators of lines, and the embeddings, overrides and isolates of bidirectional text. */
    private static final Pattern INVISIBLE =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\u202a-\u202e\u2066-\u2069\ufffd]");

    private static final Pattern DEVICE =
            Pattern.compile("(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?", Pattern.CASE_INSENSITIVE);

    /** Reads the name that a form gives. */
    static FileName of(String sent) {
        String last = sent.substring(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
        String text = BLANKS.matcher(last).replaceAll("");
        return text.isEmpty() ? new FileName(UNNAMED, null) : new FileName(cut(text), problemOf(text));
    }

    private static @Nullable String problemOf(String text) {
        if (isFolder(text)) {
            return "must not be named . or ..";
        } else if (INVISIBLE.matcher(text).find()) {
            return "must have a name in UTF-8 without control characters and without characters that change the"
                    + " direction of text";
        } else if (DEVICE.matcher(text).matches()) {
            return "must not be named like a Windows device (CON, PRN, AUX, NUL, COM0 to COM9, LPT0 to LPT9)";
        }
        return null;
    }

    private static boolean isFolder(String text) {
        return text.equals(".") || text.equals("..");
    }

    /** At most 200 code points, with the extension. */
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

    /** What follows the last dot; empty if there is none. */
    static String extension(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    /** The name of a stored file, which may be older than the rules: one under which it can be saved. */
    static String served(String stored) {
        String text = INVISIBLE.matcher(of(stored).text()).replaceAll("");
        return text.isEmpty() || isFolder(text) ? UNNAMED : text;
    }

    /** A name percent-encoded: of RFC 5987 as well as of a path. */
    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }

    /** The header value that makes browsers save a file under its name (RFC 6266). */
    static String disposition(String name) {
        String plain = name.replaceAll("[^ -~]|[\"\\\\%]", "_");
        return "attachment; filename=\"" + plain + "\"; filename*=UTF-8''" + encoded(name);
    }
}
