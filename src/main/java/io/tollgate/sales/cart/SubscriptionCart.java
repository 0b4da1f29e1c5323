package io.tollgate.sales.cart;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Discount;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.Reduction;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A subscription or an installment plan: what is charged, and when.
 *
 * @param coupon null without one
 * @param first the quote of the first period, which can be shorter than the others, without {@code once}
 * @param regular the quote of one period without the coupon
 * @param reduced the quote of one period while the coupon applies; equal to {@code regular} without a coupon
 * @param once the quote of the lines that are charged only once, with the order; null if there are none
 */
public record SubscriptionCart(
        Price price,
        int quantity,
        List<ChosenVariant> variants,
        @Nullable Coupon coupon,
        BillingSchedule schedule,
        Quote first,
        Quote regular,
        Quote reduced,
        @Nullable Quote once) {
    /** A reduction that ends later is announced without its end. */
    private static final int PERIODS_MAX = 1_000;

    /**
     * Validates and prices a product whose price recurs.
     *
     * @param bumps the selected order bumps; those that recur are charged with each period
     * @param orderedAt determines the periods
     * @param problems earlier problems; receives further ones
     * @return the cart; null if there is any problem
     */
    public static @Nullable SubscriptionCart of(
            CheckoutPage page,
            RequestedProduct requested,
            List<BumpCart.Choice> bumps,
            @Nullable AppliedCoupon applied,
            OrderTax tax,
            Instant orderedAt,
            List<Problem> problems) {
        Product product = page.product();
        Price price = ProductCart.price(product, requested.priceId(), problems);
        List<Line> lines = new ArrayList<>();
        VariantSelections selections = ProductCart.addLines(lines, product, price, requested, applied, problems);
        List<Order> beside = BumpCart.of(bumps, price, page.currency(), Set.of(), problems);
        if (!problems.isEmpty()) {
            return null;
        }
        Reduction reduction = applied == null ? null : applied.coupon().reduction();
        Order order = new Order(
                lines,
                product.discounts().stream().map(Discount::rule).toList(),
                reduction,
                ProductCart.fees(page, requested),
                tax.taxation(),
                false);
        BillingSchedule schedule =
                BillingSchedule.of(Objects.requireNonNull(price.recurrence(), "the price recurs"), orderedAt);
        Pricing pricing = new Pricing(order, beside, recurringReferences(page, price, bumps), page.currency());
        Quote regular = pricing.period(null, line -> line);
        Reduction reducing = isSpentBefore(applied, schedule, pricing) ? null : reduction;
        Quote reduced = reducing == null ? regular : pricing.period(reducing, line -> line);
        Quote first = schedule.isProrated() ? pricing.period(reducing, line -> prorated(line, schedule)) : reduced;
        Quote once = pricing.once(schedule.startsAtOnce() ? remainder(reduction, first) : reduction);
        Map<Line, Part> parts = parts(reduced, once);
        SubscriptionCart cart = new SubscriptionCart(
                price,
                requested.quantity(),
                selections.chosen(line -> Objects.requireNonNull(parts.get(line))),
                applied == null ? null : applied.coupon(),
                schedule,
                first,
                regular,
                reduced,
                once);
        CartLimits.requireTotal(cart.today(), "quantity");
        CartLimits.requireParts(cart, problems);
        return problems.isEmpty() ? cart : null;
    }

    private static Map<Line, Part> parts(Quote period, @Nullable Quote once) {
        Map<Line, Part> parts = new LinkedHashMap<>();
        period.parts().forEach(part -> parts.put(part.line(), part));
        if (once != null) {
            once.parts().forEach(part -> parts.put(part.line(), part));
        }
        return parts;
    }

    /** Returns whether a coupon for one charge already reduces what is charged before the first period. */
    private static boolean isSpentBefore(@Nullable AppliedCoupon applied, BillingSchedule schedule, Pricing pricing) {
        if (applied == null || schedule.startsAtOnce() || applied.coupon().durationOrOnce() != Coupon.Duration.ONCE) {
            return false;
        }
        Quote before = pricing.once(applied.coupon().reduction());
        return before != null && before.couponDiscount() > 0;
    }

    /** Returns what is left of a reduction for the lines that are charged together with the first period. */
    private static @Nullable Reduction remainder(@Nullable Reduction whole, Quote first) {
        return whole == null || whole.amountOff() == null
                ? whole
                : Reduction.amount(whole.amountOff() - first.couponDiscount());
    }

    /** Returns the price, the options and the order bumps that are charged with each period. */
    private static Set<String> recurringReferences(CheckoutPage page, Price price, List<BumpCart.Choice> bumps) {
        Set<String> references = new HashSet<>();
        references.add(Objects.requireNonNullElse(price.id(), ""));
        addOptions(references, page.product());
        for (BumpCart.Choice choice : bumps) {
            Product product = Objects.requireNonNull(choice.product(), "the bump was validated");
            if (product.defaultPrice().recurring() != null) {
                references.add(choice.requested().productId());
                addOptions(references, product);
            }
        }
        return references;
    }

    private static void addOptions(Set<String> references, Product product) {
        product.variants().stream()
                .flatMap(variant -> variant.options().stream())
                .filter(Variant.Option::isRecurring)
                .forEach(option -> references.add(option.id()));
    }

    private static Line prorated(Line line, BillingSchedule schedule) {
        return new Line(
                line.kind(),
                line.reference(),
                line.name(),
                line.quantity(),
                schedule.prorated(line.unitPrice()),
                line.couponApplies());
    }

    /**
     * Prices what recurs apart from what is charged once.
     *
     * @param recurring the references of the lines that recur
     */
    private record Pricing(Order order, List<Order> beside, Set<String> recurring, String currency) {
        Quote period(@Nullable Reduction coupon, UnaryOperator<Line> each) {
            List<Order> others = beside.stream()
                    .map(other -> part(other, true, other.coupon(), other.fees(), each))
                    .filter(other -> !other.lines().isEmpty())
                    .toList();
            return payable(Quote.of(part(order, true, coupon, order.fees(), each), others));
        }

        /** Fixed fees are charged once per period, so only percentage fees apply to the lines that are charged once. */
        @Nullable
        Quote once(@Nullable Reduction coupon) {
            List<Fee> percentages = order.fees().stream()
                    .filter(fee -> fee.percentage() != null)
                    .map(fee -> new Fee(fee.name(), null, fee.percentage(), fee.times()))
                    .toList();
            List<Order> parts = new ArrayList<>();
            parts.add(part(order, false, coupon, percentages, line -> line));
            beside.forEach(other -> parts.add(part(other, false, other.coupon(), other.fees(), line -> line)));
            return parts.stream().allMatch(part -> part.lines().isEmpty())
                    ? null
                    : payable(Quote.of(parts.get(0), parts.subList(1, parts.size())));
        }

        private Order part(
                Order whole, boolean again, @Nullable Reduction coupon, List<Fee> fees, UnaryOperator<Line> each) {
            List<Line> lines = whole.lines().stream()
                    .filter(line -> isRecurring(line) == again)
                    .map(each)
                    .toList();
            return new Order(lines, whole.bulkDiscounts(), coupon, fees, whole.taxation(), false);
        }

        private boolean isRecurring(Line line) {
            return line.kind() != Line.Kind.SETUP_FEE && recurring.contains(line.reference());
        }

        private Quote payable(Quote quote) {
            return CartLimits.payable(quote, currency, "quantity");
        }
    }

    /** Returns the quote of what is charged with the order: nothing of the periods if the first one begins later. */
    public Quote today() {
        Quote period = schedule.startsAtOnce() ? first : Quote.NOTHING;
        return once == null ? period : period.plus(once);
    }

    /** Returns the amount that is charged for a period, counted from 0, without what is charged once. */
    public long amount(int period) {
        return period == 0 ? first.total() : isReduced(period) ? reduced.total() : regular.total();
    }

    private boolean isReduced(int period) {
        Instant until = reducedUntil();
        return until != null && schedule.periodStart(period).isBefore(until);
    }

    /**
     * Returns when the coupon no longer reduces periods that begin; null if it reduces none. The months of a repeating
     * one count from the order.
     */
    public @Nullable Instant reducedUntil() {
        if (coupon == null || reduced.total() == regular.total()) {
            return null;
        }
        int months = Objects.requireNonNullElse(coupon.durationInMonths(), 0);
        return switch (coupon.durationOrOnce()) {
            case ONCE -> schedule.periodStart(1);
            case FOREVER -> Instant.MAX;
            case REPEATING ->
                schedule.orderedAt().atZone(ZoneOffset.UTC).plusMonths(months).toInstant();
        };
    }

    /**
     * An amount that is charged for one or more periods.
     *
     * @param from when it is charged for the first time
     */
    public record Later(Instant from, long amount) {}

    /**
     * Returns what is charged after the order: each amount with its first time, the last one for all further periods.
     */
    public List<Later> later() {
        List<Later> later = new ArrayList<>();
        Integer payments = schedule.recurrence().planIterations();
        int end = payments == null ? PERIODS_MAX : payments;
        for (int period = schedule.startsAtOnce() ? 1 : 0; period < end; period++) {
            long amount = amount(period);
            if (later.isEmpty() || later.get(later.size() - 1).amount() != amount) {
                later.add(new Later(schedule.periodStart(period), amount));
            }
            if (period > 0 && (amount == regular.total() || !endsReduction())) {
                break;
            }
        }
        return later;
    }

    private boolean endsReduction() {
        return coupon != null && coupon.durationOrOnce() == Coupon.Duration.REPEATING;
    }

    /**
     * Returns after how many charges a plan is completed: its payments without those that the coupon makes free, and a
     * charge before the first one. Null for a subscription.
     */
    public @Nullable Integer charges() {
        Integer payments = schedule.recurrence().planIterations();
        if (payments == null) {
            return null;
        }
        int charges = today().total() > 0 ? 1 : 0;
        for (int period = schedule.startsAtOnce() ? 1 : 0; period < payments; period++) {
            charges += amount(period) > 0 ? 1 : 0;
        }
        return charges;
    }

    /** Returns when a plan is charged for the last time; null for a subscription. */
    public @Nullable Instant lastPayment() {
        Integer payments = schedule.recurrence().planIterations();
        return payments == null ? null : schedule.periodStart(payments - 1);
    }

    /** Returns whether anything will ever be charged. */
    public boolean isFree() {
        boolean always = coupon != null && coupon.durationOrOnce() == Coupon.Duration.FOREVER;
        return today().total() == 0 && first.total() == 0 && (always ? reduced : regular).total() == 0;
    }
}
