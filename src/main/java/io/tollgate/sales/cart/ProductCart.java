package io.tollgate.sales.cart;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Discount;
import io.tollgate.catalog.model.PageFee;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import io.tollgate.pricing.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The product of a checkout page with the selected price, variants and order bumps.
 *
 * @param quote for a recurring price, the quote of the first full period
 */
public record ProductCart(Price price, int quantity, List<ChosenVariant> variants, Quote quote) {
    /** The name of the line of a setup fee, which has no name of its own. */
    public static final String SETUP_FEE = "Setup fee";

    /**
     * Validates and prices a product. Does not check the stock.
     *
     * @param bumps the selected order bumps
     * @param problems earlier problems; receives further ones
     * @return the cart; null if there is any problem
     */
    public static @Nullable ProductCart of(
            CheckoutPage page,
            RequestedProduct requested,
            List<BumpCart.Choice> bumps,
            @Nullable AppliedCoupon applied,
            OrderTax tax,
            List<Problem> problems) {
        Product product = page.product();
        Price price = price(product, requested.priceId(), problems);
        List<Line> lines = new ArrayList<>();
        VariantSelections selections = addLines(lines, product, price, requested, applied, problems);
        List<Order> bumpOrders = BumpCart.of(bumps, price, page.currency(), Set.of(), problems);
        if (!problems.isEmpty()) {
            return null;
        }
        Order order = new Order(
                lines,
                product.discounts().stream().map(Discount::rule).toList(),
                applied == null ? null : applied.coupon().reduction(),
                fees(page, requested),
                tax.taxation(),
                false);
        Quote quote = CartLimits.payable(tax.applyTo(Quote.of(order, bumpOrders)), page.currency(), "quantity");
        return new ProductCart(
                price,
                requested.quantity(),
                selections.chosen(line -> quote.parts().get(lines.indexOf(line))),
                quote);
    }

    static List<Fee> fees(CheckoutPage page, RequestedProduct requested) {
        return PageFee.charged(page.fees(), fee -> fee.multiplyByQuantity() ? requested.quantity() : 1);
    }

    /** Adds the lines of the product, its setup fee and the selected options, in this order. */
    static VariantSelections addLines(
            List<Line> lines,
            Product product,
            Price price,
            RequestedProduct requested,
            @Nullable AppliedCoupon applied,
            List<Problem> problems) {
        String reference = Objects.requireNonNullElse(price.id(), "");
        int quantity = requested.quantity();
        long amount = amount(price, requested.amount(), problems);
        lines.add(new Line(Line.Kind.PRODUCT, reference, product.title(), quantity, amount, true));
        boolean covered = applied != null && applied.coupon().appliesToSetupFee();
        addSetupFee(lines, price, reference, quantity, covered);
        VariantSelections selections =
                new VariantSelections(product, price, quantity, requested.variants(), "", problems);
        selections.addTo(lines);
        return selections;
    }

    static void addSetupFee(List<Line> lines, Price price, String reference, int quantity, boolean covered) {
        if (price.setupFee() > 0) {
            int times = price.setupFeeMultipliesWithQuantity() ? quantity : 1;
            lines.add(new Line(Line.Kind.SETUP_FEE, reference, SETUP_FEE, times, price.setupFee(), covered));
        }
    }

    /** Returns whether the selected price, or the default price without a selection, is charged again and again. */
    public static boolean isRecurring(Product product, RequestedProduct requested) {
        return price(product, requested.priceId(), new ArrayList<>()).recurrence() != null;
    }

    static Price price(Product product, @Nullable String priceId, List<Problem> problems) {
        String id = priceId == null ? product.defaultPriceId() : priceId;
        Optional<Price> price = product.price(id).filter(Price::isEnabled);
        if (price.isEmpty() && priceId != null) {
            problems.add(new Problem("priceId", "no such price on this page", priceId));
        }
        return price.orElse(product.price());
    }

    private static long amount(Price price, @Nullable Long chosen, List<Problem> problems) {
        if (!price.payWhatYouWant()) {
            if (chosen != null && chosen != 0) {
                problems.add(new Problem("amount", "is not allowed: this price is fixed", chosen));
            }
            return price.amount();
        }
        if (chosen == null) {
            problems.add(new Problem("amount", "is required because the buyer chooses this price", null));
        } else if (chosen < price.amount()) {
            problems.add(new Problem("amount", "must be at least " + price.amount(), chosen));
        } else {
            return chosen;
        }
        return price.amount();
    }
}
