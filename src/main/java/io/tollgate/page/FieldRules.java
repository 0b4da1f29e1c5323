package io.tollgate.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.customer.Countries;
import io.tollgate.http.Input;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules between the settings of one field. */
final class FieldRules {
    private static final Set<String> WITH_OPTIONS = Set.of("select", "multiple-choice", "multi-select");
    private static final Set<String> NUMBERS = Set.of("number", "quantity");
    private static final List<String> LIMITS =
            List.of("limitAllowedCountries", "limitShippingCountries", "limitBillingCountries");

    private FieldRules() {}

    static boolean offersOptions(JsonNode field) {
        return WITH_OPTIONS.contains(field.path("element").asText());
    }

    /** @param field as it would be */
    static void check(Input sent, ObjectNode field) {
        boolean some = !field.path("options").isEmpty();
        if (sent.wasMeant("element") && !sent.hasValue("element")) {
            // What is wrong in itself tells of no rule between the two.
            some = offersOptions(field);
        }
        if (offersOptions(field)) {
            sent.rule(some, "options", "is required for select, multiple-choice and multi-select");
        } else {
            sent.rule(!some, "options", "is for select, multiple-choice and multi-select only");
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
                of.rule(known, "countries", "must be countries of ISO 3166-1");
            }
        }
        String country = sent.text("defaultCountry");
        sent.rule(country == null || Countries.has(country), "defaultCountry", "must be a country of ISO 3166-1");
    }

    private static void bounds(Input sent, ObjectNode field) {
        boolean number = NUMBERS.contains(field.path("element").asText());
        for (String name : List.of("minValue", "maxValue")) {
            JsonNode bound = field.path(name);
            if (sent.has(name) && bound.path("enabled").asBoolean()) {
                boolean right = number
                        ? number(bound) != null
                        : !bound.path("value").asText("").isBlank();
                sent.object(name)
                        .rule(right, "value", "is required while enabled is true" + (number ? ", and a number" : ""));
            }
        }
        boolean both = field.at("/minValue/enabled").asBoolean()
                && field.at("/maxValue/enabled").asBoolean();
        BigDecimal min = number(field.path("minValue"));
        BigDecimal max = number(field.path("maxValue"));
        if (number && both && min != null && max != null && min.compareTo(max) > 0) {
            sent.problem(sent.has("minValue") ? "minValue.value" : "maxValue.value", "is beyond the other bound");
        }
    }

    private static @Nullable BigDecimal number(JsonNode bound) {
        return Decimals.of(bound.path("value").asText());
    }

    private static void defaultValue(Input sent, ObjectNode field) {
        JsonNode value = field.at("/defaultValue/value");
        if (!sent.has("defaultValue") || !field.at("/defaultValue/enabled").asBoolean()) {
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
