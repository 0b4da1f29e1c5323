package io.tollgate.platform.input;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Utf8;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inputs of a submitted form, by name.
 *
 * @param values in the order of the form; names that repeat have several
 */
public record SubmittedForm(Map<String, List<String>> values) {
    private static final Logger LOG = LoggerFactory.getLogger(SubmittedForm.class);
    private static final int INPUTS_MAX = 1_000;
    private static final Pattern LINE_BREAKS = Pattern.compile("[\\n\\r]+");

    /** The form of a buyer who has just opened the page. */
    public static final SubmittedForm EMPTY = new SubmittedForm(Map.of());

    /**
     * Decodes a form.
     *
     * @throws ApiError 400 if it is not percent-encoded UTF-8, or has more inputs than any page
     */
    public static SubmittedForm of(Buffer body) {
        try {
            // As Latin-1, each character is one byte. A decoder for UTF-8 would replace bytes that are not text.
            Map<String, List<String>> bytes = new QueryStringDecoder(
                            body.toString(StandardCharsets.ISO_8859_1),
                            StandardCharsets.ISO_8859_1,
                            false,
                            INPUTS_MAX + 1)
                    .parameters();
            Map<String, List<String>> values = new LinkedHashMap<>();
            bytes.forEach((name, all) -> values.put(
                    decoded(name), all.stream().map(SubmittedForm::decoded).toList()));
            return of(values);
        } catch (IllegalArgumentException invalid) {
            LOG.debug("A form is not percent-encoded", invalid);
        }
        throw unreadable();
    }

    private static String decoded(String bytes) {
        String text = Utf8.decode(bytes.getBytes(StandardCharsets.ISO_8859_1));
        if (text == null) {
            throw unreadable();
        }
        return text;
    }

    /**
     * Returns a form of decoded values.
     *
     * @throws ApiError 400 if a value has control characters, or if there are more inputs than on any page
     */
    public static SubmittedForm of(Map<String, List<String>> values) {
        boolean readable = values.values().stream().flatMap(List::stream).allMatch(SubmittedForm::isText);
        int inputs = values.values().stream().mapToInt(List::size).sum();
        if (readable && inputs <= INPUTS_MAX) {
            return new SubmittedForm(values);
        }
        throw unreadable();
    }

    private static ApiError unreadable() {
        return ApiError.malformed("The form cannot be read");
    }

    private static boolean isText(String value) {
        return value.chars().allMatch(c -> !Character.isISOControl(c) || c == '\n' || c == '\r' || c == '\t');
    }

    /** Returns this form without an input. */
    public SubmittedForm without(String name) {
        Map<String, List<String>> rest = new LinkedHashMap<>(values);
        rest.remove(name);
        return new SubmittedForm(rest);
    }

    /** Returns this form with other values of an input. */
    public SubmittedForm with(String name, List<String> replaced) {
        Map<String, List<String>> changed = new LinkedHashMap<>(values);
        if (replaced.isEmpty()) {
            changed.remove(name);
        } else {
            changed.put(name, replaced);
        }
        return new SubmittedForm(changed);
    }

    public boolean isSubmitted() {
        return !values.isEmpty();
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the stripped value of a single-line input; null if it is absent or blank. */
    public @Nullable String text(String name) {
        String line = line(name);
        return line == null || line.isBlank() ? null : line.strip();
    }

    /** Returns the value of a single-line input, with spaces for line breaks, which browsers do not send. */
    public @Nullable String line(String name) {
        String raw = raw(name);
        return raw == null ? null : LINE_BREAKS.matcher(raw).replaceAll(" ");
    }

    /** Returns the value of an input as it was sent; null if it is absent. */
    public @Nullable String raw(String name) {
        List<String> all = values.get(name);
        // Browsers send line breaks of text areas as CRLF.
        return all == null ? null : all.get(0).replace("\r\n", "\n");
    }

    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** Returns the parts of names after a prefix, in the order of the form. */
    public Stream<String> after(String prefix) {
        return values.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()));
    }
}
