package io.tollgate.platform.resource;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules of the {@code search} parameter of a list. The first rule whose shape matches the input selects the fields.
 */
public record Search(List<Rule> rules) {
    private static final Pattern HYPHENATED = Pattern.compile("[^-_@\\p{Nd}]*\\p{L}\\p{M}*(?:-\\p{L}[^-_@\\p{Nd}]*)+");

    /** Kinds of search text, recognized by its characters. */
    public enum Shape {
        /** One word with an at sign. */
        EMAIL_LIKE,
        EIGHT_DIGITS,
        /** One word with a digit, underscore or hyphen, but not a hyphenated name. */
        CODE_LIKE,
        /** Several words, or one word whose letters are joined by hyphens. */
        NAME_LIKE,
        ANYTHING;

        public boolean fits(String input) {
            boolean oneWord = input.strip().chars().noneMatch(Character::isWhitespace);
            return switch (this) {
                case EMAIL_LIKE -> oneWord && input.indexOf('@') >= 0;
                case EIGHT_DIGITS -> input.length() == 8 && input.chars().allMatch(c -> c >= '0' && c <= '9');
                case CODE_LIKE -> oneWord && hasCodeCharacter(input) && !isHyphenated(input);
                case NAME_LIKE -> !oneWord || isHyphenated(input);
                case ANYTHING -> true;
            };
        }

        private static boolean isHyphenated(String input) {
            return HYPHENATED.matcher(input.strip()).matches();
        }

        private static boolean hasCodeCharacter(String input) {
            return input.codePoints().anyMatch(c -> Character.isDigit(c) || c == '_' || c == '-');
        }
    }

    /** The fields for inputs of a shape, which a match must equal or contain. */
    public record Rule(Shape shape, boolean exact, List<String> fields) {}

    public static Rule contains(Shape shape, String... fields) {
        return new Rule(shape, false, List.of(fields));
    }

    public static Rule equalTo(Shape shape, String field) {
        return new Rule(shape, true, List.of(field));
    }

    public Search {
        rules = List.copyOf(rules);
        if (!rules.isEmpty() && rules.get(rules.size() - 1).shape() != Shape.ANYTHING) {
            throw new IllegalArgumentException("the last rule of a search must match any input");
        }
    }

    public boolean exists() {
        return !rules.isEmpty();
    }

    public Rule ruleFor(String input) {
        return rules.stream()
                .filter(rule -> rule.shape().fits(input))
                .findFirst()
                .orElseThrow();
    }

    /** Returns every field of all rules, in order of first mention. */
    public List<String> fields() {
        Set<String> fields = new LinkedHashSet<>();
        rules.forEach(rule -> fields.addAll(rule.fields()));
        return List.copyOf(fields);
    }

    /** Returns the fields that some rule searches without the others, so that they need a column of their own. */
    public List<String> fieldsApart() {
        Set<String> apart = new LinkedHashSet<>();
        for (Rule rule : rules) {
            if (!rule.exact() && !supports(rule)) {
                apart.addAll(rule.fields());
            }
        }
        return new ArrayList<>(apart);
    }

    /** Returns whether a rule searches all fields, so that their joined text decides alone. */
    public boolean supports(Rule rule) {
        return rule.fields().containsAll(fields());
    }

    /**
     * Normalizes texts and inputs for comparison: NFC, case-insensitive in every script. Upper-casing first makes ß
     * equal to ss, except for a capital ẞ, which is replaced before. The dot left by lower-casing İ is dropped, so
     * that İ, I, i and ı are equal. A final sigma equals any other sigma, because an input may end inside a word.
     */
    public static String fold(String text) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
        String folded = composed.replace('ẞ', 'ß')
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT)
                .replace('ς', 'σ');
        return folded.indexOf('\u0307') < 0 ? folded : folded.replace("i\u0307", "i");
    }
}
