package io.tollgate.cart;

import io.tollgate.catalog.CheckoutPage;
import io.tollgate.catalog.Price;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.Reduction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The quotes of a subscription or an installment plan.
 *
 * @param regular the quote of one period without the coupon
 * @param reduced the quote of one period while the coupon applies; equal to {@code regular} without a coupon
 * @param once the quote of the lines that are charged only with the first period; null if there are none
 */
public record SubscriptionCart(
        Price price,
        int quantity,
        List<ChosenVariant> variants,
        Quote regular,
        Quote reduced,
        @Nullable Quote once) {

    /**
     * Validates and prices a product whose price recurs.
     *
     * @param problems earlier problems; receives further ones
     * @return the cart; null if there is any problem
     */
    public static @Nullable SubscriptionCart of(
            CheckoutPage page,
            RequestedProduct requested,
            @Nullable AppliedCoupon applied,
            OrderTax tax,
            List<Problem> problems) {
        Price price = ProductCart.price(page.product(), requested.priceId(), problems);
        List<Line> lines = new ArrayList<>();
        VariantSelections selections = ProductCart.addLines(lines, page.product(), price, requested, applied, problems);
        if (!problems.isEmpty()) {
            return null;
        }
        List<Line> again = new ArrayList<>();
        List<Line> first = new ArrayList<>();
        lines.forEach(line -> (isChargedOnce(page, line) ? first : again).add(line));
        Reduction coupon = applied == null ? null : applied.coupon().reduction();
        List<Fee> fees = ProductCart.fees(page, requested);
        Quote regular = quote(again, null, fees, tax);
        Quote reduced = coupon == null ? regular : quote(again, coupon, fees, tax);
        // Fixed fees are charged once per period, so only percentage fees apply to the one-time lines.
        List<Fee> percentages =
                fees.stream().filter(fee -> fee.percentage() != null).toList();
        Quote once = first.isEmpty() ? null : quote(first, coupon, percentages, tax);
        Map<Line, Part> parts = new LinkedHashMap<>();
        reduced.parts().forEach(part -> parts.put(part.line(), part));
        if (once != null) {
            once.parts().forEach(part -> parts.put(part.line(), part));
        }
        return new SubscriptionCart(
                price,
                requested.quantity(),
                selections.chosen(line -> Objects.requireNonNull(parts.get(line))),
                regular,
                reduced,
                once);
    }

    private static Quote quote(List<Line> lines, @Nullable Reduction coupon, List<Fee> fees, OrderTax tax) {
        return OrderAmount.requirePayable(
                Quote.of(new Order(lines, List.of(), coupon, fees, tax.taxation(), false)), "quantity");
    }

    private static boolean isChargedOnce(CheckoutPage page, Line line) {
        return line.kind() == Line.Kind.SETUP_FEE
                || page.product().variants().stream()
                        .flatMap(variant -> variant.options().stream())
                        .filter(option -> option.id().equals(line.reference()))
                        .anyMatch(option -> !option.isRecurring());
    }
}
