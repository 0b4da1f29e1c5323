package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code showHideLogic} of one field, which shows it depending on the value of another field. The stored logic has
 * the id of the other field and, if that has options, the id of the option.
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
        Input change = sent.object("showHideLogic");
        ObjectNode defaults = FieldDocuments.defaultLogic();
        if (!sent.hasValue("showHideLogic") || !field.path("showHideLogic").isObject()) {
            field.set("showHideLogic", defaults.deepCopy());
        }
        change.mergeInto(logic(), defaults);
        Input element = change.object("element");
        String name = element.text("elementId");
        if (name != null) {
            ObjectNode other = fields.resolve(name);
            if (other == null || other == field) {
                element.problem("elementId", "must be another field of the page");
                return;
            }
            setElement(other, element.text("elementTitle"));
        }
        if (logic().path("enabled").asBoolean()) {
            validate(change, element, name != null || change.has("value"));
        }
    }

    private void setElement(ObjectNode other, @Nullable String title) {
        ((ObjectNode) logic().get("element"))
                .put("elementId", FieldDocuments.id(other))
                .put("elementType", "field")
                .put("elementTitle", title == null ? other.path("label").asText() : title);
    }

    /** Returns the field that this field depends on, or null. */
    private @Nullable ObjectNode trigger() {
        return fields.byId(logic().at("/element/elementId").asText(""));
    }

    private void validate(Input change, Input element, boolean changesValue) {
        ObjectNode other = trigger();
        if (other == null) {
            element.problem("elementId", "is required while enabled is true");
            return;
        }
        String kind = other.path("element").asText();
        element.rule(
                TRIGGERS.contains(kind),
                "elementId",
                "must be a field with the element select, multiple-choice or checkbox");
        element.rule(!isCyclic(), "elementId", "must not be a field that depends on this one");
        boolean empty = logic().path("comparison").asText().endsWith("empty");
        change.rule(!empty || !kind.equals("checkbox"), "comparison", "must be is or is_not for a checkbox");
        if (empty) {
            logic().putNull("value");
        } else if (changesValue || !logic().hasNonNull("value")) {
            value(change, other, kind);
        }
    }

    private void value(Input change, ObjectNode other, String kind) {
        String text = logic().path("value").isTextual() ? logic().path("value").asText() : "";
        if (kind.equals("checkbox")) {
            change.rule(text.equals("TRUE") || text.equals("FALSE"), "value", "must be TRUE or FALSE for a checkbox");
            return;
        }
        String option = fields.resolveOption(other, text);
        change.rule(option != null, "value", "must be an option of the other field");
        if (option != null) {
            logic().put("value", option);
        }
    }

    /** Returns whether the field depends on itself through other fields. */
    private boolean isCyclic() {
        ObjectNode next = trigger();
        for (int i = 0; i < PageFieldSchema.FIELDS_MAX && next != null && next != field; i++) {
            next = next.at("/showHideLogic/enabled").asBoolean()
                    ? fields.byId(next.at("/showHideLogic/element/elementId").asText(""))
                    : null;
        }
        return next == field;
    }

    /** Disables the logic if the field or option that it depends on no longer exists. */
    void disableIfBroken() {
        JsonNode id = field.at("/showHideLogic/element/elementId");
        if (!id.isTextual()) {
            return;
        }
        ObjectNode other = trigger();
        JsonNode value = field.at("/showHideLogic/value");
        boolean options = other != null && FieldRules.offersOptions(other);
        boolean valid = other != null
                && TRIGGERS.contains(other.path("element").asText())
                && (!options || !value.isTextual() || fields.resolveOption(other, value.asText()) != null);
        if (!valid) {
            logic().put("enabled", false).putNull("value");
            ((ObjectNode) logic().get("element")).putNull("elementId").putNull("elementTitle");
        }
    }
}
