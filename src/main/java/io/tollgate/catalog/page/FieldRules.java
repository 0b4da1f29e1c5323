package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Countries;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.platform.input.Input;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Validates the rules between the settings of one field. */
final class FieldRules {
    private static final Set<String> WITH_OPTIONS = Set.of("select", "multiple-choice", "multi-select");
    private static final Set<String> BOUNDED = Set.of("number", "quantity", "multi-select", "text", "textarea", "file");
    private static final List<String> LIMITS =
            List.of("limitAllowedCountries", "limitShippingCountries", "limitBillingCountries");

    private static final String FILE = "file";

    private FieldRules() {}

    static boolean offersOptions(JsonNode field) {
        return WITH_OPTIONS.contains(field.path("element").asText());
    }

    /** @param field the field after the change */
    static void check(Input sent, ObjectNode field) {
        boolean some = !field.path("options").isEmpty();
        if (sent.wasSent("element") && !sent.hasValue("element")) {
            // An invalid element is already reported, so its options are not.
            some = offersOptions(field);
        }
        if (offersOptions(field)) {
            sent.rule(some, "options", "is required for select, multiple-choice and multi-select");
        } else {
            sent.rule(!some, "options", "is allowed only for select, multiple-choice and multi-select");
        }
        countries(sent, field);
        bounds(sent, field);
        defaultValue(sent, field);
    }

    private static void countries(Input sent, ObjectNode field) {
        for (String name : LIMITS) {
            if (sent.has(name)) {
                JsonNode limit = field.path(name);
                Input of = sent.object(name);
                of.rule(
                        !limit.path("enabled").asBoolean()
                                || !limit.path("countries").isEmpty(),
                        "countries",
                        "is required while enabled is true");
                boolean known = true;
                for (JsonNode country : of.values().path("countries")) {
                    known &= country.isNull() || Countries.has(country.asText());
                }
                of.rule(known, "countries", "must be ISO 3166-1 country codes");
            }
        }
        String country = sent.text("defaultCountry");
        sent.rule(country == null || Countries.has(country), "defaultCountry", "must be an ISO 3166-1 country code");
    }

    /** Validates the bounds of numbers and quantities, of the number of options, and of the length of texts. */
    private static void bounds(Input sent, ObjectNode field) {
        boolean touched =
                Stream.of("minValue", "maxValue", "element", "options").anyMatch(sent::has);
        if (!touched || !sent.isValid("element")) {
            return;
        }
        BigDecimal min = bound(sent, field, "minValue");
        BigDecimal max = bound(sent, field, "maxValue");
        if (min != null && max != null && min.compareTo(max) > 0) {
            boolean ofMin = sent.has("minValue");
            sent.problem(
                    ofMin ? "minValue.value" : "maxValue.value",
                    ofMin ? "must not exceed maxValue" : "must not be less than minValue");
        }
    }

    /** Returns the bound, or null if it is disabled or invalid. */
    private static @Nullable BigDecimal bound(Input sent, ObjectNode field, String name) {
        JsonNode bound = field.path(name);
        String element = field.path("element").asText();
        if (!bound.path("enabled").asBoolean()) {
            return null;
        }
        if (!BOUNDED.contains(element)) {
            sent.rule(
                    !sent.has(name),
                    name,
                    "is allowed only for number, quantity, multi-select, text, textarea and file");
            return null;
        }
        BigDecimal value = BuyerField.number(bound.path("value").asText());
        String problem = null;
        if (value == null) {
            problem = "must be a number while enabled is true";
        } else if (!element.equals("number")
                && (value.signum() < 0 || value.stripTrailingZeros().scale() > 0)) {
            problem = "must be a non-negative whole number";
        } else if (element.equals("multi-select") && sent.isValid("options")) {
            problem = optionsProblem(value, name, field.path("options").size());
        }
        if (problem == null && element.equals(FILE)) {
            problem = filesProblem(Objects.requireNonNull(value));
        }
        if (problem == null) {
            return value;
        }
        sent.problem(name + ".value", problem);
        return null;
    }

    private static @Nullable String filesProblem(BigDecimal value) {
        boolean valid = value.signum() > 0 && value.compareTo(BigDecimal.valueOf(BuyerField.FILES_MAX)) <= 0;
        return valid ? null : "must be from 1 to " + BuyerField.FILES_MAX + " files";
    }

    private static @Nullable String optionsProblem(BigDecimal value, String name, int options) {
        if (value.compareTo(BigDecimal.valueOf(options)) > 0) {
            return "must be at most " + options + ", the number of options";
        }
        return name.equals("maxValue") && value.signum() == 0 ? "must be at least 1" : null;
    }

    private static void defaultValue(Input sent, ObjectNode field) {
        JsonNode value = field.at("/defaultValue/value");
        if (!sent.has("defaultValue") || !field.at("/defaultValue/enabled").asBoolean()) {
            return;
        }
        if (field.path("element").asText().equals(FILE)) {
            sent.problem("defaultValue", "is not allowed for file");
            return;
        }
        Input of = sent.object("defaultValue");
        of.rule(!value.asText("").isEmpty() && !value.isNull(), "value", "is required while enabled is true");
        boolean offered = false;
        for (JsonNode option : field.path("options")) {
            offered |= option.path("value").equals(value);
        }
        of.rule(
                offered
                        || value.isNull()
                        || !WITH_OPTIONS.contains(field.path("element").asText()),
                "value",
                "must be the value of an option");
    }
}
