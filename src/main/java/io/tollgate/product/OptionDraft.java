package io.tollgate.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The options of one variant as a body would leave them. */
final class OptionDraft {
    private static final String PAY_WHAT_YOU_WANT = "pay_what_you_want";

    private static final List<String> PLAIN = List.of(
            "name",
            "description",
            "status",
            "additionalChargeAmount",
            "discountedFromPrice",
            "sku",
            "stock",
            "pwywSuggestedPrice",
            "fileIds");

    private final Input entry;
    private final ObjectNode variant;
    private final ProductDraft.Facts facts;
    private final Map<String, ObjectNode> stored = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();

    OptionDraft(Input entry, ObjectNode variant, ProductDraft.Facts facts) {
        this.entry = entry;
        this.variant = variant;
        this.facts = facts;
        variant.path("options")
                .forEach(option -> stored.put(option.get("id").textValue(), option.<ObjectNode>deepCopy()));
    }

    /** Ids of the options by their ids and by the keys that the body gave them. */
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
            sent.rule(kept.add(id), "id", "is the id of another of these options");
            String key = sent.text("key");
            sent.rule(
                    key == null || names.putIfAbsent(key, id) == null, "key", "is the key of another of these options");
            names.put(id, id);
            sent.rule(
                    managed || !sent.sets("stock"),
                    "stock",
                    "is kept only where manageVariantOptionStock of the variant is true");
            if (!managed) {
                option.putNull("stock");
            }
            all.add(option);
        }
        if (facts.bought() && !kept.containsAll(stored.keySet())) {
            throw ProductDraft.bought("keep each option of its variants, and set status to deleted instead");
        }
    }

    private ObjectNode option(Input sent) {
        String named = sent.text("id");
        ObjectNode former = named == null ? null : stored.get(named);
        sent.rule(named == null || former != null, "id", "names no option of this variant");
        ObjectNode option = former == null ? fresh() : former.deepCopy();
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
        return option;
    }

    private ObjectNode fresh() {
        ObjectNode option = JsonNodeFactory.instance.objectNode();
        option.put("id", facts.ids().get()).put("status", "enabled").put("type", "one_time");
        option.put("additionalChargeAmount", 0).put("payWhatYouWant", false).putNull("stock");
        option.putArray("fileIds");
        return option;
    }
}
