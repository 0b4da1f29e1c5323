package io.tollgate.simulator;

import io.tollgate.simulator.TaxTable.Tax;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Tax calculations of the simulator. Each line is taxed and rounded half up by itself. */
final class SimulatedTax {
    static final String KIND = "tax.calculation";
    private static final Pattern COUNTRY = Pattern.compile("[A-Z]{2}");
    private static final Pattern TAX_CODE = Pattern.compile("txcd_\\d{8}");
    private static final String NOT_TAXABLE = "txcd_00000000";
    private static final String DEFAULT_TAX_CODE = "txcd_10000000";
    private static final long DAYS_90 = 90L * 24 * 60 * 60;
    private static final int LINES_MAX = 100;
    private static final String LINES = "line_items";

    private SimulatedTax() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("currency", "customer_details", LINES, "expand"));
        String currency = form.required("currency").toLowerCase(Locale.ROOT);
        List<Tax> taxes = taxes(form);
        String country = form.required("customer_details[address][country]");
        List<SimulatedTaxLine> lines = new ArrayList<>();
        while (form.values().keySet().stream().anyMatch(isOfLine(lines.size()))) {
            lines.add(line(form, lines.size(), taxes));
        }
        if (lines.isEmpty()) {
            throw WireError.missing(LINES);
        }
        if (lines.size() > LINES_MAX) {
            throw WireError.invalid(LINES, "Array " + LINES + " exceeded maximum 100 allowed elements.");
        }
        String id = SimulatedObjects.newId("taxcalc_");
        JsonObject calculation = new JsonObject()
                .put("id", id)
                .put("object", KIND)
                .put(
                        "amount_total",
                        lines.stream().mapToLong(SimulatedTaxLine::total).sum())
                .put("currency", currency)
                .put("customer", null)
                .put("customer_details", customer(form))
                .put("expires_at", objects.now() + DAYS_90)
                .put(LINES, list(id, lines, objects.scope().live()))
                .put("livemode", objects.scope().live())
                .put("ship_from_details", null)
                .put("shipping_cost", null)
                .put("tax_amount_exclusive", taxOf(lines, false))
                .put("tax_amount_inclusive", taxOf(lines, true))
                .put("tax_breakdown", SimulatedTaxLine.breakdown(country, lines))
                .put("tax_date", objects.now());
        return objects.insert(KIND, calculation).map(stored -> shown(form, stored));
    }

    private static java.util.function.Predicate<String> isOfLine(int index) {
        return name -> name.startsWith(LINES + "[" + index + "]");
    }

    private static long taxOf(List<SimulatedTaxLine> lines, boolean inclusive) {
        return lines.stream()
                .filter(line -> line.inclusive() == inclusive)
                .mapToLong(SimulatedTaxLine::tax)
                .sum();
    }

    private static List<Tax> taxes(FormBody form) {
        String country = form.required("customer_details[address][country]");
        String source = form.required("customer_details[address_source]");
        if (!Set.of("billing", "shipping").contains(source)) {
            throw WireError.invalid(
                    "customer_details[address_source]",
                    "Invalid customer_details[address_source]: must be one of billing or shipping");
        }
        if (!COUNTRY.matcher(country).matches()) {
            throw WireError.invalid("customer_details[address][country]", "Country '" + country + "' is unknown.");
        }
        List<Tax> taxes = TaxTable.of(
                country,
                form.text("customer_details[address][state]"),
                form.text("customer_details[address][postal_code]"));
        if (taxes == null) {
            throw WireError.taxLocationInvalid();
        }
        return taxes;
    }

    private static SimulatedTaxLine line(FormBody form, int index, List<Tax> taxes) {
        String name = LINES + "[" + index + "]";
        Long amount = form.integer(name + "[amount]");
        Long quantity = form.integer(name + "[quantity]");
        String behavior = Objects.requireNonNullElse(form.text(name + "[tax_behavior]"), "exclusive");
        String code = Objects.requireNonNullElse(form.text(name + "[tax_code]"), DEFAULT_TAX_CODE);
        if (amount == null) {
            throw WireError.missing(name + "[amount]");
        }
        if (amount < 0) {
            throw WireError.invalid(name + "[amount]", "Invalid non-negative integer");
        }
        if (quantity != null && quantity < 1) {
            throw WireError.invalid(name + "[quantity]", "Invalid positive integer");
        }
        if (!Set.of("inclusive", "exclusive").contains(behavior)) {
            throw WireError.invalid(
                    name + "[tax_behavior]", "Invalid tax_behavior: must be one of inclusive or exclusive");
        }
        if (!TAX_CODE.matcher(code).matches()) {
            throw WireError.invalid(name + "[tax_code]", "Invalid tax code: " + code);
        }
        return SimulatedTaxLine.of(
                Objects.requireNonNullElse(form.text(name + "[reference]"), "L" + (index + 1)),
                amount,
                quantity == null ? 1 : quantity,
                behavior.equals("inclusive"),
                code,
                code.equals(NOT_TAXABLE),
                taxes);
    }

    /** Keeps of the address only what determines the tax: a calculation does not name its buyer, who can be erased. */
    private static JsonObject customer(FormBody form) {
        JsonObject address = new JsonObject();
        for (String part : List.of("line1", "line2", "city", "postal_code")) {
            address.put(part, null);
        }
        for (String part : List.of("state", "country")) {
            address.put(part, form.text("customer_details[address][" + part + "]"));
        }
        return new JsonObject()
                .put("address", address)
                .put("address_source", form.text("customer_details[address_source]"))
                .put("ip_address", null)
                .put("tax_ids", new JsonArray())
                .put("taxability_override", "none");
    }

    private static JsonObject list(String id, List<SimulatedTaxLine> lines, boolean live) {
        JsonArray data = new JsonArray();
        lines.forEach(line -> data.add(line.json(live)));
        return new JsonObject()
                .put("object", "list")
                .put("data", data)
                .put("has_more", false)
                .put("url", "/v1/tax/calculations/" + id + "/line_items");
    }

    static Future<JsonObject> retrieve(SimulatedObjects objects, FormBody form, String id) {
        return objects.find(KIND, id).map(calculation -> shown(form, calculation));
    }

    static Future<JsonObject> lines(SimulatedObjects objects, FormBody form, String id) {
        return objects.find(KIND, id).map(calculation -> calculation.getJsonObject(LINES));
    }

    /** Removes the lines unless the request expands them. */
    private static JsonObject shown(FormBody form, JsonObject calculation) {
        boolean expanded = form.values().entrySet().stream()
                .anyMatch(parameter -> parameter.getKey().startsWith("expand[")
                        && parameter.getValue().equals(LINES));
        JsonObject shown = calculation.copy();
        if (!expanded) {
            shown.remove(LINES);
        }
        return shown;
    }
}
