package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import io.tollgate.pricing.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A checkout page's product, with what is chosen beside it, and its price. Of what recurs, it is the
 * price of the first full period.
 *
 * @param price the price that was chosen, as the product has it
 */
public record ProductCart(JsonNode price, Quote quote) {

    /**
     * What is wanted.
     *
     * @param priceId null: the product's default
     * @param amount what the buyer chose to pay for one, or null
     */
    public record Wanted(
            @Nullable String priceId,
            int quantity,
            @Nullable Long amount,
            JsonNode variants) {}

    /**
     * Prices what is wanted of a page; what is left of it is not looked at.
     *
     * @param page with its product
     * @param bumps chosen beside the product
     * @param problems that were found before; what cannot be ordered like this joins them
     * @return null if there is any problem
     */
    public static @Nullable ProductCart of(
            ObjectNode page,
            Wanted wanted,
            List<BumpCart.Chosen> bumps,
            @Nullable CouponUse coupon,
            Tax tax,
            List<Problem> problems) {
        JsonNode product = page.path("product");
        JsonNode price = price(product, wanted, problems);
        List<Line> lines = lines(product, price, wanted, coupon, problems);
        List<Order> beside = BumpCart.of(bumps, price, currency(page), Set.of(), problems);
        if (!problems.isEmpty()) {
            return null;
        }
        Order order = new Order(
                lines,
                bulk(product),
                coupon == null ? null : coupon.reduction(),
                Fees.of(page.path("fees"), "multiplyByQuantity", wanted.quantity()),
                tax.taxation(),
                false);
        return new ProductCart(price, CartKeys.payable(Quote.of(order, beside), "quantity"));
    }

    private static List<Line> lines(
            JsonNode product, JsonNode price, Wanted wanted, @Nullable CouponUse coupon, List<Problem> problems) {
        List<Line> lines = new ArrayList<>();
        String reference = price.path("id").asText();
        long amount = amount(price, wanted, problems);
        lines.add(new Line(
                Line.Kind.PRODUCT, reference, product.path("title").asText(), wanted.quantity(), amount, true));
        addSetupFee(lines, price, reference, wanted.quantity(), coupon != null && coupon.coversSetupFee());
        new Choices(product, price, wanted, "", problems).addTo(lines);
        return lines;
    }

    static void addSetupFee(List<Line> lines, JsonNode price, String reference, int quantity, boolean covered) {
        long setupFee = price.path("setupFee").asLong();
        if (setupFee > 0) {
            int times = price.path("setupFeeMultipliesWithQuantity").asBoolean() ? quantity : 1;
            lines.add(new Line(Line.Kind.SETUP_FEE, reference, "Setup fee", times, setupFee, covered));
        }
    }

    /** The currency of a page's product, in which its coupons must be too. */
    public static String currency(ObjectNode page) {
        return page.path("product").path("price").path("currency").asText();
    }

    private static JsonNode price(JsonNode product, Wanted wanted, List<Problem> problems) {
        String id = wanted.priceId() == null ? product.path("defaultPriceId").asText() : wanted.priceId();
        JsonNode first = product.path("price");
        for (JsonNode price : product.path("prices")) {
            boolean enabled = price.path("enabled").asBoolean(true);
            if (enabled && price.path("id").asText().equals(id)) {
                return price;
            }
        }
        if (wanted.priceId() != null) {
            problems.add(new Problem("priceId", "is no price of this page", wanted.priceId()));
        }
        return first;
    }

    private static long amount(JsonNode price, Wanted wanted, List<Problem> problems) {
        long amount = price.path("amount").asLong();
        Long chosen = wanted.amount();
        if (!price.path("payWhatYouWant").asBoolean()) {
            if (chosen != null && chosen != 0) {
                problems.add(new Problem("amount", "cannot be chosen for this price", chosen));
            }
            return amount;
        }
        if (chosen == null) {
            problems.add(new Problem("amount", "is required: the buyer chooses this price", null));
        } else if (chosen < amount) {
            problems.add(new Problem("amount", "must be at least " + amount, chosen));
        } else {
            return chosen;
        }
        return amount;
    }

    static List<BulkDiscount> bulk(JsonNode product) {
        List<BulkDiscount> rules = new ArrayList<>();
        for (JsonNode rule : product.path("discounts")) {
            boolean together = rule.path("quantityCondition").asText().equals("checkout_quantity");
            rules.add(Bulk.rule(rule, together, Bulk.texts(rule.path("variantOptionIds"))));
        }
        return rules;
    }
}
