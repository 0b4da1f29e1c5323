package io.tollgate.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The prices of a product as a body would leave them: references, the default one, what stays as it is. */
final class PriceDraft {
    private static final String CURRENCY = "usd";

    private static final List<String> PLAIN = List.of(
            "amount",
            "currency",
            "payWhatYouWant",
            "pwywSuggestedPrice",
            "discountedFromPrice",
            "setupFee",
            "setupFeeMultipliesWithQuantity",
            "label",
            "badge",
            "badgeIcon",
            "reference",
            "enabled",
            "hidden");

    private static final List<String> SETTINGS = List.of("recurring", "paymentPlan");

    /** What the product's own price repeats of its default one. */
    private static final List<String> COMMON = List.of(
            "amount",
            "currency",
            "payWhatYouWant",
            "discountedFromPrice",
            "setupFee",
            "setupFeeMultipliesWithQuantity",
            "recurring",
            "paymentPlan");

    private final Input input;
    private final ObjectNode product;
    private final ProductDraft.Facts facts;
    private final Map<String, ObjectNode> stored = new LinkedHashMap<>();
    private final Map<String, String> ids = new HashMap<>();
    private final List<ObjectNode> prices = new ArrayList<>();
    private final List<Input> entries = new ArrayList<>();

    PriceDraft(Input input, ObjectNode product, ProductDraft.Facts facts) {
        this.input = input;
        this.product = product;
        this.facts = facts;
        product.path("prices").forEach(price -> stored.put(price.get("id").textValue(), price.<ObjectNode>deepCopy()));
    }

    void apply() {
        if (input.hasValue("prices")) {
            List<Input> sent = input.objects("prices");
            input.rule(!input.values().get("prices").isEmpty(), "prices", "must hold at least one");
            sent.forEach(entry -> add(entry, entry.text("id")));
            if (facts.bought() && !drafted().containsAll(stored.keySet())) {
                throw ProductDraft.bought("keep each of its prices, and set enabled to false instead");
            }
        } else if (stored.isEmpty()) {
            Input entry = input.object("price");
            add(entry, entry.text("id"));
        } else {
            keep();
        }
        if (!prices.isEmpty()) {
            currencies();
            references();
            choose();
        }
    }

    /** All prices stay; the one that was sent changes the one it names, or the default one. */
    private void keep() {
        boolean sent = input.hasValue("price");
        Input entry = input.object("price");
        String named = entry.text("id");
        String changed = named == null ? product.path("defaultPriceId").asText() : named;
        if (sent && !stored.containsKey(changed)) {
            entry.problem("id", "names no price of this product");
        }
        for (Map.Entry<String, ObjectNode> price : stored.entrySet()) {
            if (sent && price.getKey().equals(changed)) {
                add(entry, changed);
            } else {
                prices.add(price.getValue());
                entries.add(input);
            }
        }
    }

    /** The ids that new prices got, by the ids that the body called them. */
    Map<String, String> ids() {
        return ids;
    }

    private Set<String> drafted() {
        Set<String> ids = new HashSet<>();
        prices.forEach(price -> ids.add(price.get("id").textValue()));
        return ids;
    }

    private void add(Input entry, @Nullable String id) {
        ObjectNode former = id == null ? null : stored.get(id);
        entry.rule(
                id == null || former != null || stored.isEmpty(),
                "id",
                "names no price of this product; leave it out to add a price");
        ObjectNode price = former == null ? fresh() : former.deepCopy();
        String own = price.get("id").textValue();
        boolean free = !drafted().contains(own) && (id == null || ids.putIfAbsent(id, own) == null);
        entry.rule(free, "id", "is the id of another of these prices");
        ObjectNode values = entry.values();
        PLAIN.stream().filter(entry::has).forEach(name -> price.set(name, values.get(name)));
        for (String name : SETTINGS) {
            if (entry.has(name)) {
                price.set(name, settings(values.get(name)));
            }
        }
        boolean recurs = price.hasNonNull("recurring") || price.hasNonNull("paymentPlan");
        price.put("billingType", recurs ? "recurring" : "one_time");
        if (former == null) {
            entry.rule(
                    recurs || !"recurring".equals(entry.text("billingType")),
                    "billingType",
                    "must be one_time where there is neither recurring nor paymentPlan");
        } else {
            locked(entry, former, price);
        }
        SuggestedPrice.check(entry, price, "amount");
        if (facts.bump()) {
            String noBump = "is not for order bumps";
            entry.rule(!price.path("payWhatYouWant").asBoolean(), "payWhatYouWant", noBump);
            entry.rule(!price.hasNonNull("paymentPlan"), "paymentPlan", noBump);
        }
        prices.add(price);
        entries.add(entry);
    }

    /** A new price has an id of ours: one that the caller chose could be that of another seller's price. */
    private ObjectNode fresh() {
        String currency = stored.values().stream()
                .map(price -> price.path("currency").asText())
                .findFirst()
                .orElse(CURRENCY);
        ObjectNode price = JsonNodeFactory.instance.objectNode();
        price.put("id", facts.ids().get());
        price.put("enabled", true).put("hidden", false);
        price.put("amount", 0).put("currency", currency).put("payWhatYouWant", false);
        return price.put("setupFeeMultipliesWithQuantity", false);
    }

    private static JsonNode settings(JsonNode sent) {
        if (!(sent instanceof ObjectNode settings)) {
            return sent;
        }
        ObjectNode anchor = JsonNodeFactory.instance
                .objectNode()
                .put("enabled", false)
                .put("dayOfMonth", 1)
                .put("month", 1);
        if (settings.get("billingCycleAnchorConfig") instanceof ObjectNode given) {
            anchor.setAll(given);
        }
        settings.set("billingCycleAnchorConfig", anchor);
        return settings;
    }

    /** How a price is charged is what it is; where it was bought, so are currency and rhythm. */
    private void locked(Input entry, ObjectNode former, ObjectNode price) {
        String message = "is how this price is charged, which stays as it is: add another price";
        String billing = entry.text("billingType");
        entry.rule(billing == null || billing.equals(former.path("billingType").asText()), "billingType", message);
        entry.rule(
                former.path("payWhatYouWant").asBoolean()
                        == price.path("payWhatYouWant").asBoolean(),
                "payWhatYouWant",
                message);
        for (String name : SETTINGS) {
            entry.rule(former.hasNonNull(name) == price.hasNonNull(name), name, message);
            boolean both = former.hasNonNull(name) && price.hasNonNull(name);
            if (facts.bought() && both && !said(former.get(name)).equals(said(price.get(name)))) {
                throw ProductDraft.bought(name + " of a price stays as it is; add another price");
            }
        }
        if (facts.bought() && !former.path("currency").equals(price.path("currency"))) {
            throw ProductDraft.bought("the currency of a price stays as it is; add another price");
        }
    }

    /** What settings say, whatever the width of their numbers. */
    private static Map<String, String> said(JsonNode settings) {
        Map<String, String> said = new TreeMap<>();
        settings.properties().stream()
                .filter(setting -> !setting.getValue().isNull())
                .forEach(setting -> said.put(
                        setting.getKey(),
                        setting.getValue().isObject()
                                ? said(setting.getValue()).toString()
                                : setting.getValue().asText()));
        return said;
    }

    private void currencies() {
        String currency = prices.get(0).path("currency").asText();
        for (int i = 1; i < prices.size(); i++) {
            entries.get(i)
                    .rule(
                            prices.get(i).path("currency").asText().equals(currency),
                            "currency",
                            "must be the same for all prices of a product");
        }
    }

    /** References that callers gave stay; the others are derived and made unique. */
    private void references() {
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < prices.size(); i++) {
            String given = prices.get(i).path("reference").asText();
            if (!given.isEmpty()) {
                entries.get(i).rule(taken.add(given), "reference", "is the reference of another of these prices");
            }
        }
        for (ObjectNode price : prices) {
            if (price.path("reference").asText().isEmpty()) {
                String kind = price.path("payWhatYouWant").asBoolean() ? "pwyw" : "fixed";
                String derived = "price_" + price.get("billingType").asText() + "_" + kind + "_"
                        + price.path("amount").asLong();
                price.put("reference", References.unique(derived, taken));
            }
        }
    }

    private void choose() {
        String sent = input.text("defaultPriceId");
        String wanted = sent == null ? null : ids.getOrDefault(sent, sent);
        String kept = input.has("defaultPriceId")
                ? ""
                : product.path("defaultPriceId").asText();
        String chosen = wanted == null ? kept : wanted;
        List<ObjectNode> enabled = prices.stream()
                .filter(price -> price.path("enabled").asBoolean())
                .toList();
        boolean several = input.hasValue("prices");
        if (enabled.isEmpty()) {
            (several ? input : input.object("price"))
                    .problem(several ? "prices" : "enabled", "must leave at least one price enabled");
            return;
        }
        ObjectNode first = enabled.stream()
                .filter(price -> price.get("id").textValue().equals(chosen))
                .findFirst()
                .orElse(enabled.get(0));
        String id = first.get("id").textValue();
        input.rule(wanted == null || wanted.equals(id), "defaultPriceId", "must be the id of an enabled price");
        ArrayNode all = product.putArray("prices");
        for (ObjectNode price : prices) {
            price.put("order", all.size()).put("isDefault", price == first);
            all.add(price);
        }
        ObjectNode shown = first.deepCopy().retain(COMMON);
        product.set("price", shown.put("pricingType", prices.size() > 1 ? "multiple" : "single"));
        product.put("defaultPriceId", id);
        boolean recurs = enabled.get(0).get("billingType").asText().equals("recurring");
        product.put("type", recurs ? "subscription" : "charge");
    }
}
