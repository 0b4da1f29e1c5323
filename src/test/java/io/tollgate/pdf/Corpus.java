package io.tollgate.pdf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Texts in many languages, chosen for letters and ligatures that are often rendered wrongly. */
public final class Corpus {
    private Corpus() {}

    /** A text in one language. */
    public record Text(String language, String text) {
        @Override
        public String toString() {
            return language;
        }
    }

    public static List<Text> texts() {
        try (InputStream in = Corpus.class.getResourceAsStream("/pdf/languages.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split("\t"))
                    .map(parts -> new Text(parts[0], parts[1]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
