package io.tollgate.sales.cart;

import static io.tollgate.sales.cart.Samples.answer;
import static io.tollgate.sales.cart.Samples.field;
import static io.tollgate.sales.cart.Samples.when;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.Element;
import io.tollgate.catalog.model.OptionalValue;
import io.tollgate.catalog.model.ShowHideLogic.Comparison;
import io.tollgate.platform.error.ApiError.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersTest {
    private static final BuyerField EMAIL = field("email", Element.EMAIL, "email", true);
    private static final SubmittedAnswer ANNA = answer("email", "Anna@Example.com ");

    private final List<Problem> problems = new ArrayList<>();

    private Answers answers(List<BuyerField> fields, SubmittedAnswer... submitted) {
        problems.clear();
        return Answers.of(fields, List.of(submitted), problems);
    }

    private @Nullable String only(BuyerField field, SubmittedAnswer submitted) {
        Answers answers = answers(List.of(EMAIL, field), ANNA, submitted);
        return answers.all().stream()
                .filter(one -> one.field().equals(field))
                .map(Answer::value)
                .findFirst()
                .orElse(null);
    }

    @Test
    void answers_follow_the_order_of_the_page() {
        BuyerField name = field("name", Element.TEXT, "name", false);
        Answers answers = answers(List.of(EMAIL, name), answer("name", "Anna"), ANNA);
        assertThat(problems).isEmpty();
        assertThat(answers.all()).extracting(Answer::value).containsExactly("anna@example.com", "Anna");
        assertThat(new Buyer(answers).name()).isEqualTo("Anna");
    }

    @Test
    void a_field_is_named_once_by_id_or_reference() {
        answers(List.of(EMAIL), ANNA, answer("other", "x"), ANNA, answer(null, "x"));
        assertThat(problems)
                .extracting(Problem::param)
                .containsExactly("fields[1].reference", "fields[2].reference", "fields[3].fieldId");
    }

    @Test
    void required_fields_need_an_answer_only_if_they_are_shown() {
        BuyerField food = field("food", Element.TEXT, "", false);
        BuyerField allergies =
                field("allergies", Element.TEXT, "", true, when("food", Comparison.IS, "yes"), null, null);
        List<BuyerField> fields = List.of(EMAIL, food, allergies);
        answers(fields, ANNA, answer("food", "no"));
        assertThat(problems).isEmpty();
        answers(fields, ANNA, answer("food", "yes"));
        assertThat(problems)
                .extracting(Problem::message)
                .containsExactly("must include an answer to Field allergies (allergies)");
    }

    @Test
    void there_is_always_an_e_mail_address() {
        answers(List.of(field("mail", Element.EMAIL, "email", false)));
        assertThat(problems).extracting(Problem::message).containsExactly("must include the buyer's e-mail address");
    }

    @ParameterizedTest
    @CsvSource({
        "DATE, 2026-01-31, true",
        "DATE, 2026-02-31, false",
        "TIME, 18:30, true",
        "TIME, 25:00, false",
        "DATE_TIME, 2026-01-31T18:30, true",
        "DATE_TIME, 2026-01-31, false",
        "PHONE, +49 30 1234, true",
        "PHONE, call me, false",
        "COUNTRY, de, true",
        "COUNTRY, XX, false",
        "QUANTITY, 3, true",
        "QUANTITY, 3.5, false",
        "NUMBER, 3.5, true",
        "NUMBER, three, false",
        "CHECKBOX, true, true",
        "CHECKBOX, yes, false",
        "SELECT, Red, true",
        "SELECT, red, true",
        "SELECT, Pink, false",
        "TEXTAREA, anything, true"
    })
    void each_element_has_its_own_form(Element element, String text, boolean valid) {
        only(field("f", element, "", false), answer("f", text));
        assertThat(problems.isEmpty()).as("%s", problems).isEqualTo(valid);
    }

    @ParameterizedTest
    @CsvSource({
        "TEXT, ab, false",
        "TEXT, abc, true",
        "TEXT, abcde, false",
        "NUMBER, 2, false",
        "NUMBER, 4, true",
        "NUMBER, 5, false"
    })
    void bounds_are_of_the_length_or_of_the_number(Element element, String text, boolean valid) {
        BuyerField field =
                field("f", element, "", false, null, new OptionalValue(true, "3"), new OptionalValue(true, "4"));
        only(field, answer("f", text));
        assertThat(problems.isEmpty()).isEqualTo(valid);
    }

    @Test
    void several_options_are_in_the_order_of_the_field_and_have_bounds() {
        BuyerField field = field(
                "f", Element.MULTI_SELECT, "", false, null, new OptionalValue(true, "2"), new OptionalValue(true, "2"));
        assertThat(only(field, options("Blue", "red"))).isEqualTo("Red, Blue");
        only(field, options("Blue"));
        assertThat(problems).extracting(Problem::message).containsExactly("needs at least 2 options");
        only(field, options("Blue", "Red", "Green"));
        assertThat(problems).extracting(Problem::message).containsExactly("takes at most 2 options");
        only(field, answer("f", "Blue"));
        assertThat(problems)
                .extracting(Problem::message)
                .containsExactly("is not allowed for this field: send the labels in `values`");
    }

    private static SubmittedAnswer options(String... values) {
        return new SubmittedAnswer(null, "f", null, null, List.of(values), null, null);
    }

    @Test
    void an_address_can_stand_for_both() {
        BuyerField field = new BuyerField(
                "address",
                "Address",
                Element.ADDRESS,
                "",
                "address",
                List.of(),
                true,
                false,
                null,
                null,
                null,
                null,
                null,
                null,
                "billing_and_shipping");
        PostalAddress berlin = new PostalAddress("Weg 1", null, "Berlin", null, "10115", "DE");
        SubmittedAnswer both = new SubmittedAnswer(
                null, "address", null, new SubmittedAnswer.Addresses(berlin, null, true), null, null, null);
        Buyer buyer = new Buyer(answers(List.of(EMAIL, field), ANNA, both));
        assertThat(problems).isEmpty();
        assertThat(buyer.address()).isEqualTo(berlin);
        assertThat(buyer.shipping()).isEqualTo(new ShippingAddress(null, null, berlin));
        SubmittedAnswer one = new SubmittedAnswer(
                null, "address", null, new SubmittedAnswer.Addresses(berlin, null, false), null, null, null);
        answers(List.of(EMAIL, field), ANNA, one);
        assertThat(problems).extracting(Problem::param).containsExactly("fields[1].value.shipping");
    }
}
