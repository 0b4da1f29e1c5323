package io.tollgate.catalog.product;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.ChargeableAmounts;
import io.tollgate.catalog.page.DiscountInput;
import io.tollgate.catalog.page.NamedParts;
import io.tollgate.catalog.page.PageSettings;
import io.tollgate.catalog.page.Templates;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.Input;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies a body to a product: to the stored document, or to the defaults of a new one. Records problems in the input.
 */
final class ProductDraft {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** The fields that have rules of their own. All other settable fields are stored as they are sent. */
    private static final Set<String> EXCLUDED = Set.of(
            "price",
            "prices",
            "defaultPriceId",
            "variants",
            "discounts",
            "limitPayments",
            "stock",
            "hasUnlimitedStock");

    private static final List<String> PLAIN = Products.SCHEMA.settable().stream()
            .filter(name -> !EXCLUDED.contains(name))
            .toList();

    /**
     * What a draft needs in addition to the body.
     *
     * @param defaultTitle the title of a new product if the body has none
     * @param ids generates ids for new parts
     * @param images the images that the body refers to by id, or null without the database
     * @param bought whether purchases refer to the product, so that its parts cannot be removed
     */
    record Facts(
            String role,
            String defaultTitle,
            Instant now,
            Supplier<String> ids,
            @Nullable Map<String, ObjectNode> images,
            boolean bought) {
        /** Placeholders for a draft that only validates the body. */
        static final Facts NONE = placeholders("product");

        static final Facts NONE_OF_BUMP = placeholders("orderbump");

        private static Facts placeholders(String role) {
            return new Facts(role, "", Instant.EPOCH, () -> Ids.next(Instant.EPOCH), null, false);
        }

        boolean bump() {
            return role.equals("orderbump");
        }

        /** Returns the image as products show it. */
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
        this.product = former == null ? newProduct(facts) : former.deepCopy();
    }

    /**
     * Returns the document, including the remaining stock of the product and its options.
     *
     * @param former the stored product, or null for a new one
     */
    static ObjectNode of(@Nullable ObjectNode former, Input input, Facts facts) {
        return new ProductDraft(former, input, facts).apply();
    }

    private static ObjectNode newProduct(Facts facts) {
        ObjectNode product = Products.SCHEMA.defaults();
        product.put("id", facts.ids().get()).put("title", facts.defaultTitle()).put("role", facts.role());
        product.remove("price");
        String now = Times.text(facts.now());
        return product.put("createdAt", now).put("updatedAt", now);
    }

    private ObjectNode apply() {
        ObjectNode merged = product.deepCopy();
        input.mergeInto(merged, newProduct(facts));
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
        new PriceTabDraft(input.object("pricePicker"), product, prices.ids())
                .apply(former == null ? MissingNode.getInstance() : former.path("pricePicker"));
        VariantDraft variants = new VariantDraft(input, product, facts, prices.ids());
        variants.apply();
        if (input.has("discounts")) {
            discounts(variants);
        }
        limitPayments();
        stock();
        if (former != null) {
            input.check();
            requireCurrency(former);
            Templates.keepFormerEmptiness(product, former);
        }
        return reparsed(product);
    }

    private static String currency(JsonNode product) {
        return product.at("/price/currency").asText();
    }

    /** Rejects a new currency that cannot charge the amounts of options and discounts that were not sent. */
    private void requireCurrency(JsonNode before) {
        String currency = currency(product);
        if (currency(before).equals(currency)) {
            return;
        }
        String param = input.hasValue("prices") ? "prices" : "price.currency";
        ChargeableAmounts.requireDiscounts(product, currency, param);
        for (JsonNode variant : product.path("variants")) {
            ChargeableAmounts.require(variant.path("options"), "additionalChargeAmount", "an option", currency, param);
        }
    }

    private void discounts(VariantDraft variants) {
        ArrayNode rules = product.putArray("discounts");
        for (Input sent : input.objects("discounts")) {
            ObjectNode rule = sent.values();
            DiscountInput.normalize(rule);
            ChargeableAmounts.check(sent, currency(product), rule, ChargeableAmounts.AMOUNT_OFF);
            if (!rule.hasNonNull("minQuantity")) {
                rule.put("minQuantity", 1);
            }
            ArrayNode options = rule.putArray("variantOptionIds");
            NamedParts.ids(sent, "variantOptionIds", variants::option, "must refer to an option of this product")
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
            input.object("limitPayments")
                    .rule(!enabled || hasOneTimePrice(), "enabled", "is allowed only for one-time payments");
        }
    }

    private boolean hasOneTimePrice() {
        for (JsonNode price : product.path("prices")) {
            if (price.path("enabled").asBoolean()
                    && price.path("billingType").asText().equals("one_time")) {
                return true;
            }
        }
        return false;
    }

    /** A number alone limits the stock. With {@code hasUnlimitedStock: true}, the number is ignored. */
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
            input.problem("stock", "is required if hasUnlimitedStock is false");
        }
    }

    /** Parses the document again, so that equal documents are equal trees. */
    private static ObjectNode reparsed(ObjectNode product) {
        try {
            return (ObjectNode) MAPPER.readTree(product.toString());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always JSON", e);
        }
    }

    /** Returns a 409. Purchases refer to the parts of a product, so these can be disabled but not removed. */
    static ApiError alreadyBought(String what) {
        return ApiError.conflict("already_bought", "This product has been bought: " + what);
    }
}
