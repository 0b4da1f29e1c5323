package io.tollgate.platform.schema;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.choice;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.ids;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The fields of records, bodies and new documents derive from one declaration. */
class SchemaTest {
    private static final Schema THING = Schema.of(
            id("id").always(),
            text("title", 500).always().writable().needed().doc("The title."),
            bool("testmode").writable().defaultsTo(false),
            choice("color", List.of("red", "blue")).writable().orNull(),
            list("images", id("fileId")),
            ids("imageIds", 5).writeOnly().orNull(),
            list("parts", 9, text("name", 20).needed(), integer("order", 0, 9).defaultsTo(3))
                    .in(View.READ, View.CREATE),
            text("key", 10).createOnly(),
            id("groupId").changeOnly(),
            object(
                            "limit",
                            bool("enabled").needed().defaultsTo(false),
                            time("enabledAt").roundTrip())
                    .writable()
                    .orNull(),
            object("plan", bool("enabled").defaultsTo(true)).writable().defaultsToNull());

    private static List<String> names(List<Field> fields) {
        return fields.stream().map(Field::name).toList();
    }

    private static Field field(List<Field> fields, String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_record_has_what_is_read() {
        assertThat(names(THING.read()))
                .containsExactly("id", "title", "testmode", "color", "images", "parts", "limit", "plan");
    }

    @Test
    void bodies_have_what_is_written() {
        assertThat(names(THING.create()))
                .containsExactly("title", "testmode", "color", "imageIds", "parts", "key", "limit", "plan");
        assertThat(names(THING.change()))
                .containsExactly("title", "testmode", "color", "imageIds", "groupId", "limit", "plan");
    }

    @Test
    void members_have_the_access_of_their_object() {
        assertThat(names(field(THING.create(), "limit").type().fields())).containsExactly("enabled");
        assertThat(names(field(THING.change(), "limit").type().fields())).containsExactly("enabled", "enabledAt");
        assertThat(names(field(THING.read(), "limit").type().fields())).containsExactly("enabled", "enabledAt");
    }

    @Test
    void a_change_needs_no_field_but_members_of_what_it_sends() {
        assertThat(field(THING.create(), "title").required()).isTrue();
        assertThat(field(THING.change(), "title").required()).isFalse();
        assertThat(field(field(THING.change(), "limit").type().fields(), "enabled")
                        .required())
                .isTrue();
    }

    @Test
    void readers_are_promised_no_bounds() {
        assertThat(field(THING.read(), "title"))
                .isEqualTo(text("title").always().doc("The title."));
        assertThat(field(THING.read(), "color")).isEqualTo(text("color"));
        assertThat(field(THING.create(), "color").type().values()).containsExactly("red", "blue");
    }

    @Test
    void a_new_record_has_the_defaults() {
        assertThat(THING.defaults()).hasToString("{\"testmode\":false,\"parts\":[],\"limit\":{\"enabled\":false}}");
        assertThat(Schema.memberDefaults(field(THING.fields(), "parts"))).hasToString("{\"order\":3}");
    }

    @Test
    void a_default_is_not_shared_between_records() {
        THING.defaults().withObject("/limit").put("enabled", true);
        assertThat(THING.defaults().at("/limit/enabled").booleanValue()).isFalse();
    }

    @Test
    void plain_settings_are_those_that_are_read_and_written() {
        assertThat(THING.settable()).containsExactly("title", "testmode", "color", "parts", "limit", "plan");
    }

    @Test
    void a_schema_can_be_part_of_another() {
        Schema holder = Schema.of(list("things", THING.members()).writable());
        List<Field> read = field(holder.read(), "things").type().element().fields();
        List<Field> created = field(holder.create(), "things").type().element().fields();
        assertThat(read).isEqualTo(THING.read());
        assertThat(created).isEqualTo(THING.create());
    }

    @Test
    void a_default_is_json() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> text("a").defaultsToJson("{"))
                .withMessageContaining("default of a");
    }
}
