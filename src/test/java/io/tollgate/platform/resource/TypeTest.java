package io.tollgate.platform.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.schema.Type.Kind;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeTest {
    private static final String ID = "65f0c0ffee0123456789abcd";

    private static void refused(Type type, String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterValues.parse(type, text))
                .withMessage(message);
    }

    @Test
    void an_id_is_read_in_either_case_and_kept_in_lower_case() {
        assertThat(FilterValues.parse(Type.ID, ID)).isEqualTo(ID);
        assertThat(FilterValues.parse(Type.ID, "65F0C0FFEE0123456789ABCD")).isEqualTo(ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "65f0c0ffee0123456789abc", "65f0c0ffee0123456789abcd0", "g5f0c0ffee0123456789abcd"})
    void other_texts_are_no_ids(String text) {
        refused(Type.ID, text, "must be a 24-character hexadecimal id");
    }

    @Test
    void one_of_several_values_is_read_as_it_stands() {
        Type type = Type.oneOf("paid", "open");
        assertThat(FilterValues.parse(type, "open")).isEqualTo("open");
        refused(type, "Open", "must be one of paid, open");
    }

    @Test
    void a_boolean_is_true_or_false() {
        assertThat(FilterValues.parse(Type.BOOLEAN, "true")).isEqualTo(true);
        assertThat(FilterValues.parse(Type.BOOLEAN, "false")).isEqualTo(false);
        refused(Type.BOOLEAN, "TRUE", "must be true or false");
        refused(Type.BOOLEAN, "1", "must be true or false");
    }

    @Test
    void a_time_is_read_to_the_microsecond() {
        assertThat(FilterValues.parse(Type.TIME, "2026-01-31T23:59:59.123456Z"))
                .isEqualTo(OffsetDateTime.parse("2026-01-31T23:59:59.123456Z"));
        assertThat(FilterValues.parse(Type.TIME, "2024-02-29T00:00:00Z"))
                .isEqualTo(OffsetDateTime.parse("2024-02-29T00:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-31",
                "2026-01-31T00:00:00",
                "2026-01-31T00:00:00+00:00",
                "2026-01-31T24:00:00Z",
                "2026-01-31T00:00:00.1234567Z",
                "2026-02-29T00:00:00Z"
            })
    void other_texts_are_no_times(String text) {
        refused(Type.TIME, text, "must be an ISO 8601 date and time in UTC with Z, like 2026-01-31T00:00:00Z");
    }

    @Test
    void a_text_is_counted_in_code_points() {
        String longest = "\ud83c\udfab".repeat(FilterValues.TEXT_MAX);
        assertThat(FilterValues.parse(Type.TEXT, longest)).isEqualTo(longest);
        assertThat(FilterValues.parse(Type.TEXT, "a")).isEqualTo("a");
        refused(Type.TEXT, longest + "a", "must be 1 to 200 characters long");
        refused(Type.TEXT, "", "must be 1 to 200 characters long");
    }

    @Test
    void an_email_address_is_read_in_lower_case() {
        assertThat(FilterValues.parse(Type.EMAIL, " Anna+News@Example.com ")).isEqualTo("anna+news@example.com");
        String longest = "a".repeat(Type.EMAIL_MAX - 2) + "@b";
        assertThat(FilterValues.parse(Type.EMAIL, longest)).isEqualTo(longest);
        for (String wrong : List.of("anna", "anna news@example.com", "@example.com", "a@b@c", "a" + longest)) {
            refused(Type.EMAIL, wrong, "must be an e-mail address; a + in it is sent as %2B");
        }
        assertThat(FilterValues.column(Type.EMAIL, TextNode.valueOf("A@b.com"))).isEqualTo("a@b.com");
    }

    @Test
    void a_code_is_read_folded() {
        assertThat(FilterValues.parse(Type.CODE, "SPRING-25")).isEqualTo("spring-25");
        assertThat(FilterValues.column(Type.CODE, TextNode.valueOf("Straße"))).isEqualTo("strasse");
        refused(Type.CODE, "x".repeat(201), "must be 1 to 200 characters long");
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"MONEY", "NUMBER", "OBJECT", "LIST", "MAP", "ANY"})
    void other_kinds_are_no_filters(Kind kind) {
        Type type = new Type(kind, 0, 0, List.of(), null, null, List.of(), null);
        assertThatIllegalStateException()
                .isThrownBy(() -> FilterValues.parse(type, "1"))
                .withMessage(kind + " cannot be a filter");
    }

    @Test
    void values_of_columns_have_the_type_of_the_column() {
        assertThat(FilterValues.column(Type.BOOLEAN, BooleanNode.TRUE)).isEqualTo(true);
        assertThat(FilterValues.column(Type.BOOLEAN, BooleanNode.FALSE)).isEqualTo(false);
        assertThat(FilterValues.column(Type.MONEY, LongNode.valueOf(1999))).isEqualTo(1999L);
        assertThat(FilterValues.column(Type.INTEGER, LongNode.valueOf(7))).isEqualTo(7L);
        assertThat(FilterValues.column(Type.ID, TextNode.valueOf(ID))).isEqualTo(ID);
        assertThat(FilterValues.column(Type.TEXT, TextNode.valueOf("x"))).isEqualTo("x");
        assertThat(FilterValues.column(Type.oneOf("paid"), TextNode.valueOf("paid")))
                .isEqualTo("paid");
        assertThat(FilterValues.column(Type.TIME, TextNode.valueOf("2026-01-31T00:00:00Z")))
                .isEqualTo(OffsetDateTime.parse("2026-01-31T00:00:00Z"));
    }

    @Test
    void what_is_absent_is_null_in_a_column() {
        assertThat(FilterValues.column(Type.TEXT, null)).isNull();
        assertThat(FilterValues.column(Type.TEXT, NullNode.getInstance())).isNull();
        assertThat(FilterValues.column(Type.TEXT, MissingNode.getInstance())).isNull();
        assertThatThrownBy(() -> FilterValues.column(Type.ANY, TextNode.valueOf("x")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ANY cannot be a column");
    }

    @Test
    void lists_and_maps_know_what_they_hold() {
        assertThat(Type.listOf(Type.ID))
                .isEqualTo(new Type(Kind.LIST, 0, 0, List.of(), null, null, List.of(), Type.ID));
        assertThat(Type.listOf(Type.ID).element()).isEqualTo(Type.ID);
        assertThat(Type.mapOf(Type.TEXT).kind()).isEqualTo(Kind.MAP);
        assertThat(Type.mapOf(Type.TEXT).element()).isEqualTo(Type.TEXT);
        assertThat(Type.object(Field.id("a")).fields()).containsExactly(Field.id("a"));
        assertThatIllegalStateException().isThrownBy(Type.TEXT::element).withMessage("TEXT has no element type");
    }

    @Test
    void every_filter_takes_its_sample_and_refuses_its_wrong_value() {
        List<Type> filters = List.of(Type.ID, Type.TEXT, Type.BOOLEAN, Type.TIME, Type.oneOf("paid", "open"));
        assertThat(filters)
                .extracting(FilterValues::sample)
                .containsExactly(ID, "anna", "true", "2026-01-31T00:00:00Z", "paid");
        for (Type type : filters) {
            assertThat(FilterValues.parse(type, FilterValues.sample(type))).isNotNull();
            assertThatIllegalArgumentException().isThrownBy(() -> FilterValues.parse(type, FilterValues.wrong(type)));
        }
    }
}
