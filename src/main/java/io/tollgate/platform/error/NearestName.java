package io.tollgate.platform.error;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known name closest to a mistyped one, for error messages. */
public final class NearestName {
    private static final int LENGTH_MAX = 64;

    private NearestName() {}

    /** Returns "unknown parameter, did you mean status?". Omits the question if no known name is close. */
    public static String unknown(String what, String name, Collection<String> known) {
        return "unknown " + what
                + to(name, known).map(near -> ", did you mean " + near + "?").orElse("");
    }

    /** Returns the closest known name, or empty if none is close enough to be a useful suggestion. */
    public static Optional<String> to(String wrong, Collection<String> known) {
        if (wrong.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        String lower = wrong.toLowerCase(Locale.ROOT);
        int far = Math.max(wrong.length() < 4 ? 1 : 2, wrong.length() / 3);
        return known.stream()
                .filter(name -> Math.abs(name.length() - lower.length()) <= far)
                .filter(name -> distance(lower, name.toLowerCase(Locale.ROOT)) <= far)
                .min(Comparator.comparingInt((String name) -> distance(lower, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Returns the edit distance: insertions, deletions, replacements and swaps of adjacent characters. */
    static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 ? j : j == 0 ? i : step(cost, from, to, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int step(int[][] cost, String from, String to, int i, int j) {
        int same = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int best = Math.min(cost[i - 1][j - 1] + same, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
