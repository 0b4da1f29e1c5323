package io.tollgate.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tollgate.resource.Type.Kind;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeTest {
    private static final String ID = "65f0c0ffee0123456789abcd";

    private static void refused(Type type, String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> type.parse(text)).withMessage(message);
    }

    @Test
    void an_id_is_read_in_either_case_and_kept_in_lower_case() {
        assertThat(Type.ID.parse(ID)).isEqualTo(ID);
        assertThat(Type.ID.parse("65F0C0FFEE0123456789ABCD")).isEqualTo(ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "65f0c0ffee0123456789abc", "65f0c0ffee0123456789abcd0", "g5f0c0ffee0123456789abcd"})
    void other_texts_are_no_ids(String text) {
        refused(Type.ID, text, "must be a 24-character hexadecimal id");
    }

    @Test
    void one_of_several_values_is_read_as_it_stands() {
        Type type = Type.oneOf("paid", "open");
        assertThat(type.parse("open")).isEqualTo("open");
        refused(type, "Open", "must be one of paid, open");
    }

    @Test
    void a_boolean_is_true_or_false() {
        assertThat(Type.BOOLEAN.parse("true")).isEqualTo(true);
        assertThat(Type.BOOLEAN.parse("false")).isEqualTo(false);
        refused(Type.BOOLEAN, "TRUE", "must be true or false");
        refused(Type.BOOLEAN, "1", "must be true or false");
    }

    @Test
    void a_time_is_read_to_the_microsecond() {
        assertThat(Type.TIME.parse("2026-01-31T23:59:59.123456Z"))
                .isEqualTo(OffsetDateTime.parse("2026-01-31T23:59:59.123456Z"));
        assertThat(Type.TIME.parse("2024-02-29T00:00:00Z")).isEqualTo(OffsetDateTime.parse("2024-02-29T00:00:00Z"));
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
        String longest = "\ud83c\udfab".repeat(Type.TEXT_MAX);
        assertThat(Type.TEXT.parse(longest)).isEqualTo(longest);
        assertThat(Type.TEXT.parse("a")).isEqualTo("a");
        refused(Type.TEXT, longest + "a", "must be 1 to 200 characters long");
        refused(Type.TEXT, "", "must be 1 to 200 characters long");
    }

    @Test
    void an_email_address_is_read_in_lower_case() {
        assertThat(Type.EMAIL.parse(" Anna+News@Example.com ")).isEqualTo("anna+news@example.com");
        String longest = "a".repeat(Type.EMAIL_MAX - 2) + "@b";
        assertThat(Type.EMAIL.parse(longest)).isEqualTo(longest);
        for (String wrong : List.of("anna", "anna news@example.com", "@example.com", "a@b@c", "a" + longest)) {
            refused(Type.EMAIL, wrong, "must be an e-mail address; a + in it is sent as %2B");
        }
        assertThat(Type.EMAIL.column(TextNode.valueOf("A@b.com"))).isEqualTo("a@b.com");
    }

    @Test
    void a_code_is_read_folded() {
        assertThat(Type.CODE.parse("SPRING-25")).isEqualTo("spring-25");
        assertThat(Type.CODE.column(TextNode.valueOf("Straße"))).isEqualTo("strasse");
        refused(Type.CODE, "x".repeat(201), "must be 1 to 200 characters long");
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"MONEY", "INTEGER", "NUMBER", "OBJECT", "LIST", "MAP", "ANY"})
    void other_kinds_are_no_filters(Kind kind) {
        Type type = new Type(kind, List.of(), List.of(), null);
        assertThatIllegalStateException().isThrownBy(() -> type.parse("1")).withMessage(kind + " cannot be a filter");
    }

    @Test
    void values_of_columns_have_the_type_of_the_column() {
        assertThat(Type.BOOLEAN.column(BooleanNode.TRUE)).isEqualTo(true);
        assertThat(Type.BOOLEAN.column(BooleanNode.FALSE)).isEqualTo(false);
        assertThat(Type.MONEY.column(LongNode.valueOf(1999))).isEqualTo(1999L);
        assertThat(Type.INTEGER.column(LongNode.valueOf(7))).isEqualTo(7L);
        assertThat(Type.ID.column(TextNode.valueOf(ID))).isEqualTo(ID);
        assertThat(Type.TEXT.column(TextNode.valueOf("x"))).isEqualTo("x");
        assertThat(Type.oneOf("paid").column(TextNode.valueOf("paid"))).isEqualTo("paid");
        assertThat(Type.TIME.column(TextNode.valueOf("2026-01-31T00:00:00Z")))
                .isEqualTo(OffsetDateTime.parse("2026-01-31T00:00:00Z"));
    }

    @Test
    void what_is_absent_is_null_in_a_column() {
        assertThat(Type.TEXT.column(null)).isNull();
        assertThat(Type.TEXT.column(NullNode.getInstance())).isNull();
        assertThat(Type.TEXT.column(MissingNode.getInstance())).isNull();
        assertThatThrownBy(() -> Type.ANY.column(TextNode.valueOf("x")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ANY cannot be a column");
    }

    @Test
    void lists_and_maps_know_what_they_hold() {
        assertThat(Type.listOf(Type.ID)).isEqualTo(new Type(Kind.LIST, List.of(), List.of(), Type.ID));
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
                .extracting(Type::sample)
                .containsExactly(ID, "anna", "true", "2026-01-31T00:00:00Z", "paid");
        for (Type type : filters) {
            assertThat(type.parse(type.sample())).isNotNull();
            assertThatIllegalArgumentException().isThrownBy(() -> type.parse(type.wrong()));
        }
    }
}
