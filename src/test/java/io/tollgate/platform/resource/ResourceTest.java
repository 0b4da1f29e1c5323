package io.tollgate.platform.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tollgate.platform.resource.Resource.Builder;
import io.tollgate.platform.resource.Resource.Modes;
import io.tollgate.platform.resource.Search.Shape;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceTest {
    private static final String PATH = "/v1/things";

    private static Builder things() {
        return Resource.at(PATH)
                .fields(
                        Field.text("name"),
                        Field.oneOf("status", "new", "old"),
                        Field.object("place", Field.object("town", Field.id("zipId")), Field.text("street")));
    }

    private static void refused(Runnable definition, String message) {
        assertThatIllegalArgumentException().isThrownBy(definition::run).withMessage(message);
    }

    @Test
    void a_definition_holds_what_it_was_told() {
        Search.Rule rule = Search.contains(Shape.ANYTHING, "name");
        Resource built = things().noun("Thing")
                .idName("thingId")
                .table("thing")
                .kind("small")
                .modes(Modes.OF_THE_KEY)
                .counted("status")
                .indexed("name")
                .countedAt("zipId", "place.town.zipId", "none")
                .columns("name", "status")
                .createdBounds()
                .search(rule)
                .storedApart("place.street")
                .build();
        assertThat(built)
                .isEqualTo(new Resource(
                        PATH,
                        "Thing",
                        "thingId",
                        "thing",
                        "small",
                        Modes.OF_THE_KEY,
                        things().build().fields(),
                        List.of(
                                new Filter(
                                        "status",
                                        List.of("status"),
                                        Type.oneOf("new", "old"),
                                        true,
                                        false,
                                        false,
                                        null,
                                        null),
                                new Filter("name", List.of("name"), Type.TEXT, false, false, false, null, null),
                                new Filter(
                                        "zipId",
                                        List.of("place", "town", "zipId"),
                                        Type.ID,
                                        true,
                                        false,
                                        false,
                                        "none",
                                        null)),
                        List.of(Field.text("name"), Field.oneOf("status", "new", "old")),
                        true,
                        new Search(List.of(rule)),
                        List.of("place.street"),
                        null,
                        Reports.NOTHING,
                        Measures.NONE,
                        true));
        assertThat(built.counted()).extracting(Filter::name).containsExactly("status", "zipId");
    }

    @Test
    void what_is_not_told_is_the_least() {
        assertThat(Resource.at(PATH).build())
                .isEqualTo(new Resource(
                        PATH,
                        "Record",
                        "id",
                        "",
                        null,
                        Modes.NONE,
                        List.of(),
                        List.of(),
                        List.of(),
                        false,
                        new Search(List.of()),
                        List.of(),
                        null,
                        Reports.NOTHING,
                        Measures.NONE,
                        true));
    }

    @Test
    void fields_are_found_by_name_and_declared_once() {
        assertThat(things().build().field("status")).isEqualTo(Field.oneOf("status", "new", "old"));
        refused(() -> things().build().field("state"), "/v1/things has no field state");
        refused(() -> things().fields(Field.id("name")), "/v1/things declares name twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"state", "place.village", "place.town.zip", "name.first"})
    void a_filter_of_an_unknown_field_is_refused(String at) {
        String unknown = "/v1/things has no field " + at;
        refused(() -> things().countedAt("x", at, null), unknown);
        if (!at.contains(".")) {
            refused(() -> things().indexed(at), unknown);
            refused(() -> things().counted(at), unknown);
            refused(() -> things().columns(at), unknown);
            refused(() -> things().search(Search.contains(Shape.ANYTHING, at)).build(), unknown);
        }
    }

    @Test
    void the_last_word_of_the_path_is_the_name() {
        assertThat(things().build().name()).isEqualTo("things");
        assertThat(Resource.at("things").build().name()).isEqualTo("things");
    }

    @Test
    void what_has_a_mode_is_recorded() {
        assertThat(things().build().recorded()).isFalse();
        assertThat(things().modes(Modes.OF_THE_KEY).build().recorded()).isTrue();
        assertThat(things().modes(Modes.LIVE_AND_TEST).build().recorded()).isTrue();
    }

    @Test
    void a_column_is_the_word_of_the_interface_in_snake_case() {
        assertThat(new Filter("pageId", List.of("pageId"), Type.ID, false, false, false, null, null).column())
                .isEqualTo("page_id");
        assertThat(Filter.snake("createdAt")).isEqualTo("created_at");
        assertThat(Filter.snake("aBC")).isEqualTo("a_b_c");
        assertThat(Filter.snake("plain")).isEqualTo("plain");
    }

    @Test
    void fields_have_the_type_of_their_maker() {
        Field inner = Field.text("x");
        assertThat(List.of(
                        Field.id("f"),
                        Field.text("f"),
                        Field.money("f"),
                        Field.integer("f"),
                        Field.number("f"),
                        Field.bool("f"),
                        Field.time("f"),
                        Field.any("f"),
                        Field.texts("f"),
                        Field.ids("f")))
                .extracting(Field::type)
                .containsExactly(
                        Type.ID,
                        Type.TEXT,
                        Type.MONEY,
                        Type.INTEGER,
                        Type.NUMBER,
                        Type.BOOLEAN,
                        Type.TIME,
                        Type.ANY,
                        Type.listOf(Type.TEXT),
                        Type.listOf(Type.ID));
        assertThat(Field.object("f", inner)).isEqualTo(Field.object("f", List.of(inner)));
        assertThat(Field.object("f", inner).type()).isEqualTo(Type.object(inner));
        assertThat(Field.list("f", inner)).isEqualTo(Field.list("f", List.of(inner)));
        assertThat(Field.list("f", inner).type()).isEqualTo(Type.listOf(Type.object(inner)));
        assertThat(Field.map("f", Type.ID).type()).isEqualTo(Type.mapOf(Type.ID));
    }

    @Test
    void a_field_is_there_unless_it_says_otherwise() {
        assertThat(Field.text("f").maybeAbsent()).isFalse();
        assertThat(Field.text("f").orAbsent())
                .isEqualTo(new Field(
                        "f",
                        Type.TEXT,
                        true,
                        false,
                        null,
                        false,
                        false,
                        false,
                        null,
                        Field.text("f").doc(),
                        false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "65F0C0FFEE0123456789ABCD", "65f0c0ffee0123456789abc", "65f0c0ffee0123456789abcd1"})
    void a_scope_is_of_a_seller(String id) {
        assertThat(new Scope("65f0c0ffee0123456789abcd", true).live()).isTrue();
        refused(() -> new Scope(id, true), "a seller id must be 24 lowercase hexadecimal digits");
    }
}
