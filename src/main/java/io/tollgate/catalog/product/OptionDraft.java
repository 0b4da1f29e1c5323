package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.ChargeableAmounts;
import io.tollgate.platform.input.Input;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Applies a body to the options of one variant. */
final class OptionDraft {
    private static final String PAY_WHAT_YOU_WANT = "pay_what_you_want";

    /** The fields that have rules of their own. All other settable fields are stored as they are sent. */
    private static final Set<String> EXCLUDED = Set.of("id", "type", "payWhatYouWant");

    private static final List<String> PLAIN = Variants.OPTION.settable().stream()
            .filter(name -> !EXCLUDED.contains(name))
            .toList();

    private final Input entry;
    private final ObjectNode variant;
    private final ProductDraft.Facts facts;
    private final String currency;
    private final Map<String, ObjectNode> stored = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();

    /** @param currency of the product's prices */
    OptionDraft(Input entry, ObjectNode variant, ProductDraft.Facts facts, String currency) {
        this.entry = entry;
        this.variant = variant;
        this.facts = facts;
        this.currency = currency;
        variant.path("options")
                .forEach(option -> stored.put(option.get("id").textValue(), option.<ObjectNode>deepCopy()));
    }

    /** Returns the ids of the options by id, and by the key in the body. */
    Map<String, String> names() {
        return names;
    }

    void apply() {
        ArrayNode all = variant.putArray("options");
        boolean managed = variant.path("manageVariantOptionStock").asBoolean();
        Set<String> kept = new HashSet<>();
        for (Input sent : entry.objects("options")) {
            ObjectNode option = option(sent);
            String id = option.get("id").textValue();
            sent.rule(kept.add(id), "id", "is already used by another option");
            String key = sent.text("key");
            sent.rule(key == null || names.putIfAbsent(key, id) == null, "key", "is already used by another option");
            names.put(id, id);
            sent.rule(
                    managed || !sent.sets("stock"),
                    "stock",
                    "is allowed only if manageVariantOptionStock of the variant is true");
            if (!managed) {
                option.putNull("stock");
            }
            all.add(option);
        }
        if (facts.bought() && !kept.containsAll(stored.keySet())) {
            throw ProductDraft.alreadyBought("keep all options of its variants, and set status to deleted instead");
        }
    }

    private ObjectNode option(Input sent) {
        String named = sent.text("id");
        ObjectNode former = named == null ? null : stored.get(named);
        sent.rule(named == null || former != null, "id", "must be the id of an option of this variant");
        ObjectNode option = former == null ? newOption() : former.deepCopy();
        ObjectNode values = sent.values();
        if (sent.has("fileIds") && !sent.hasValue("fileIds")) {
            values.putArray("fileIds");
        }
        PLAIN.stream().filter(sent::has).forEach(name -> option.set(name, values.get(name)));
        if (sent.has("imageId")) {
            JsonNode image = values.get("imageId");
            option.set("image", image.isNull() ? image : facts.image(image.asText()));
        }
        if (sent.hasValue("type")) {
            option.set("type", values.get("type"));
        } else if (sent.hasValue("payWhatYouWant")) {
            boolean was = option.path("type").asText().equals(PAY_WHAT_YOU_WANT);
            boolean chosen = sent.bool("payWhatYouWant", false);
            option.put(
                    "type",
                    chosen
                            ? PAY_WHAT_YOU_WANT
                            : was ? "one_time" : option.path("type").asText());
        }
        option.put("payWhatYouWant", option.path("type").asText().equals(PAY_WHAT_YOU_WANT));
        SuggestedPrice.check(sent, option, "additionalChargeAmount");
        ChargeableAmounts.check(sent, currency, option, "additionalChargeAmount");
        return option;
    }

    private ObjectNode newOption() {
        return Variants.OPTION.defaults().put("id", facts.ids().get());
    }
}
