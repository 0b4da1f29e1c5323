package io.tollgate.resource;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the {@code search} parameter of a list looks at: ordered rules, of which the first whose
 * shape fits the input decides the fields.
 */
public record Search(List<Rule> rules) {
    /** Shapes of an input, tested by a scan of its characters. */
    public enum Shape {
        /** One word with an at sign. */
        EMAIL_LIKE,
        EIGHT_DIGITS,
        /** One word with a digit, underscore or hyphen. */
        CODE_LIKE,
        /** A digit, underscore or hyphen anywhere. */
        WITH_CODE_CHARACTER,
        SEVERAL_WORDS,
        ANYTHING;

        public boolean fits(String input) {
            boolean oneWord = input.strip().chars().noneMatch(Character::isWhitespace);
            return switch (this) {
                case EMAIL_LIKE -> oneWord && input.indexOf('@') >= 0;
                case EIGHT_DIGITS -> input.length() == 8 && input.chars().allMatch(c -> c >= '0' && c <= '9');
                case CODE_LIKE -> oneWord && hasCodeCharacter(input);
                case WITH_CODE_CHARACTER -> hasCodeCharacter(input);
                case SEVERAL_WORDS -> !oneWord;
                case ANYTHING -> true;
            };
        }

        private static boolean hasCodeCharacter(String input) {
            return input.codePoints().anyMatch(c -> Character.isDigit(c) || c == '_' || c == '-');
        }
    }

    /** Where an input of this shape is looked for: equal to, or contained in, one of the fields. */
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
            throw new IllegalArgumentException("the last rule of a search takes anything");
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

    /** Every field that some rule looks into, in order of first mention. */
    public List<String> fields() {
        Set<String> fields = new LinkedHashSet<>();
        rules.forEach(rule -> fields.addAll(rule.fields()));
        return List.copyOf(fields);
    }

    /** Fields that some rule looks into without the others, and that so need a column of their own. */
    public List<String> fieldsApart() {
        Set<String> apart = new LinkedHashSet<>();
        for (Rule rule : rules) {
            if (!rule.exact() && !coversAll(rule)) {
                apart.addAll(rule.fields());
            }
        }
        return new ArrayList<>(apart);
    }

    /** Whether a rule looks into all fields, so that their joined text alone decides. */
    public boolean coversAll(Rule rule) {
        return rule.fields().containsAll(fields());
    }

    /**
     * The form in which texts and inputs are compared: composed, without regard to case in any
     * script. Upper case first makes ß equal to ss, which a capital ẞ is not by itself; the dot that
     * lower-casing İ leaves behind is dropped, so that İ, I, i and ı are one letter; the sigma that ends
     * a word is one like any other, for an input may end where the word goes on.
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
