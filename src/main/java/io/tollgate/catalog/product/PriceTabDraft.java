package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.PriceTabs;
import io.tollgate.platform.input.Input;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Applies a body to the tabs of the prices of a product. Accepts former values without validation, because prices can
 * be removed after a tab has named them, and records can be sent back as they were read.
 *
 * @param picker the price picker of the body
 * @param product the product with its prices after the change
 * @param ids the ids of new prices by the ids that the body used for them
 */
record PriceTabDraft(Input picker, ObjectNode product, Map<String, String> ids) {
    private static final String LABELS = "priceDisplayLabels";
    private static final String DEFAULTS = "priceDisplayDefaults";
    private static final String ORDER = "priceDisplayTabOrder";
    private static final String UNKNOWN = "must be a tab: " + String.join(", ", PriceTabs.NAMES);

    /** @param former the stored price picker, or missing */
    void apply(JsonNode former) {
        if (product.at("/pricePicker/" + DEFAULTS) instanceof ObjectNode defaults) {
            defaults.properties()
                    .forEach(tab -> tab.setValue(defaults.textNode(ids.getOrDefault(
                            tab.getValue().asText(), tab.getValue().asText()))));
        }
        Input labels = picker.object(LABELS);
        labels.values().properties().forEach(tab -> {
            boolean known = PriceTabs.NAMES.contains(tab.getKey());
            labels.rule(known || former.path(LABELS).has(tab.getKey()), tab.getKey(), UNKNOWN);
        });
        Input defaults = picker.object(DEFAULTS);
        defaults.values().properties().forEach(tab -> {
            if (!tab.getValue().equals(former.path(DEFAULTS).path(tab.getKey()))) {
                validateDefault(defaults, tab.getKey(), tab.getValue().asText());
            }
        });
        validateOrder(former.path(ORDER));
    }

    private void validateDefault(Input defaults, String tab, String sent) {
        defaults.rule(PriceTabs.NAMES.contains(tab), tab, UNKNOWN);
        JsonNode price = price(ids.getOrDefault(sent, sent));
        defaults.rule(sent.isBlank() || !price.isMissingNode(), tab, "must be the id of a price of this product");
        defaults.rule(
                price.isMissingNode() || tab(price).equals(tab), tab, "must be the id of a price with this interval");
    }

    private JsonNode price(String id) {
        for (JsonNode price : product.path("prices")) {
            if (price.path("id").asText().equals(id)) {
                return price;
            }
        }
        return MissingNode.getInstance();
    }

    private static String tab(JsonNode price) {
        JsonNode recurrence = price.hasNonNull("paymentPlan") ? price.get("paymentPlan") : price.path("recurring");
        return recurrence.path("interval").asText(PriceTabs.ONE_TIME);
    }

    private void validateOrder(JsonNode former) {
        JsonNode order = picker.values().path(ORDER);
        Set<String> named = new HashSet<>();
        for (int i = 0; i < order.size() && !order.equals(former); i++) {
            String tab = order.get(i).asText();
            String param = ORDER + "[" + i + "]";
            picker.rule(PriceTabs.NAMES.contains(tab), param, UNKNOWN);
            picker.rule(named.add(tab), param, "is already in the list");
        }
    }
}
