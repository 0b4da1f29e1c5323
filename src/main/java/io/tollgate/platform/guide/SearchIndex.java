package io.tollgate.platform.guide;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Full-text search over the documentation. A term matches equal words best, then words that begin with it, words that
 * contain it, and words that are a few typing errors away from it. Immutable once built.
 */
public final class SearchIndex {
    /** Further characters and terms of a query are ignored. */
    public static final int QUERY_MAX = 100;

    private static final int TERMS_MAX = 8;
    private static final int HITS_MAX = 12;
    private static final int EXCERPT = 120;
    private static final int EXCERPT_LEAD = 40;

    private static final double HEADING = 8;
    private static final double PAGE = 3;
    private static final double TEXT = 1;

    /** Words, and names with dots, hyphens and underscores as a whole. */
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+(?:[._-][\\p{L}\\p{N}]+)*");

    /** Between the parts of a name. */
    private static final Pattern PART = Pattern.compile("[._-]|(?<=\\p{Ll})(?=\\p{Lu})");

    private final List<Place> places;

    /** The places of each word, with their weights. */
    private final Map<String, Map<Integer, Double>> words = new HashMap<>();

    /** A place in the documentation. */
    public record Place(String url, String page, String heading, String text) {}

    /** A place that a query found. */
    public record Hit(String url, String page, String heading, String excerpt) {}

    public SearchIndex(List<Place> places) {
        this.places = List.copyOf(places);
        for (int at = 0; at < places.size(); at++) {
            Place place = places.get(at);
            add(place.heading(), at, HEADING);
            add(place.page(), at, PAGE);
            add(place.text(), at, TEXT);
        }
    }

    private void add(String text, int place, double weight) {
        for (String word : words(text, true)) {
            words.computeIfAbsent(word, first -> new HashMap<>()).merge(place, weight, Math::max);
        }
    }

    private static List<String> words(String text, boolean withParts) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            String[] parts = PART.split(word.group());
            words.add(word.group().toLowerCase(Locale.ROOT));
            if (withParts && parts.length > 1) {
                for (String part : parts) {
                    words.add(part.toLowerCase(Locale.ROOT));
                }
            }
        }
        return words;
    }

    /** Returns the best matches, best first. Places that match every term precede the others. */
    public List<Hit> find(String query) {
        String bounded = query.length() > QUERY_MAX ? query.substring(0, QUERY_MAX) : query;
        List<String> terms =
                words(bounded, false).stream().distinct().limit(TERMS_MAX).toList();
        double[] scores = new double[places.size()];
        int[] matched = new int[places.size()];
        Map<String, Double> similar = new HashMap<>();
        for (String term : terms) {
            double[] best = scores(term, similar);
            for (int at = 0; at < best.length; at++) {
                scores[at] += best[at];
                matched[at] += best[at] > 0 ? 1 : 0;
            }
        }
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at < scores.length; at++) {
            if (scores[at] > 0) {
                scores[at] *= coverage(places.get(at).heading(), terms);
                found.add(at);
            }
        }
        found.sort(Comparator.<Integer>comparingInt(at -> -matched[at]).thenComparingDouble(at -> -scores[at]));
        int most = found.isEmpty() ? 0 : matched[found.get(0)];
        return found.stream()
                .filter(at -> matched[at] == most)
                .limit(HITS_MAX)
                .map(at -> hit(places.get(at), similar))
                .toList();
    }

    /** Returns more for a heading that says little else than the query. */
    private static double coverage(String heading, List<String> terms) {
        List<String> words = words(heading, true);
        long same = words.stream().filter(terms::contains).count();
        return words.isEmpty() ? 1 : 1 + (double) same / words.size();
    }

    /** Returns the scores of all places for one term. Adds the similar words to {@code similar}. */
    private double[] scores(String term, Map<String, Double> similar) {
        double[] best = new double[places.size()];
        words.forEach((word, weights) -> {
            double similarity = similarity(term, word);
            if (similarity > 0) {
                similar.merge(word, similarity, Math::max);
                weights.forEach((place, weight) -> best[place] = Math.max(best[place], similarity * weight));
            }
        });
        return best;
    }

    private static double similarity(String term, String word) {
        if (word.equals(term)) {
            return 2;
        }
        if (word.startsWith(term)) {
            return 1 + (double) term.length() / word.length() / 2;
        }
        if (term.length() > 2 && word.contains(term)) {
            return 0.5;
        }
        int allowed = term.length() < 4 ? 0 : term.length() < 8 ? 1 : 2;
        int distance = allowed == 0 ? 1 : distance(term, word, allowed);
        return distance <= allowed ? 0.9 / (1 + distance) : 0;
    }

    /** Returns the number of typing errors between two words, or more than {@code max}. A swap counts once. */
    static int distance(String one, String other, int max) {
        if (Math.abs(one.length() - other.length()) > max) {
            return max + 1;
        }
        int[] before = new int[other.length() + 1];
        int[] last = new int[other.length() + 1];
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            row[0] = i;
            int least = i;
            for (int j = 1; j <= other.length(); j++) {
                int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
                boolean swapped = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                row[j] = swapped ? Math.min(row[j], before[j - 2] + 1) : row[j];
                least = Math.min(least, row[j]);
            }
            if (least > max) {
                return max + 1;
            }
            int[] free = before;
            before = last;
            last = row;
            row = free;
        }
        return last[other.length()];
    }

    /** Returns a hit with an excerpt around the most similar word. */
    private static Hit hit(Place place, Map<String, Double> similar) {
        String text = place.text();
        int found = 0;
        double most = 0;
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            for (String each : words(word.group(), true)) {
                double similarity = similar.getOrDefault(each, 0.0);
                if (similarity > most) {
                    most = similarity;
                    found = word.start();
                }
            }
        }
        int from = found < EXCERPT_LEAD ? 0 : text.indexOf(' ', found - EXCERPT_LEAD) + 1;
        int to = Math.min(text.length(), from + EXCERPT);
        String excerpt = (from > 0 ? "…" : "") + text.substring(from, to) + (to < text.length() ? "…" : "");
        return new Hit(place.url(), place.page(), place.heading(), excerpt);
    }
}
