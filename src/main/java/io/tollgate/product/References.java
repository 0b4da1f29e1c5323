package io.tollgate.product;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/** Names by which parts of an offer are known in addresses: prices, variants, ticket groups and types. */
public final class References {
    private static final int LENGTH_MAX = 36;

    private References() {}

    /** The name itself, or with {@code _2}, {@code _3} where it is taken; it is taken from then on. */
    public static String unique(String name, Set<String> taken) {
        String unique = name;
        for (int number = 2; !taken.add(unique); number++) {
            unique = name + "_" + number;
        }
        return unique;
    }

    /** Lower-case words of a name, with room left for a number. */
    public static String of(String name, String otherwise) {
        String words = plain(name).replaceAll("[^a-z0-9]+", "_").replaceAll("^_|_$", "");
        String cut = words.length() > LENGTH_MAX - 4 ? words.substring(0, LENGTH_MAX - 4) : words;
        return cut.isEmpty() ? otherwise : cut;
    }

    /** Letters without their accents. */
    private static String plain(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFKD)
                .replaceAll("\\p{M}+", "")
                .toLowerCase(Locale.ROOT)
                .replace("ß", "ss");
    }
}
