package io.tollgate.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
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
 * The fields of one page while they are made and changed. What is wrong with what was sent is noted
 * there; ids come from outside, so that the same can be done without any first, to see what is wrong.
 */
final class FieldDocuments {
    private static final Set<String> APART = Set.of("key", "options", "reference", "showHideLogic");
    private static final int REFERENCE_MAX = 36;

    private static final ObjectNode TEMPLATE = Templates.of("""
            {
              "id": null, "label": "", "description": null, "placeholder": null, "element": "text", "type": "",
              "options": [], "required": false, "order": 0, "reference": null, "hidden": false,
              "defaultValue": { "enabled": false, "value": null },
              "showHideLogic": {
                "enabled": false, "comparison": "is", "value": null,
                "element": { "elementTitle": null, "elementType": "field", "elementId": null }
              },
              "minValue": { "enabled": false, "value": null },
              "maxValue": { "enabled": false, "value": null },
              "limitAllowedCountries": { "enabled": false, "countries": [] },
              "showSelectedDialCode": false, "collect": null, "collectShippingPhone": false,
              "limitShippingCountries": { "enabled": false, "countries": [] },
              "limitBillingCountries": { "enabled": false, "countries": [] },
              "defaultCountry": "US", "createdAt": null, "updatedAt": null
            }
            """);

    /** The logic of a field that is always shown. */
    static ObjectNode defaultLogic() {
        return TEMPLATE.withObject("/showHideLogic").deepCopy();
    }

    private static final ObjectNode NAME = Templates.of("""
            { "label": "Name", "element": "text", "type": "name", "required": true, "reference": "customer_name" }
            """);
    private static final ObjectNode EMAIL = Templates.of("""
            {
              "label": "Email address", "element": "email", "type": "email", "required": true,
              "reference": "customer_email"
            }
            """);

    private final Supplier<String> ids;
    private final String now;
    private final List<ObjectNode> fields = new ArrayList<>();
    private final Set<String> references = new HashSet<>();
    private final Map<String, String> keys = new HashMap<>();

    /** By the id of the field: ids of its options by their keys. */
    private final Map<String, Map<String, String>> optionKeys = new HashMap<>();

    FieldDocuments(JsonNode present, Supplier<String> ids, String now) {
        this.ids = ids;
        this.now = now;
        for (JsonNode field : present) {
            fields.add(field.deepCopy());
            references.add(field.path("reference").asText());
        }
    }

    /** The fields of a new page: name and e-mail address, then what was sent. */
    static FieldDocuments ofNew(Input page, Supplier<String> ids, String now) {
        List<Input> sent = page.objects("fields");
        FieldDocuments documents = new FieldDocuments(Templates.of("{}"), ids, now);
        if (sent.stream().noneMatch(field -> asks(field, "text", "name"))) {
            documents.fields.add(documents.begun().setAll(NAME.deepCopy()));
        }
        if (sent.stream().noneMatch(field -> asks(field, "email", "email") && field.bool("required", false))) {
            documents.fields.add(documents.begun().setAll(EMAIL.deepCopy()));
        }
        documents.fields.forEach(
                field -> documents.references.add(field.path("reference").asText()));
        page.rule(
                documents.fields.size() + sent.size() <= FieldKeys.FIELDS_MAX,
                "fields",
                "must be at most " + FieldKeys.FIELDS_MAX + " with those for name and e-mail address");
        documents.addAll(sent);
        return documents;
    }

    /** Notes what is wrong with a field whatever page it is for. */
    static void rehearse(Input sent) {
        new FieldDocuments(Templates.of("{}"), () -> "", "").add(sent);
    }

    private static boolean asks(Input field, String element, String type) {
        String sent = Objects.requireNonNullElse(field.text("element"), "text");
        return sent.equals(element) && type.equals(field.text("type"));
    }

    /** Adds fields that may refer to one another by their keys. */
    List<ObjectNode> addAll(List<Input> sent) {
        for (Input field : sent) {
            String reference = field.text("reference");
            boolean free = reference == null || references.add(reference);
            field.rule(free, "reference", "is the reference of another field");
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
        ObjectNode field = Templates.over(sent, begun(), APART);
        String key = sent.text("key");
        boolean once = key == null || keys.put(key, id(field)) == null;
        sent.rule(once, "key", "is the key of another field");
        field.put("reference", sent.text("reference"));
        fields.add(field);
        complete(sent, field);
        return field;
    }

    private ObjectNode begun() {
        return TEMPLATE.deepCopy()
                .put("id", ids.get())
                .put("order", fields.size())
                .put("createdAt", now)
                .put("updatedAt", now);
    }

    /** Changes one of the fields. Logic that no longer fits is switched off where it stands. */
    void change(ObjectNode field, Input sent) {
        ObjectNode former = field.deepCopy();
        String reference = sent.text("reference");
        if (reference != null && !reference.equals(field.path("reference").asText())) {
            sent.rule(references.add(reference), "reference", "is the reference of another field");
        }
        field.setAll(Templates.over(sent, former, TEMPLATE, APART));
        field.put("reference", reference == null ? former.path("reference").asText() : reference);
        complete(sent, field);
        new FieldLogic(this, field).apply(sent);
        Templates.settle(field, former);
        if (!field.equals(former)) {
            field.put("updatedAt", now);
        }
        fields.sort(Comparator.comparingLong(each -> each.path("order").longValue()));
        mend();
    }

    void remove(ObjectNode field) {
        fields.remove(field);
        mend();
    }

    /** Switches off what depends on a field or an option that is there no more. */
    private void mend() {
        fields.forEach(field -> new FieldLogic(this, field).mend());
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
            option.rule(values.add(value), "value", "is the value of another option");
            String id = optionId(option, former, value, kept);
            options.addObject().put("id", id).put("label", label).put("value", value);
            String key = option.text("key");
            Map<String, String> named = optionKeys.computeIfAbsent(id(field), any -> new HashMap<>());
            option.rule(key == null || named.put(key, id) == null, "key", "is the key of another option");
        }
    }

    /** An option stays the one it was by its id, or without one by its value. */
    private String optionId(Input option, JsonNode former, String value, Set<String> kept) {
        String asked = option.text("id");
        for (JsonNode before : former) {
            String id = before.path("id").asText();
            boolean same = asked == null ? before.path("value").asText().equals(value) : asked.equals(id);
            if (same && kept.add(id)) {
                return id;
            }
        }
        option.rule(asked == null, "id", "is no other option of this field");
        return ids.get();
    }

    /** Made from type or label, unique on the page. */
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

    /** The field of an id. */
    @Nullable
    ObjectNode byId(String id) {
        return fields.stream()
                .filter(field -> id(field).equals(id.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(null);
    }

    /** The field that a request means: by the key that it gave it, by its id, or by its reference. */
    @Nullable
    ObjectNode named(String name) {
        ObjectNode found = byId(keys.getOrDefault(name, name));
        return found != null
                ? found
                : fields.stream()
                        .filter(field -> field.path("reference").asText().equals(name))
                        .findFirst()
                        .orElse(null);
    }

    /** The id of an option that a request means: by its key, its id or its value. */
    @Nullable
    String option(ObjectNode field, String name) {
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

    /** Whether the page asks for an e-mail address, without which nobody can buy. */
    boolean askForEmail() {
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
