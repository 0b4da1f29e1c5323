package io.tollgate.resource;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known name that a mistyped one most likely meant. */
public final class NearestName {
    private NearestName() {}

    /** "unknown parameter, did you mean status?", the question only where a known name is near. */
    public static String unknown(String what, String name, Collection<String> known) {
        return "unknown " + what
                + nearest(name, known)
                        .map(near -> ", did you mean " + near + "?")
                        .orElse("");
    }

    /** At most a third of the letters may be wrong: beyond that, a guess would mislead. */
    public static Optional<String> nearest(String name, Collection<String> known) {
        if (name.length() > 64) {
            return Optional.empty();
        }
        int most = Math.max(1, name.length() / 3);
        return known.stream()
                .filter(candidate -> distance(name, candidate) <= most)
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)));
    }

    /** Letters to insert, delete or replace to get from one to the other, whatever their case. */
    private static int distance(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
