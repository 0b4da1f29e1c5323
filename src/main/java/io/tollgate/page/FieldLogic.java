package io.tollgate.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When one field is shown: while another one has a value, or has not. Stored with the id of the other
 * field and, where that one has options, the id of the option.
 */
final class FieldLogic {
    private static final Set<String> TRIGGERS = Set.of("select", "multiple-choice", "checkbox");

    private final FieldDocuments fields;
    private final ObjectNode field;

    FieldLogic(FieldDocuments fields, ObjectNode field) {
        this.fields = fields;
        this.field = field;
    }

    private ObjectNode logic() {
        return (ObjectNode) field.get("showHideLogic");
    }

    void apply(Input sent) {
        if (!sent.has("showHideLogic")) {
            return;
        }
        Input asked = sent.object("showHideLogic");
        ObjectNode defaults = FieldDocuments.defaultLogic();
        if (!sent.hasValue("showHideLogic") || !field.path("showHideLogic").isObject()) {
            field.set("showHideLogic", defaults.deepCopy());
        }
        asked.mergeInto(logic(), defaults);
        Input element = asked.object("element");
        String name = element.text("elementId");
        if (name != null) {
            ObjectNode other = fields.named(name);
            if (other == null || other == field) {
                element.problem("elementId", "must be another field of the page");
                return;
            }
            refer(other, element.text("elementTitle"));
        }
        if (logic().path("enabled").asBoolean()) {
            validate(asked, element, name != null || asked.has("value"));
        }
    }

    private void refer(ObjectNode other, @Nullable String title) {
        ((ObjectNode) logic().get("element"))
                .put("elementId", FieldDocuments.id(other))
                .put("elementType", "field")
                .put("elementTitle", title == null ? other.path("label").asText() : title);
    }

    private @Nullable ObjectNode trigger() {
        return fields.byId(logic().at("/element/elementId").asText(""));
    }

    private void validate(Input asked, Input element, boolean compares) {
        ObjectNode other = trigger();
        if (other == null) {
            element.problem("elementId", "is required while enabled is true");
            return;
        }
        String kind = other.path("element").asText();
        element.rule(TRIGGERS.contains(kind), "elementId", "must be a select, a multiple-choice or a checkbox");
        element.rule(!leadsBack(), "elementId", "is a field that depends on this one");
        boolean empty = logic().path("comparison").asText().endsWith("empty");
        asked.rule(!empty || !kind.equals("checkbox"), "comparison", "must be is or is_not for a checkbox");
        if (empty) {
            logic().putNull("value");
        } else if (compares || !logic().hasNonNull("value")) {
            value(asked, other, kind);
        }
    }

    private void value(Input asked, ObjectNode other, String kind) {
        String text = logic().path("value").isTextual() ? logic().path("value").asText() : "";
        if (kind.equals("checkbox")) {
            asked.rule(text.equals("TRUE") || text.equals("FALSE"), "value", "must be TRUE or FALSE for a checkbox");
            return;
        }
        String option = fields.option(other, text);
        asked.rule(option != null, "value", "must be an option of the other field");
        if (option != null) {
            logic().put("value", option);
        }
    }

    /** Whether the field would be shown only by itself. */
    private boolean leadsBack() {
        ObjectNode next = trigger();
        for (int i = 0; i < FieldKeys.FIELDS_MAX && next != null && next != field; i++) {
            next = next.at("/showHideLogic/enabled").asBoolean()
                    ? fields.byId(next.at("/showHideLogic/element/elementId").asText(""))
                    : null;
        }
        return next == field;
    }

    /** Switches the logic off where the field or the option that it waits for is there no more. */
    void mend() {
        JsonNode id = field.at("/showHideLogic/element/elementId");
        if (!id.isTextual()) {
            return;
        }
        ObjectNode other = trigger();
        JsonNode value = field.at("/showHideLogic/value");
        boolean options = other != null && FieldRules.offersOptions(other);
        boolean fits = other != null
                && TRIGGERS.contains(other.path("element").asText())
                && (!options || !value.isTextual() || fields.option(other, value.asText()) != null);
        if (!fits) {
            logic().put("enabled", false).putNull("value");
            ((ObjectNode) logic().get("element")).putNull("elementId").putNull("elementTitle");
        }
    }
}
