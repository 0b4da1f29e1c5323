package io.tollgate.catalog.product;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/** Derives references, which identify prices, variants, ticket groups and ticket types in URLs. */
public final class References {
    private static final int LENGTH_MAX = 36;

    private References() {}

    /** Returns the name, with {@code _2}, {@code _3} and so on if it is taken. Adds the result to the taken names. */
    public static String unique(String name, Set<String> taken) {
        String unique = name;
        for (int number = 2; !taken.add(unique); number++) {
            unique = name + "_" + number;
        }
        return unique;
    }

    /**
     * Converts a name to lower-case words with underscores, short enough for a number to follow.
     *
     * @param fallback the result if the name has no Latin letters or digits
     */
    public static String of(String name, String fallback) {
        String words = plain(name).replaceAll("[^a-z0-9]+", "_").replaceAll("^_|_$", "");
        String cut = words.length() > LENGTH_MAX - 4 ? words.substring(0, LENGTH_MAX - 4) : words;
        return cut.isEmpty() ? fallback : cut;
    }

    private static String plain(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFKD)
                .replaceAll("\\p{M}+", "")
                .toLowerCase(Locale.ROOT)
                .replace("ß", "ss");
    }
}
