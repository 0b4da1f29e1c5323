package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of a page, and how buyers answer it.
 *
 * @param options labels to choose from
 */
record Question(
        String id,
        String label,
        String element,
        String type,
        String reference,
        boolean required,
        List<String> options,
        List<String> optionIds,
        long createdAt) {

    private static final List<String> NOTES = List.of(
            "Please ring twice.",
            "Happy birthday, Zoë! 🎂",
            "Bitte vor 18 Uhr – danke schön",
            "配達は午後にお願いします",
            "شكراً جزيلاً",
            "Gluten-free, 100% please");

    ObjectNode document(int order) {
        ArrayNode choices = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < options.size(); i++) {
            choices.add(Json.of("id", optionIds.get(i), "label", options.get(i), "value", options.get(i)));
        }
        boolean address = element.equals("address");
        boolean number = element.equals("number");
        ObjectNode none = Json.of("enabled", false, "countries", List.of());
        return Json.of(
                "id",
                id,
                "label",
                label,
                "description",
                required ? null : "Optional",
                "placeholder",
                element.equals("text") ? label : null,
                "element",
                element,
                "type",
                type,
                "options",
                choices,
                "required",
                required,
                "order",
                order,
                "reference",
                reference,
                "hidden",
                false,
                "defaultValue",
                Json.of("enabled", false, "value", ""),
                "showHideLogic",
                Json.of("enabled", false, "comparison", "is", "value", ""),
                "minValue",
                Json.of("enabled", number, "value", number ? "1" : ""),
                "maxValue",
                Json.of("enabled", number, "value", number ? "99" : ""),
                "limitAllowedCountries",
                none,
                "showSelectedDialCode",
                element.equals("phone"),
                "collect",
                address ? "billing" : null,
                "collectShippingPhone",
                false,
                "limitShippingCountries",
                none,
                "limitBillingCountries",
                none,
                "defaultCountry",
                "US",
                "createdAt",
                Moments.iso(createdAt),
                "updatedAt",
                Moments.iso(createdAt));
    }

    /** The answered field, or null where the buyer left an optional one empty. */
    @Nullable
    ObjectNode answer(Buyer buyer, Chance chance) {
        if (!required && chance.percent(40)) {
            return null;
        }
        ObjectNode meta = null;
        List<String> values = null;
        String value;
        switch (element) {
            case "address" -> {
                value = buyer.line1() + ", " + buyer.postalCode() + " " + buyer.city();
                meta = Json.of("billing", buyer.address());
            }
            case "phone" -> {
                value = buyer.phone();
                meta = Json.of("dialCode", buyer.region().dial());
            }
            case "select", "multiple-choice" -> value = chance.pick(options);
            case "multi-select" -> {
                values = options.subList(0, chance.between(1, options.size()));
                value = String.join(", ", values);
            }
            default -> value = written(buyer, chance);
        }
        if (value == null) {
            return null;
        }
        return Json.of(
                "fieldId", id,
                "label", label,
                "value", value,
                "values", values,
                "element", element,
                "type", type,
                "meta", meta,
                "reference", reference);
    }

    private @Nullable String written(Buyer buyer, Chance chance) {
        return switch (element) {
            case "checkbox" -> "TRUE";
            case "number" -> Integer.toString(chance.between(1, 99));
            case "date" -> "2027-0" + chance.between(1, 9) + "-1" + chance.below(10);
            case "textarea" -> chance.pick(NOTES);
            case "email" -> buyer.email();
            case "po-number" -> "PO-" + chance.between(10_000, 99_999);
            case "tax-id" -> buyer.taxId();
            default -> type.equals("name") ? buyer.name() : type.equals("company-name") ? buyer.company() : "—";
        };
    }
}
