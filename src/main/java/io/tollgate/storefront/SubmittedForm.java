package io.tollgate.storefront;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.tollgate.error.ApiError;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inputs of a submitted form, by name.
 *
 * @param values in the order of the form; names that repeat have several
 */
record SubmittedForm(Map<String, List<String>> values) {
    private static final Logger LOG = LoggerFactory.getLogger(SubmittedForm.class);
    private static final int INPUTS_MAX = 1_000;

    /** The form of a buyer who has just opened the page. */
    static final SubmittedForm EMPTY = new SubmittedForm(Map.of());

    /**
     * Decodes a form.
     *
     * @throws ApiError 400 if it is not percent-encoded, or has more inputs than any page
     */
    static SubmittedForm of(Buffer body) {
        try {
            Map<String, List<String>> values = new QueryStringDecoder(
                            body.toString(StandardCharsets.UTF_8), StandardCharsets.UTF_8, false, INPUTS_MAX + 1)
                    .parameters();
            return of(values);
        } catch (IllegalArgumentException invalid) {
            LOG.debug("A form is not percent-encoded", invalid);
        }
        throw unreadable();
    }

    /**
     * Returns a form of decoded values.
     *
     * @throws ApiError 400 if a value has control characters, or if there are more inputs than on any page
     */
    static SubmittedForm of(Map<String, List<String>> values) {
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

    boolean isSubmitted() {
        return !values.isEmpty();
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the stripped value of an input; null if it is absent or blank. */
    @Nullable
    String text(String name) {
        String raw = raw(name);
        return raw == null || raw.isBlank() ? null : raw.strip();
    }

    /** Returns the value of an input as it was sent; null if it is absent. */
    @Nullable
    String raw(String name) {
        List<String> all = values.get(name);
        // Browsers send line breaks of text areas as CRLF.
        return all == null ? null : all.get(0).replace("\r\n", "\n");
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** Returns the parts of names after a prefix, in the order of the form. */
    Stream<String> after(String prefix) {
        return values.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()));
    }
}
