package io.tollgate.platform.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tollgate.platform.resource.Search.Rule;
import io.tollgate.platform.resource.Search.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchTest {
    private static final Rule EMAIL = Search.contains(Shape.EMAIL_LIKE, "email");
    private static final Rule NUMBER = Search.equalTo(Shape.EIGHT_DIGITS, "orderId");
    private static final Rule REST = Search.contains(Shape.ANYTHING, "name", "email");

    private static Search search(Rule... rules) {
        return new Search(Arrays.asList(rules));
    }

    /** Returns the initials of every shape that matches the input. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "anna, A",
                "anna@example.org, EA",
                "@, EA",
                "anna @example.org, NA",
                "12345678, 8CA",
                "1234567, CA",
                "123456789, CA",
                "/1234567, CA",
                "1234567:, CA",
                "٣, CA",
                "a_b, CA",
                "a-b, NA",
                "anna müller, NA",
                "anna 7, NA",
                "\" anna \", A"
            })
    void a_shape_fits_by_the_characters_of_an_input(String input, String fitting) {
        StringBuilder found = new StringBuilder();
        for (Shape shape : Shape.values()) {
            String initial = shape == Shape.EIGHT_DIGITS ? "8" : shape.name().substring(0, 1);
            found.append(shape.fits(input) ? initial : "");
        }
        assertThat(found).hasToString(fitting);
    }

    @Test
    void the_first_rule_whose_shape_fits_decides() {
        Search search = search(EMAIL, NUMBER, REST);
        assertThat(search.ruleFor("a@b")).isSameAs(EMAIL);
        assertThat(search.ruleFor("12345678")).isSameAs(NUMBER);
        assertThat(search.ruleFor("anna")).isSameAs(REST);
        assertThat(NUMBER).isEqualTo(new Rule(Shape.EIGHT_DIGITS, true, List.of("orderId")));
        assertThat(REST).isEqualTo(new Rule(Shape.ANYTHING, false, List.of("name", "email")));
    }

    @Test
    void the_last_rule_takes_anything_and_no_rule_is_no_search() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> search(REST, EMAIL))
                .withMessage("the last rule of a search must match any input");
        assertThat(search().exists()).isFalse();
        assertThat(search(REST).exists()).isTrue();
    }

    @Test
    void rules_do_not_change_after_the_fact() {
        List<Rule> rules = new ArrayList<>(List.of(REST));
        Search search = new Search(rules);
        rules.clear();
        assertThat(search.rules()).containsExactly(REST);
    }

    @Test
    void fields_are_told_once_in_their_order() {
        assertThat(search(EMAIL, NUMBER, REST).fields()).containsExactly("email", "orderId", "name");
    }

    @Test
    void fields_apart_are_those_of_rules_that_look_into_some_only() {
        assertThat(search(EMAIL, NUMBER, REST).fieldsApart()).containsExactly("email", "name");
        assertThat(search(EMAIL, REST).fieldsApart()).containsExactly("email");
        assertThat(search(REST).fieldsApart()).isEmpty();
        assertThat(search(EMAIL, REST).supports(REST)).isTrue();
        assertThat(search(EMAIL, REST).supports(EMAIL)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "Straße, strasse",
        "STRASSE, strasse",
        "STRAẞE, strasse",
        "İstanbul, istanbul",
        "ISTANBUL, istanbul",
        "ıstanbul, istanbul",
        "ΟΔΟΣ, οδοσ",
        "οδος, οδοσ",
        "e\u0301, \u00e9",
        "x\u0307, \u1e8b",
        "q\u0307, q\u0307"
    })
    void texts_are_compared_in_one_form(String text, String folded) {
        assertThat(Search.fold(text)).isEqualTo(folded);
        assertThat(Search.fold(folded)).isEqualTo(folded);
    }
}
