package io.tollgate.sales.cart;

import static io.tollgate.sales.cart.Samples.field;
import static io.tollgate.sales.cart.Samples.when;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.Element;
import io.tollgate.catalog.model.ShowHideLogic;
import io.tollgate.catalog.model.ShowHideLogic.Comparison;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibilityTest {
    private static BuyerField dependent(String id, @Nullable ShowHideLogic logic) {
        return field(id, Element.TEXT, "", false, logic, null, null);
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "IS, x, x, true",
                "IS, x, y, false",
                "IS_NOT, x, y, true",
                "IS_NOT, x, x, false",
                "IS_EMPTY, -, -, true",
                "IS_EMPTY, -, x, false",
                "IS_NOT_EMPTY, -, x, true",
                "IS_NOT_EMPTY, -, -, false",
                "CONTAINS, x, x, true",
                "CONTAINS, x, -, false"
            },
            nullValues = "-")
    void a_field_depends_on_the_answer_to_another(
            Comparison comparison, @Nullable String value, @Nullable String answer, boolean shown) {
        BuyerField trigger = dependent("trigger", null);
        BuyerField field = dependent("field", when("trigger", comparison, value));
        Map<String, Set<String>> answers = answer == null ? Map.of() : Map.of("trigger", Set.of(answer));
        assertThat(new Visibility(List.of(trigger, field), answers).shows(field))
                .isEqualTo(shown);
    }

    @Test
    void a_checkbox_without_an_answer_is_unticked() {
        BuyerField box = field("box", Element.CHECKBOX, "", false);
        BuyerField field = dependent("field", when("box", Comparison.IS, "FALSE"));
        assertThat(new Visibility(List.of(box, field), Map.of()).shows(field)).isTrue();
    }

    @Test
    void the_answer_to_a_field_that_is_not_shown_does_not_count() {
        BuyerField first = dependent("first", null);
        BuyerField second = dependent("second", when("first", Comparison.IS, "yes"));
        BuyerField third = dependent("third", when("second", Comparison.IS, "yes"));
        Map<String, Set<String>> answers = Map.of("first", Set.of("no"), "second", Set.of("yes"));
        assertThat(new Visibility(List.of(first, second, third), answers).shows(third))
                .isFalse();
    }

    @Test
    void fields_that_depend_on_each_other_end() {
        BuyerField one = dependent("one", when("two", Comparison.IS_NOT, "x"));
        BuyerField two = dependent("two", when("one", Comparison.IS_NOT, "x"));
        assertThat(new Visibility(List.of(one, two), Map.of()).shows(one)).isTrue();
    }

    @Test
    void disabled_logic_does_not_apply() {
        ShowHideLogic off = new ShowHideLogic(false, Comparison.IS, "x", new ShowHideLogic.Trigger("trigger"));
        BuyerField field = dependent("field", off);
        assertThat(new Visibility(List.of(field), Map.of()).shows(field)).isTrue();
    }
}
