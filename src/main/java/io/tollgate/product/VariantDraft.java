package io.tollgate.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The variants of a product as a body would leave them. Names that a body gives to variants and
 * options ({@code key}) are resolved to their ids.
 */
final class VariantDraft {
    private static final List<String> PLAIN = List.of(
            "name",
            "required",
            "status",
            "order",
            "reference",
            "selectionType",
            "increasesWithQuantity",
            "useVariantOptionSkus",
            "manageVariantOptionStock",
            "hidden",
            "priceIds");

    private static final List<String> MERGED = List.of("preselect", "showHideLogic", "layout");

    private final Input input;
    private final ObjectNode product;
    private final ProductDraft.Facts facts;
    private final Map<String, String> priceIds;
    private final Map<String, ObjectNode> stored = new HashMap<>();
    private final Map<String, String> options = new HashMap<>();
    private final Map<String, ObjectNode> variants = new HashMap<>();
    private final Map<String, OptionDraft> drafts = new HashMap<>();

    /** @param priceIds ids of new prices by the ids that the body called them */
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
        List<ObjectNode> made = new ArrayList<>();
        for (Input entry : entries) {
            ObjectNode variant = variant(entry, all.size());
            made.add(variant);
            all.add(variant);
        }
        references(entries, made);
        for (int i = 0; i < made.size(); i++) {
            resolve(entries.get(i), made.get(i));
        }
        discounts();
        Set<String> kept = new HashSet<>();
        made.forEach(variant -> kept.add(id(variant)));
        if (facts.bought() && !kept.containsAll(stored.keySet())) {
            throw ProductDraft.bought("keep each of its variants, and set status to deleted instead");
        }
    }

    /** The id of an option by its key or its id; null where there is none. */
    @Nullable
    String option(String name) {
        return options.get(name);
    }

    /** One that is not sent anew is for prices that are still there: for none, nobody would be asked to choose. */
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
                !lost || !left.isEmpty(),
                "prices",
                "leaves a variant without the prices that it is for: send variants as well");
        if (lost) {
            ((ObjectNode) variant).set("priceIds", left);
        }
    }

    private Set<String> prices() {
        Set<String> known = new HashSet<>();
        product.path("prices").forEach(price -> known.add(id(price)));
        return known;
    }

    private ObjectNode variant(Input entry, int position) {
        String named = entry.text("id");
        ObjectNode former = named == null ? null : stored.get(named);
        entry.rule(named == null || former != null, "id", "names no variant of this product");
        ObjectNode variant = former == null ? fresh(position) : former.deepCopy();
        entry.rule(!variants.containsKey(id(variant)), "id", "is the id of another of these variants");
        ObjectNode merged = variant.deepCopy();
        entry.mergeInto(merged, fresh(position));
        PLAIN.stream().filter(entry::has).forEach(name -> variant.set(name, merged.get(name)));
        MERGED.stream().filter(entry::hasValue).forEach(name -> variant.set(name, merged.get(name)));
        MERGED.stream()
                .filter(name -> entry.has(name) && !entry.hasValue(name))
                .forEach(name -> variant.set(name, fresh(position).get(name)));
        variants.put(id(variant), variant);
        named(entry, variants, variant);
        OptionDraft draft = new OptionDraft(entry, variant, facts);
        draft.apply();
        drafts.put(id(variant), draft);
        draft.names().forEach((name, id) -> options.putIfAbsent(name, id));
        prices(entry, variant);
        return variant;
    }

    private static void named(Input entry, Map<String, ObjectNode> names, ObjectNode variant) {
        String key = entry.text("key");
        entry.rule(
                key == null || names.putIfAbsent(key, variant) == null,
                "key",
                "is the key of another of these variants");
    }

    private ObjectNode fresh(int position) {
        ObjectNode variant = JsonNodeFactory.instance.objectNode();
        variant.put("id", facts.ids().get()).put("required", false).put("status", "enabled");
        variant.put("order", position).put("selectionType", "single").put("increasesWithQuantity", false);
        variant.put("useVariantOptionSkus", false).put("manageVariantOptionStock", false);
        variant.put("hidden", false).putArray("priceIds");
        variant.putObject("preselect").put("enabled", false).put("quantity", 1);
        variant.putObject("showHideLogic")
                .put("enabled", false)
                .put("comparison", "is")
                .put("value", "");
        variant.putObject("layout")
                .put("variantOptionLayout", "list")
                .put("collapseVariantOptions", false)
                .put("variantOptionColumns", 2)
                .put("showVariantName", true)
                .put("showVariantOptionNames", true)
                .put("showVariantOptionPrices", true)
                .put("showVariantOptionPriceSign", false)
                .put("showPwywPlaceholder", true)
                .put("textAlign", "left")
                .put("spacing", "comfortable")
                .put("imageSize", "medium");
        return variant;
    }

    private void prices(Input entry, ObjectNode variant) {
        Set<String> known = prices();
        boolean right = true;
        ArrayNode ids = JsonNodeFactory.instance.arrayNode();
        for (JsonNode price : variant.path("priceIds")) {
            String id = priceIds.getOrDefault(price.asText(), price.asText());
            right &= known.contains(id);
            ids.add(id);
        }
        variant.set("priceIds", ids);
        entry.rule(right, "priceIds", "must be ids of prices of this product");
    }

    /** References that callers gave stay; the others are made from the names. */
    private static void references(List<Input> entries, List<ObjectNode> made) {
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < made.size(); i++) {
            String given = made.get(i).path("reference").asText();
            if (!given.isEmpty()) {
                entries.get(i).rule(taken.add(given), "reference", "is the reference of another of these variants");
            }
        }
        for (ObjectNode variant : made) {
            if (variant.path("reference").asText().isEmpty()) {
                String derived = References.of(variant.path("name").asText(), "variant");
                variant.put("reference", References.unique(derived, taken));
            }
        }
    }

    /** What names an option or another variant names it by its id from here on. */
    private void resolve(Input entry, ObjectNode variant) {
        ObjectNode preselect = (ObjectNode) variant.get("preselect");
        if (preselect.hasNonNull("optionId")) {
            String option = own(variant).names().get(preselect.get("optionId").asText());
            entry.object("preselect").rule(option != null, "optionId", "names no option of this variant");
            preselect.put("optionId", option);
        }
        ObjectNode logic = (ObjectNode) variant.get("showHideLogic");
        if (logic.path("element").hasNonNull("elementId")) {
            ObjectNode other =
                    variants.get(logic.path("element").get("elementId").asText());
            boolean right = other != null && other != variant;
            entry.object("showHideLogic")
                    .object("element")
                    .rule(right, "elementId", "names no other variant of this product");
            if (other != null && right) {
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
                        "must name another variant where the logic is enabled");
    }

    private OptionDraft own(ObjectNode variant) {
        return drafts.getOrDefault(id(variant), new OptionDraft(input, variant, facts));
    }

    /** Discounts that are not sent anew speak of options that are still there. */
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
                    "leaves a discount without the options that it is for: send discounts as well");
            ((ObjectNode) rule).set("variantOptionIds", left);
        }
    }
}
