package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.Templates;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * PATCH with null clears every optional setting, object and list. The cases derive from the fields of the
 * bodies, so that a new setting only needs a value in {@link Settable}.
 */
class NullClearsTest {
    private static final Set<Type.Kind> CONTAINERS = Set.of(Type.Kind.OBJECT, Type.Kind.LIST, Type.Kind.MAP);

    /** Objects that every record has. */
    private static final Set<String> NEEDED = Set.of("eventDetails", "price", "prices", "options");

    /** Null has another meaning, or they cannot be set; they have tests of their own. */
    private static final Set<String> APART =
            Set.of("slug", "defaultPriceId", "enabledAt", "image", "eventDetails.status", "fees.multiplyByTickets");

    /** Settings that do not apply to the sample; null is accepted nevertheless. */
    private static final Set<String> UNSET = Set.of(
            "TICKET_TYPE.triggerTicketTypeId",
            "TICKET_GROUP.triggerTicketGroupId",
            "PRICE.recurring",
            "PRICE.paymentPlan",
            "RECURRING.startDate",
            "PAYMENT_PLAN.startDate",
            "EVENT.eventDetails.location",
            "EVENT.eventDetails.meetingLink",
            "FIELD.options",
            "FIELD.showHideLogic.element.elementType",
            "VARIANT.showHideLogic.element",
            "VARIANT.showHideLogic.element.elementId");

    private static final Map<String, String> SHOWN_AS = Map.of("imageId", "image");

    private final TestSeller seller = TestGateway.shared().seller();

    /** One key of a body, with its enclosing objects. */
    private record Setting(String path, Field key) {
        String pointer(Settable kind) {
            String shown = key.name().equals("imageIds")
                    ? kind.images()
                    : key.name().equals("fileIds") ? kind.files() : SHOWN_AS.getOrDefault(key.name(), key.name());
            int dot = path.lastIndexOf('.');
            return "/" + (path.substring(0, dot + 1) + shown).replace('.', '/');
        }
    }

    private static List<Setting> settings(Settable kind, List<Field> keys, String path) {
        List<Setting> all = new ArrayList<>();
        for (Field key : keys) {
            all.add(new Setting(path + key.name(), key));
            boolean whole = kind.apart(key.name()) || APART.contains(key.name());
            if (key.type().kind() == Type.Kind.OBJECT && !whole) {
                all.addAll(settings(kind, key.type().fields(), path + key.name() + "."));
            }
        }
        all.removeIf(setting ->
                APART.contains(setting.path()) || APART.contains(setting.key().name()));
        return all;
    }

    /** Returns the body that sets one key to null, with the required keys beside it as in the sample. */
    private static ObjectNode nulled(List<Field> keys, JsonNode sample, List<String> path) {
        ObjectNode body = Templates.of("{}");
        for (Field key : keys) {
            if (key.name().equals(path.get(0))) {
                body.set(
                        key.name(),
                        path.size() == 1
                                ? body.nullNode()
                                : nulled(key.type().fields(), sample.path(key.name()), path.subList(1, path.size())));
            } else if (key.required()) {
                body.set(key.name(), sample.get(key.name()));
            }
        }
        return body;
    }

    @ParameterizedTest
    @EnumSource(Settable.class)
    void null_restores_the_value_of_a_new_record(Settable kind) {
        Settable.Made plain = kind.make(seller);
        Settable.Made made = kind.make(seller);
        ObjectNode sample = kind.sample(seller, made);
        JsonNode unset = plain.read();
        for (Setting setting : settings(kind, kind.keys(), "")) {
            String at = setting.pointer(kind);
            Field key = setting.key();
            if (!key.clearable()) {
                refused(kind, made, sample, setting, unset.at(at));
                continue;
            }
            made.patch(sample).expect(200);
            boolean set = !UNSET.contains(kind + "." + setting.path());
            assertThat(value(made, at).equals(value(unset, at)))
                    .as("the sample sets " + kind + " " + setting.path())
                    .isEqualTo(!set);
            Reply reply = made.patch(
                    nulled(kind.keys(), sample, List.of(setting.path().split("\\."))));
            assertThat(reply.status()).as(setting.path() + ": " + reply.body()).isEqualTo(200);
            assertThat(value(made, at)).as(kind + " " + setting.path()).isEqualTo(value(unset, at));
        }
    }

    private static JsonNode value(Settable.Made made, String at) {
        return value(made.read(), at);
    }

    /** Missing values are null, and lists without items are empty. */
    private static JsonNode value(JsonNode record, String at) {
        JsonNode value = record.at(at);
        boolean none = value.isMissingNode() || (value.isArray() && value.isEmpty());
        return none ? NullNode.getInstance() : value;
    }

    /** A switch, an enum or a required value: 400 with its name. */
    private static void refused(Settable kind, Settable.Made made, ObjectNode sample, Setting setting, JsonNode unset) {
        Field key = setting.key();
        boolean needed = !CONTAINERS.contains(key.type().kind()) || NEEDED.contains(key.name());
        assertThat(needed).as(kind + " " + setting.path() + " can be cleared").isTrue();
        assertThat(unset.isNull())
                .as(kind + " " + setting.path() + " reads null")
                .isFalse();
        Reply reply = made.patch(
                nulled(kind.keys(), sample, Arrays.asList(setting.path().split("\\."))));
        assertThat(reply.problems()).as(kind + " " + setting.path()).anyMatch(at -> at.endsWith(setting.path()));
        assertThat(reply.body()).contains("cannot be null");
    }
}
