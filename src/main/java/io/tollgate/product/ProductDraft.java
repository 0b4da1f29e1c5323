package io.tollgate.product;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.db.Ids;
import io.tollgate.error.ApiError;
import io.tollgate.input.Input;
import io.tollgate.page.DiscountInput;
import io.tollgate.page.NamedParts;
import io.tollgate.page.PageSettings;
import io.tollgate.page.Templates;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A product as a body would leave it: the former document, or the defaults of a new one, with what
 * was sent. What does not fit is noted in the body's own problems.
 */
final class ProductDraft {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Stored as they were sent, objects changing only the keys that they hold. */
    private static final List<String> PLAIN = List.of(
            "title",
            "description",
            "shortDescription",
            "callToActionText",
            "headingText",
            "features",
            "calloutText",
            "calloutIcon",
            "sku",
            "pricePicker",
            "taxBehavior",
            "taxCode",
            "fixedTaxRateIds",
            "fileIds",
            "variantsRequired",
            "generateLicenseKeys",
            "limitSubscriptions",
            "enableFileAccessForInactiveSubscriptions");

    /**
     * What a draft needs beside the body.
     *
     * @param images of the seller, by their ids
     * @param bought whether there are purchases, which refer to prices, variants and options
     */
    record Facts(
            String role,
            String titleOtherwise,
            Instant now,
            Supplier<String> ids,
            @Nullable Map<String, ObjectNode> images,
            boolean bought) {
        /** For drafts that are thrown away: the database was not asked. */
        static final Facts NONE = unasked("product");

        static final Facts NONE_OF_BUMP = unasked("orderbump");

        private static Facts unasked(String role) {
            return new Facts(role, "", Instant.EPOCH, () -> Ids.next(Instant.EPOCH), null, false);
        }

        boolean bump() {
            return role.equals("orderbump");
        }

        /** The image as products show it. */
        ObjectNode image(String id) {
            ObjectNode known = images == null ? null : images.get(id);
            return known == null ? JsonNodeFactory.instance.objectNode().put("fileId", id) : known.deepCopy();
        }
    }

    private final Input input;
    private final Facts facts;
    private final @Nullable ObjectNode former;
    private final ObjectNode product;

    private ProductDraft(@Nullable ObjectNode former, Input input, Facts facts) {
        this.former = former;
        this.input = input;
        this.facts = facts;
        this.product = former == null ? fresh(facts) : former.deepCopy();
    }

    /**
     * The document, with what is left of it and of its options.
     *
     * @param former null where the product is new
     */
    static ObjectNode of(@Nullable ObjectNode former, Input input, Facts facts) {
        return new ProductDraft(former, input, facts).drafted();
    }

    private static ObjectNode fresh(Facts facts) {
        ObjectNode product = JsonNodeFactory.instance.objectNode();
        product.put("id", facts.ids().get())
                .put("title", facts.titleOtherwise())
                .put("role", facts.role());
        product.put("taxBehavior", "").put("taxCode", "");
        product.put("generateLicenseKeys", false).put("enableFileAccessForInactiveSubscriptions", false);
        product.put("variantsRequired", false).put("hasUnlimitedStock", true).putNull("stock");
        product.putObject("limitSubscriptions")
                .put("enabled", false)
                .putObject("limitSubscriptionsProcessor")
                .put("enabled", false);
        product.putObject("limitPayments").put("enabled", false);
        List.of("features", "fixedTaxRateIds", "media", "fileIds", "prices", "variants", "discounts")
                .forEach(product::putArray);
        String now = Times.text(facts.now());
        return product.put("createdAt", now).put("updatedAt", now);
    }

    private ObjectNode drafted() {
        ObjectNode merged = product.deepCopy();
        input.mergeInto(merged, fresh(facts));
        PLAIN.stream().filter(input::has).forEach(name -> product.set(name, merged.get(name)));
        if (input.has("imageIds")) {
            ArrayNode media = product.putArray("media");
            merged.get("imageIds").forEach(id -> media.add(facts.image(id.asText())));
        }
        if (input.hasValue("description")) {
            product.put("description", PageSettings.html(input.text("description")));
        }
        PriceDraft prices = new PriceDraft(input, product, facts);
        prices.apply();
        pricesOfTabs(prices.ids());
        VariantDraft variants = new VariantDraft(input, product, facts, prices.ids());
        variants.apply();
        if (input.has("discounts")) {
            discounts(variants);
        }
        limitPayments();
        stock();
        if (former != null) {
            Templates.settle(product, former);
        }
        return normal(product);
    }

    /** A tab may show first a price that the body called by an id of its own. */
    private void pricesOfTabs(Map<String, String> ids) {
        if (product.at("/pricePicker/priceDisplayDefaults") instanceof ObjectNode defaults) {
            defaults.properties().forEach(tab -> {
                String id = ids.get(tab.getValue().asText());
                if (id != null) {
                    tab.setValue(defaults.textNode(id));
                }
            });
        }
    }

    private void discounts(VariantDraft variants) {
        ArrayNode rules = product.putArray("discounts");
        for (Input sent : input.objects("discounts")) {
            ObjectNode rule = sent.values();
            DiscountInput.choose(rule);
            if (!rule.hasNonNull("minQuantity")) {
                rule.put("minQuantity", 1);
            }
            ArrayNode options = rule.putArray("variantOptionIds");
            NamedParts.ids(sent, "variantOptionIds", variants::option, "names no option of this product")
                    .forEach(options::add);
            rules.add(rule);
        }
    }

    private void limitPayments() {
        boolean clears = input.has("limitPayments") && product.hasNonNull("limitPayments");
        if (clears || input.hasValue("limitPayments")) {
            boolean enabled = input.object("limitPayments").bool("enabled", false);
            ObjectNode limit = product.withObjectProperty("limitPayments");
            boolean was = limit.path("enabled").asBoolean();
            limit.put("enabled", enabled);
            if (!enabled) {
                limit.remove("enabledAt");
            } else if (!was) {
                limit.put("enabledAt", Times.text(facts.now()));
            }
            input.object("limitPayments").rule(!enabled || soldOnce(), "enabled", "is for one-time payments");
        }
    }

    private boolean soldOnce() {
        for (JsonNode price : product.path("prices")) {
            if (price.path("enabled").asBoolean()
                    && price.path("billingType").asText().equals("one_time")) {
                return true;
            }
        }
        return false;
    }

    /** A number that is sent limits; unlimited stock has none, whatever number is sent with it. */
    private void stock() {
        boolean unlimited = input.has("hasUnlimitedStock")
                ? input.bool("hasUnlimitedStock", true)
                : input.has("stock")
                        ? !input.hasValue("stock")
                        : product.path("hasUnlimitedStock").asBoolean(true);
        product.put("hasUnlimitedStock", unlimited);
        Long sent = input.integer("stock");
        if (unlimited) {
            product.putNull("stock");
        } else if (sent != null) {
            product.put("stock", sent);
        } else if (input.has("stock") || !product.hasNonNull("stock")) {
            input.problem("stock", "must be given where hasUnlimitedStock is false");
        }
    }

    /** In the form in which it is read again, so that equal documents are equal trees. */
    private static ObjectNode normal(ObjectNode product) {
        try {
            return (ObjectNode) MAPPER.readTree(product.toString());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always JSON", e);
        }
    }

    /** What was bought is what purchases refer to: it can be put out of use, and not taken away or turned. */
    static ApiError bought(String what) {
        return ApiError.conflict("already_bought", "This product has been bought: " + what);
    }
}
