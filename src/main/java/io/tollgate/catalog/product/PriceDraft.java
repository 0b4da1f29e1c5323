package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.ChargeableAmounts;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Applies a body to the prices of a product: ids, references, the default price, and fields that cannot change. */
final class PriceDraft {
    /** The currency of a product that names none. */
    static final String CURRENCY = "usd";

    private static final List<String> SETTINGS = List.of("recurring", "paymentPlan");

    /** The fields that have rules of their own. All other settable fields are stored as they are sent. */
    private static final Set<String> EXCLUDED = Set.of("id", "order", "billingType", "recurring", "paymentPlan");

    private static final List<String> PLAIN = Prices.SCHEMA.settable().stream()
            .filter(name -> !EXCLUDED.contains(name))
            .toList();

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
            input.rule(!input.values().get("prices").isEmpty(), "prices", "must have at least one price");
            sent.forEach(entry -> add(entry, entry.text("id")));
            if (facts.bought() && !draftedIds().containsAll(stored.keySet())) {
                throw ProductDraft.alreadyBought("keep all its prices, and set enabled to false instead");
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
            chooseDefault();
        }
    }

    /** Keeps all stored prices. {@code price} of the body changes the price with its id, or the default price. */
    private void keep() {
        boolean sent = input.hasValue("price");
        Input entry = input.object("price");
        String named = entry.text("id");
        String changed = named == null ? product.path("defaultPriceId").asText() : named;
        if (sent && !stored.containsKey(changed)) {
            entry.problem("id", "must be the id of a price of this product");
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

    /** Returns the ids of new prices by the ids that the body used for them. */
    Map<String, String> ids() {
        return ids;
    }

    private Set<String> draftedIds() {
        Set<String> ids = new HashSet<>();
        prices.forEach(price -> ids.add(price.get("id").textValue()));
        return ids;
    }

    private void add(Input entry, @Nullable String id) {
        ObjectNode former = id == null ? null : stored.get(id);
        ObjectNode price = former == null ? newPrice(id) : former.deepCopy();
        String own = price.get("id").textValue();
        boolean unused = !draftedIds().contains(own) && (id == null || ids.putIfAbsent(id, own) == null);
        entry.rule(unused, "id", "is already used by another price");
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
                    "must be one_time without recurring or paymentPlan");
        } else {
            validateUnchanged(entry, former, price);
        }
        SuggestedPrice.check(entry, price, "amount");
        ChargeableAmounts.check(entry, price.path("currency").asText(), price, "amount", "setupFee");
        if (facts.bump()) {
            String noBump = "is not allowed for order bumps";
            entry.rule(!price.path("payWhatYouWant").asBoolean(), "payWhatYouWant", noBump);
            entry.rule(!price.hasNonNull("paymentPlan"), "paymentPlan", noBump);
        }
        prices.add(price);
        entries.add(entry);
    }

    /** Creates a price. An id identifies a price only within its product, so the body may choose it. */
    private ObjectNode newPrice(@Nullable String id) {
        String currency = stored.values().stream()
                .map(price -> price.path("currency").asText())
                .findFirst()
                .orElse(CURRENCY);
        return Prices.SCHEMA
                .defaults()
                .put("id", id == null ? facts.ids().get() : id)
                .put("currency", currency);
    }

    private static JsonNode settings(JsonNode sent) {
        if (!(sent instanceof ObjectNode settings)) {
            return sent;
        }
        ObjectNode anchor = Schema.memberDefaults(Prices.BILLING_ANCHOR);
        if (settings.get("billingCycleAnchorConfig") instanceof ObjectNode given) {
            anchor.setAll(given);
        }
        settings.set("billingCycleAnchorConfig", anchor);
        return settings;
    }

    /** Rejects a change of how a price is charged. If it was bought, also rejects a change of currency or interval. */
    private void validateUnchanged(Input entry, ObjectNode former, ObjectNode price) {
        String message = "cannot be changed, because it is how this price is charged; add another price";
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
            if (facts.bought() && both && !comparable(former.get(name)).equals(comparable(price.get(name)))) {
                throw ProductDraft.alreadyBought(name + " of a price cannot be changed; add another price");
            }
        }
        if (facts.bought() && !former.path("currency").equals(price.path("currency"))) {
            throw ProductDraft.alreadyBought("the currency of a price cannot be changed; add another price");
        }
    }

    /** Returns the settings as text, so that equal numbers of different types are equal. Omits null. */
    private static Map<String, String> comparable(JsonNode settings) {
        Map<String, String> texts = new TreeMap<>();
        settings.properties().stream()
                .filter(setting -> !setting.getValue().isNull())
                .forEach(setting -> texts.put(
                        setting.getKey(),
                        setting.getValue().isObject()
                                ? comparable(setting.getValue()).toString()
                                : setting.getValue().asText()));
        return texts;
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

    /** Keeps the references that are set, and derives unique ones for the other prices. */
    private void references() {
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < prices.size(); i++) {
            String given = prices.get(i).path("reference").asText();
            if (!given.isEmpty()) {
                entries.get(i).rule(taken.add(given), "reference", "is already used by another price");
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

    /**
     * Returns the id of the enabled price that the body marks as the default, or else the kept one. Ignores the mark of
     * a disabled price, which can never be the default.
     */
    private String sentDefault(String kept) {
        String found = null;
        for (int i = 0; i < prices.size(); i++) {
            Input entry = entries.get(i);
            // Prices that the body does not contain share the body itself as their entry.
            if (entry != input
                    && entry.bool("isDefault", false)
                    && prices.get(i).path("enabled").asBoolean()) {
                entry.rule(found == null, "isDefault", "is allowed for only one price");
                found = found == null ? prices.get(i).get("id").textValue() : found;
            }
        }
        return found == null ? kept : found;
    }

    private void chooseDefault() {
        String sent = input.text("defaultPriceId");
        String wanted = sent == null ? null : ids.getOrDefault(sent, sent);
        String kept = input.has("defaultPriceId")
                ? ""
                : product.path("defaultPriceId").asText();
        String chosen = wanted == null ? sentDefault(kept) : wanted;
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
        ObjectNode shown = first.deepCopy().retain(Prices.COMMON.settable());
        product.set("price", shown.put("pricingType", prices.size() > 1 ? "multiple" : "single"));
        product.put("defaultPriceId", id);
        boolean recurs = enabled.get(0).get("billingType").asText().equals("recurring");
        product.put("type", recurs ? "subscription" : "charge");
    }
}
