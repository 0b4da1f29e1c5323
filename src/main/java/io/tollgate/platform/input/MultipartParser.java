package io.tollgate.platform.input;

import io.tollgate.platform.http.HeaderValue;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An incremental, strict parser for {@code multipart/form-data}. The decoder of Netty is not used, because its
 * exceptions on some headers close the connection.
 */
final class MultipartParser {
    private static final int HEAD_MAX = 8 * 1024;
    static final int PARTS_MAX = 32;
    private static final int BOUNDARY_MAX = 70;
    private static final int PADDING_MAX = 100;
    private static final byte[] HEAD_END = {'\r', '\n', '\r', '\n'};
    private static final Set<String> PLAIN = Set.of("7bit", "8bit", "binary");

    private final byte[] delimiter;
    private final Charset charset;
    private final Sink sink;
    private final int partsMax;

    /** The unparsed bytes. A line break is prepended, because the delimiter has one but the body may omit the first. */
    private byte[] bytes = {'\r', '\n'};

    private int at;
    private boolean inPart;
    private State state = State.CONTENT;
    private int parts;

    private enum State {
        /** The content of a part, or the preamble before the first part. */
        CONTENT,
        AFTER_DELIMITER,
        HEAD,
        COMPLETE
    }

    /** Receives the parts in order. */
    interface Sink {
        void begin(Head head);

        void content(byte[] bytes);

        void end();
    }

    /**
     * The headers of a part.
     *
     * @param filename null if the part is not a file
     * @param type the media type, or null if the part has none
     */
    record Head(
            String name,
            @Nullable String filename,
            @Nullable String type) {}

    /** @throws IllegalArgumentException if the content type has no valid boundary or an unknown charset */
    MultipartParser(String contentType, Sink sink) {
        this(contentType, sink, PARTS_MAX);
    }

    MultipartParser(String contentType, Sink sink, int partsMax) {
        HeaderValue type = HeaderValue.parse(contentType.replaceFirst("[;\\s]+$", ""));
        String boundary = type.parameters().get("boundary");
        if (!type.value().equals("multipart/form-data")
                || boundary == null
                || boundary.isBlank()
                || boundary.length() > BOUNDARY_MAX) {
            throw new IllegalArgumentException("no boundary");
        }
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        String charsetName = type.parameters().get("charset");
        this.charset = charsetName == null ? StandardCharsets.UTF_8 : HeaderValue.charset(charsetName);
        this.sink = sink;
        this.partsMax = partsMax;
    }

    /** Returns whether the closing boundary was read. */
    boolean isComplete() {
        return state == State.COMPLETE;
    }

    /** @throws IllegalArgumentException if the body is malformed */
    void feed(byte[] chunk) {
        byte[] joined = Arrays.copyOf(bytes, bytes.length + chunk.length);
        System.arraycopy(chunk, 0, joined, bytes.length, chunk.length);
        bytes = joined;
        at = 0;
        boolean more = true;
        while (more) {
            more = switch (state) {
                case CONTENT -> content();
                case AFTER_DELIMITER -> afterDelimiter();
                case HEAD -> head();
                case COMPLETE -> epilogue();
            };
        }
        bytes = Arrays.copyOfRange(bytes, at, bytes.length);
    }

    /** Reads up to the next delimiter. Returns false if more bytes are needed. */
    private boolean content() {
        int found = find(delimiter);
        int end = found < 0 ? Math.max(at, bytes.length - delimiter.length + 1) : found;
        if (inPart && end > at) {
            sink.content(Arrays.copyOfRange(bytes, at, end));
        }
        at = end;
        if (found < 0) {
            return false;
        }
        at += delimiter.length;
        if (inPart) {
            inPart = false;
            sink.end();
        }
        state = State.AFTER_DELIMITER;
        return true;
    }

    private boolean afterDelimiter() {
        if (bytes.length < at + 2) {
            return false;
        }
        if (bytes[at] == '-' && bytes[at + 1] == '-') {
            state = State.COMPLETE;
            return true;
        }
        int line = at;
        while (line < bytes.length && (bytes[line] == ' ' || bytes[line] == '\t')) {
            line++;
        }
        if (line - at > PADDING_MAX || line < bytes.length && bytes[line] != '\r') {
            throw new IllegalArgumentException("a boundary is followed by other text");
        }
        if (bytes.length == line) {
            return false;
        }
        // Keeps the line break: in a part without headers it is the first half of the empty line.
        at = line;
        state = State.HEAD;
        return true;
    }

    private boolean head() {
        int end = find(HEAD_END);
        if ((end < 0 ? bytes.length : end) - at > HEAD_MAX) {
            throw new IllegalArgumentException("the headers of a part are too long");
        }
        if (end < 0) {
            return false;
        }
        if (++parts > partsMax) {
            throw new IllegalArgumentException("too many parts");
        }
        String lines = new String(bytes, at, end - at, charset);
        at = end + HEAD_END.length;
        state = State.CONTENT;
        inPart = true;
        sink.begin(head(lines));
        return true;
    }

    private boolean epilogue() {
        at = bytes.length;
        return false;
    }

    private int find(byte[] pattern) {
        for (int i = at; i <= bytes.length - pattern.length; i++) {
            if (bytes[i] == '\r' && Arrays.equals(bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
                return i;
            }
        }
        return -1;
    }

    private static Head head(String lines) {
        Map<String, String> headers = new HashMap<>();
        for (String line : lines.strip().split("\r\n", -1)) {
            int colon = line.indexOf(':');
            if (colon < 0 || !HeaderValue.isToken(line.substring(0, colon))) {
                throw new IllegalArgumentException("a header has no name");
            }
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            if (headers.put(name, line.substring(colon + 1).strip()) != null) {
                throw new IllegalArgumentException("a header is repeated");
            }
        }
        if (!PLAIN.contains(
                headers.getOrDefault("content-transfer-encoding", "binary").toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("a part has a transfer encoding");
        }
        HeaderValue disposition = HeaderValue.parse(headers.getOrDefault("content-disposition", ""));
        String name = disposition.parameters().get("name");
        if (!disposition.value().equals("form-data") || name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a part has no name");
        }
        return new Head(name, filename(disposition.parameters()), headers.get("content-type"));
    }

    /** Returns the file name. Prefers the encoded one, {@code filename*}, which can represent every character. */
    private static @Nullable String filename(Map<String, String> parameters) {
        String encoded = parameters.get("filename*");
        if (encoded == null) {
            return parameters.get("filename");
        }
        String[] parts = encoded.split("'", 3);
        if (parts.length < 3) {
            throw new IllegalArgumentException("an encoded file name has no charset");
        }
        return URLDecoder.decode(parts[2].replace("+", "%2B"), HeaderValue.charset(parts[0]));
    }
}
