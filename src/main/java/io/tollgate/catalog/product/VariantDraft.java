package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies a body to the variants of a product. Resolves the keys that the body uses for variants and options to their
 * ids.
 */
final class VariantDraft {
    private static final List<String> MERGED = List.of("preselect", "showHideLogic", "layout");

    /** The fields that have rules of their own. All other settable fields are stored as they are sent. */
    private static final Set<String> EXCLUDED = Set.of("id", "options", "preselect", "showHideLogic", "layout");

    private static final List<String> PLAIN = Variants.SCHEMA.settable().stream()
            .filter(name -> !EXCLUDED.contains(name))
            .toList();

    private final Input input;
    private final ObjectNode product;
    private final ProductDraft.Facts facts;
    private final Map<String, String> priceIds;
    private final Map<String, ObjectNode> stored = new HashMap<>();
    private final Map<String, String> options = new HashMap<>();
    private final Map<String, ObjectNode> variants = new HashMap<>();
    private final Map<String, OptionDraft> drafts = new HashMap<>();

    /** @param priceIds the ids of new prices by the ids that the body used for them */
    VariantDraft(Input input, ObjectNode product, ProductDraft.Facts facts, Map<String, String> priceIds) {
        this.input = input;
        this.product = product;
        this.facts = facts;
        this.priceIds = priceIds;
        product.path("variants").forEach(variant -> stored.put(id(variant), variant.<ObjectNode>deepCopy()));
    }

    private static String id(JsonNode part) {
        return part.get("id").textValue();
    }

    void apply() {
        if (!input.has("variants")) {
            product.path("variants").forEach(this::keep);
            return;
        }
        List<Input> entries = input.objects("variants");
        ArrayNode all = product.putArray("variants");
        List<ObjectNode> drafted = new ArrayList<>();
        for (Input entry : entries) {
            ObjectNode variant = variant(entry, all.size());
            drafted.add(variant);
            all.add(variant);
        }
        references(entries, drafted);
        for (int i = 0; i < drafted.size(); i++) {
            resolve(entries.get(i), drafted.get(i));
        }
        discounts();
        Set<String> kept = new HashSet<>();
        drafted.forEach(variant -> kept.add(id(variant)));
        if (facts.bought() && !kept.containsAll(stored.keySet())) {
            throw ProductDraft.alreadyBought("keep all its variants, and set status to deleted instead");
        }
    }

    /** Returns the id of the option with a key or id, or null if there is none. */
    @Nullable
    String option(String name) {
        return options.get(name);
    }

    /**
     * Keeps a variant that was not sent, without the prices that no longer exist. Rejects the request if no price of
     * the variant is left.
     */
    private void keep(JsonNode variant) {
        variant.path("options").forEach(option -> options.put(id(option), id(option)));
        Set<String> known = prices();
        ArrayNode left = JsonNodeFactory.instance.arrayNode();
        variant.path("priceIds").forEach(price -> {
            if (known.contains(price.asText())) {
                left.add(price);
            }
        });
        boolean lost = left.size() < variant.path("priceIds").size();
        input.rule(
                !lost || !left.isEmpty(), "prices", "must not remove all prices of a variant; send variants as well");
        if (lost) {
            ((ObjectNode) variant).set("priceIds", left);
        }
    }

    private String currency() {
        return product.path("prices").path(0).path("currency").asText();
    }

    private Set<String> prices() {
        Set<String> known = new HashSet<>();
        product.path("prices").forEach(price -> known.add(id(price)));
        return known;
    }

    private ObjectNode variant(Input entry, int position) {
        String named = entry.text("id");
        ObjectNode former = named == null ? null : stored.get(named);
        entry.rule(named == null || former != null, "id", "must be the id of a variant of this product");
        ObjectNode variant = former == null ? newVariant(position) : former.deepCopy();
        entry.rule(!variants.containsKey(id(variant)), "id", "is already used by another variant");
        ObjectNode merged = variant.deepCopy();
        entry.mergeInto(merged, newVariant(position));
        PLAIN.stream().filter(entry::has).forEach(name -> variant.set(name, merged.get(name)));
        MERGED.stream().filter(entry::hasValue).forEach(name -> variant.set(name, merged.get(name)));
        MERGED.stream()
                .filter(name -> entry.has(name) && !entry.hasValue(name))
                .forEach(name -> variant.set(name, newVariant(position).get(name)));
        variants.put(id(variant), variant);
        addKey(entry, variants, variant);
        OptionDraft draft = new OptionDraft(entry, variant, facts, currency());
        draft.apply();
        drafts.put(id(variant), draft);
        draft.names().forEach((name, id) -> options.putIfAbsent(name, id));
        prices(entry, variant);
        return variant;
    }

    private static void addKey(Input entry, Map<String, ObjectNode> names, ObjectNode variant) {
        String key = entry.text("key");
        entry.rule(key == null || names.putIfAbsent(key, variant) == null, "key", "is already used by another variant");
    }

    private ObjectNode newVariant(int position) {
        ObjectNode variant = Variants.SCHEMA.defaults();
        return variant.put("id", facts.ids().get()).put("order", position);
    }

    private void prices(Input entry, ObjectNode variant) {
        Set<String> known = prices();
        boolean valid = true;
        ArrayNode ids = JsonNodeFactory.instance.arrayNode();
        for (JsonNode price : variant.path("priceIds")) {
            String id = priceIds.getOrDefault(price.asText(), price.asText());
            valid &= known.contains(id);
            ids.add(id);
        }
        variant.set("priceIds", ids);
        entry.rule(valid, "priceIds", "must be ids of prices of this product");
    }

    /** Keeps the references that are set, and derives unique ones from the names of the other variants. */
    private static void references(List<Input> entries, List<ObjectNode> drafted) {
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < drafted.size(); i++) {
            String given = drafted.get(i).path("reference").asText();
            if (!given.isEmpty()) {
                entries.get(i).rule(taken.add(given), "reference", "is already used by another variant");
            }
        }
        for (ObjectNode variant : drafted) {
            if (variant.path("reference").asText().isEmpty()) {
                String derived = References.of(variant.path("name").asText(), "variant");
                variant.put("reference", References.unique(derived, taken));
            }
        }
    }

    /** Replaces the keys of options and other variants in {@code preselect} and {@code showHideLogic} by ids. */
    private void resolve(Input entry, ObjectNode variant) {
        ObjectNode preselect = (ObjectNode) variant.get("preselect");
        if (preselect.hasNonNull("optionId")) {
            String option = own(variant).names().get(preselect.get("optionId").asText());
            entry.object("preselect").rule(option != null, "optionId", "must refer to an option of this variant");
            preselect.put("optionId", option);
        }
        ObjectNode logic = (ObjectNode) variant.get("showHideLogic");
        if (logic.path("element").hasNonNull("elementId")) {
            ObjectNode other =
                    variants.get(logic.path("element").get("elementId").asText());
            boolean valid = other != null && other != variant;
            entry.object("showHideLogic")
                    .object("element")
                    .rule(valid, "elementId", "must refer to another variant of this product");
            if (other != null && valid) {
                ((ObjectNode) logic.get("element")).put("elementId", id(other));
                String option = own(other).names().get(logic.path("value").asText());
                if (option != null) {
                    logic.put("value", option);
                }
            }
        }
        entry.object("showHideLogic")
                .rule(
                        !logic.path("enabled").asBoolean()
                                || logic.path("element").hasNonNull("elementId"),
                        "element",
                        "must refer to another variant while enabled is true");
    }

    private OptionDraft own(ObjectNode variant) {
        return drafts.getOrDefault(id(variant), new OptionDraft(input, variant, facts, currency()));
    }

    /**
     * Removes options that no longer exist from stored discounts. Rejects the request if no option of a discount is
     * left, unless it also sends discounts.
     */
    private void discounts() {
        for (JsonNode rule : product.path("discounts")) {
            ArrayNode left = JsonNodeFactory.instance.arrayNode();
            rule.path("variantOptionIds").forEach(option -> {
                if (options.containsKey(option.asText())) {
                    left.add(option);
                }
            });
            boolean emptied = left.isEmpty() && !rule.path("variantOptionIds").isEmpty();
            input.rule(
                    !emptied || input.has("discounts"),
                    "variants",
                    "must not remove all options of a discount; send discounts as well");
            ((ObjectNode) rule).set("variantOptionIds", left);
        }
    }
}
