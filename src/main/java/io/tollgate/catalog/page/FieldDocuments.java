package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.platform.input.Input;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one page during a write. Problems are recorded in the input. The caller supplies the ids, so that a dry
 * run can use placeholders.
 */
final class FieldDocuments {
    /** Keys that {@link Templates} does not merge, because they have rules of their own. */
    private static final Set<String> EXCLUDED = Set.of("key", "options", "reference", "showHideLogic");

    private static final int REFERENCE_MAX = PageFieldSchema.REFERENCE_MAX;

    private static final ObjectNode TEMPLATE = PageFieldSchema.SCHEMA.defaults();

    /** Returns the {@code showHideLogic} of a field that is always shown. */
    static ObjectNode defaultLogic() {
        return TEMPLATE.withObject("/showHideLogic").deepCopy();
    }

    private static final ObjectNode NAME = Templates.of("""
            { "label": "%s", "element": "text", "type": "name", "required": true, "reference": "customer_name" }
            """.formatted(BuyerField.NAME_LABEL));
    private static final ObjectNode EMAIL = Templates.of("""
            {
              "label": "%s", "element": "email", "type": "email", "required": true,
              "reference": "customer_email"
            }
            """.formatted(BuyerField.EMAIL_LABEL));

    private final Supplier<String> ids;
    private final String now;
    private final List<ObjectNode> fields = new ArrayList<>();
    private final Set<String> references = new HashSet<>();
    private final Map<String, String> keys = new HashMap<>();

    /** The ids of options by their keys, for each field id. */
    private final Map<String, Map<String, String>> optionKeys = new HashMap<>();

    FieldDocuments(JsonNode present, Supplier<String> ids, String now) {
        this.ids = ids;
        this.now = now;
        for (JsonNode field : present) {
            fields.add(field.deepCopy());
            references.add(field.path("reference").asText());
        }
    }

    /** Creates the fields of a new page: name and e-mail address, unless they were sent, and those that were sent. */
    static FieldDocuments ofNewPage(Input page, Supplier<String> ids, String now) {
        List<Input> sent = page.objects("fields");
        FieldDocuments documents = new FieldDocuments(Templates.of("{}"), ids, now);
        if (sent.stream().noneMatch(field -> matches(field, "text", "name"))) {
            documents.fields.add(documents.newField().setAll(NAME.deepCopy()));
        }
        if (sent.stream().noneMatch(field -> matches(field, "email", "email") && field.bool("required", false))) {
            documents.fields.add(documents.newField().setAll(EMAIL.deepCopy()));
        }
        documents.fields.forEach(
                field -> documents.references.add(field.path("reference").asText()));
        page.rule(
                documents.fields.size() + sent.size() <= PageFieldSchema.FIELDS_MAX,
                "fields",
                "must be at most " + PageFieldSchema.FIELDS_MAX + ", including those for name and e-mail address");
        documents.addAll(sent);
        return documents;
    }

    /** Validates a field independently of its page. */
    static void validate(Input sent) {
        new FieldDocuments(Templates.of("{}"), () -> "", "").add(sent);
    }

    private static boolean matches(Input field, String element, String type) {
        String sent = Objects.requireNonNullElse(field.text("element"), "text");
        return sent.equals(element) && type.equals(field.text("type"));
    }

    /** Adds fields, which may refer to one another by their keys. */
    List<ObjectNode> addAll(List<Input> sent) {
        for (Input field : sent) {
            String reference = field.text("reference");
            boolean unused = reference == null || references.add(reference);
            field.rule(unused, "reference", "is already used by another field");
        }
        List<ObjectNode> added = new ArrayList<>();
        sent.forEach(field -> added.add(add(field)));
        for (int i = 0; i < added.size(); i++) {
            new FieldLogic(this, added.get(i)).apply(sent.get(i));
        }
        fields.sort(Comparator.comparingLong(field -> field.path("order").longValue()));
        return added;
    }

    private ObjectNode add(Input sent) {
        ObjectNode field = Templates.merge(sent, newField(), EXCLUDED);
        String key = sent.text("key");
        boolean unused = key == null || keys.put(key, id(field)) == null;
        sent.rule(unused, "key", "is already used by another field");
        field.put("reference", sent.text("reference"));
        fields.add(field);
        complete(sent, field);
        return field;
    }

    private ObjectNode newField() {
        return TEMPLATE.deepCopy()
                .put("id", ids.get())
                .put("order", fields.size())
                .put("createdAt", now)
                .put("updatedAt", now);
    }

    /** Changes one of the fields, and disables logic of other fields that the change makes invalid. */
    void change(ObjectNode field, Input sent) {
        ObjectNode former = field.deepCopy();
        String reference = sent.text("reference");
        if (reference != null && !reference.equals(field.path("reference").asText())) {
            sent.rule(references.add(reference), "reference", "is already used by another field");
        }
        field.setAll(Templates.merge(sent, former, TEMPLATE, EXCLUDED));
        field.put("reference", reference == null ? former.path("reference").asText() : reference);
        complete(sent, field);
        new FieldLogic(this, field).apply(sent);
        Templates.keepFormerEmptiness(field, former);
        if (!field.equals(former)) {
            field.put("updatedAt", now);
        }
        fields.sort(Comparator.comparingLong(each -> each.path("order").longValue()));
        disableBrokenLogic();
    }

    void remove(ObjectNode field) {
        fields.remove(field);
        disableBrokenLogic();
    }

    /** Disables logic that depends on a field or option that no longer exists. */
    private void disableBrokenLogic() {
        fields.forEach(field -> new FieldLogic(this, field).disableIfBroken());
    }

    private void complete(Input sent, ObjectNode field) {
        options(sent, field);
        if (field.path("reference").asText("").isEmpty()) {
            field.put("reference", reference(field));
        }
        if (field.path("element").asText().equals("address") && !field.hasNonNull("collect")) {
            field.put("collect", "billing");
        }
        FieldRules.check(sent, field);
    }

    private void options(Input sent, ObjectNode field) {
        if (!sent.has("options")) {
            if (!FieldRules.offersOptions(field)) {
                field.putArray("options");
            }
            return;
        }
        JsonNode former = field.path("options");
        ArrayNode options = field.putArray("options");
        Set<String> values = new HashSet<>();
        Set<String> kept = new HashSet<>();
        for (Input option : sent.objects("options")) {
            String label = Objects.requireNonNullElse(option.text("label"), "");
            String value = Objects.requireNonNullElse(option.text("value"), label);
            option.rule(values.add(value), "value", "is already used by another option");
            String id = optionId(option, former, value, kept);
            options.addObject().put("id", id).put("label", label).put("value", value);
            String key = option.text("key");
            Map<String, String> keysOfField = optionKeys.computeIfAbsent(id(field), any -> new HashMap<>());
            option.rule(key == null || keysOfField.put(key, id) == null, "key", "is already used by another option");
        }
    }

    /** Returns the id of the stored option with the same id or, if none was sent, the same value; else a new id. */
    private String optionId(Input option, JsonNode former, String value, Set<String> kept) {
        String sent = option.text("id");
        for (JsonNode before : former) {
            String id = before.path("id").asText();
            boolean same = sent == null ? before.path("value").asText().equals(value) : sent.equals(id);
            if (same && kept.add(id)) {
                return id;
            }
        }
        option.rule(sent == null, "id", "must be the id of an option of this field, used once");
        return ids.get();
    }

    /** Derives a reference from type or label. It is unique on the page. */
    private String reference(ObjectNode field) {
        String type = field.path("type").asText();
        String from = switch (type) {
            case "name", "email" -> "customer_" + type;
            case "" -> field.path("label").asText();
            default -> type;
        };
        String folded = Slugs.folded(from).replace('-', '_');
        String stem = folded.isEmpty() ? field.path("element").asText() : folded;
        for (int number = 1; ; number++) {
            String end = number == 1 ? "" : "_" + number;
            String reference = stem.substring(0, Math.min(stem.length(), REFERENCE_MAX - end.length())) + end;
            if (references.add(reference)) {
                return reference;
            }
        }
    }

    /** Returns the field with an id, in upper or lower case, or null. */
    @Nullable
    ObjectNode byId(String id) {
        return fields.stream()
                .filter(field -> id(field).equals(id.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(null);
    }

    /** Returns the field with a key of this request, an id or a reference, or null. */
    @Nullable
    ObjectNode resolve(String name) {
        ObjectNode found = byId(keys.getOrDefault(name, name));
        return found != null
                ? found
                : fields.stream()
                        .filter(field -> field.path("reference").asText().equals(name))
                        .findFirst()
                        .orElse(null);
    }

    /** Returns the id of the option with a key of this request, an id or a value, or null. */
    @Nullable
    String resolveOption(ObjectNode field, String name) {
        String key = optionKeys.getOrDefault(id(field), Map.of()).get(name);
        for (JsonNode option : field.path("options")) {
            String id = option.path("id").asText();
            if (id.equals(key)
                    || id.equals(name)
                    || option.path("value").asText().equals(name)) {
                return id;
            }
        }
        return null;
    }

    /** Returns whether the page has a required e-mail field, which every purchase needs. */
    boolean hasRequiredEmail() {
        return fields.stream()
                .anyMatch(field -> field.path("type").asText().equals("email")
                        && field.path("element").asText().equals("email")
                        && field.path("required").asBoolean());
    }

    List<ObjectNode> inOrder() {
        return fields;
    }

    static String id(JsonNode field) {
        return field.path("id").asText();
    }
}
