package io.tollgate.sales.cart;

import io.tollgate.catalog.model.Event;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.schema.Type;
import io.tollgate.pricing.Currency;
import io.tollgate.pricing.Quote;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The maximum quantities and the maximum total of an order, through the API and through hosted pages. */
public final class CartLimits {
    /** The maximum quantity of a price, an option, an order bump or a ticket type. */
    public static final int QUANTITY_MAX = 1_000;

    /** The maximum number of tickets of an order, which can be created within the request timeout. */
    public static final int TICKETS_MAX = 1_000;

    /** Maximum number of tickets of types without a {@code maxQuantity} in one order on a hosted page. */
    public static final int TICKETS_DEFAULT = 10;

    /** The maximum total in minor units, which is also that of each single amount. */
    public static final long TOTAL_MAX = Type.MONEY_MAX;

    /** The processor takes at most so many items, and as many that are charged once. */
    private static final int PARTS_MAX = 20;

    private static final String QUANTITY = "must be a whole number from 1 to " + QUANTITY_MAX;
    private static final String TICKETS = "must have at most " + TICKETS_MAX + " tickets in total";
    private static final String FEW_TICKETS = "must be at most " + TICKETS_DEFAULT + " in total on a hosted page";
    private static final String TOTAL = "must be lower: the total exceeds " + TOTAL_MAX;

    private static final String CHARGE = "is below the minimum: the payment processor charges nothing between 0 and ";

    private CartLimits() {}

    /** Returns the problem of a quantity that is no whole number from 1 to {@link #QUANTITY_MAX}. */
    public static Problem quantity(String param, String value) {
        return new Problem(param, QUANTITY, value);
    }

    public static boolean isQuantity(Problem problem) {
        return problem.message().equals(QUANTITY);
    }

    static void requireTickets(RequestedTickets requested, List<Problem> problems) {
        long total = requested.count();
        if (total > TICKETS_MAX) {
            problems.add(new Problem("tickets", TICKETS, total));
        }
    }

    /** Adds a problem if an order on a hosted page has too many tickets of types without a {@code maxQuantity}. */
    public static void requireFewTickets(Event event, RequestedTickets requested, List<Problem> problems) {
        long total = event.groups().stream()
                .flatMap(group -> group.types().stream())
                .filter(type -> type.maxQuantity() == 0)
                .mapToLong(type -> requested.quantities().getOrDefault(type.id(), 0))
                .sum();
        if (total > TICKETS_DEFAULT) {
            problems.add(new Problem("tickets", FEW_TICKETS, total));
        }
    }

    /** Returns whether a problem is that the order has more than {@link #TICKETS_DEFAULT} tickets. */
    public static boolean isFewTickets(Problem problem) {
        return problem.message().equals(FEW_TICKETS);
    }

    /** Returns whether a problem is that the order has more than {@link #TICKETS_MAX} tickets. */
    public static boolean isTickets(Problem problem) {
        return problem.message().equals(TICKETS);
    }

    /** Adds a problem if the processor cannot bill a subscription with so many parts. */
    static void requireParts(SubscriptionCart cart, List<Problem> problems) {
        long once = charged(cart.once()) + (cart.schedule().isFirstApart() ? charged(cart.first()) : 0);
        if (charged(cart.regular()) > PARTS_MAX || once > PARTS_MAX) {
            String message =
                    "must be fewer: a subscription has at most " + PARTS_MAX + " charged options and order bumps";
            problems.add(new Problem("variants", message, null));
        }
    }

    private static long charged(@Nullable Quote quote) {
        return quote == null
                ? 0
                : quote.parts().stream().filter(part -> part.total() > 0).count();
    }

    /**
     * Returns the quote with amounts that the currency can charge. Throws as {@link #requireTotal} does.
     *
     * @param param the parameter that the error names
     */
    static Quote payable(Quote quote, String currency, String param) {
        requireTotal(quote, param);
        return quote.rounded(Currency.of(currency));
    }

    /** Throws a 400 if the total exceeds {@link #TOTAL_MAX}. */
    static void requireTotal(Quote quote, String param) {
        if (Math.max(quote.subtotal(), quote.total()) > TOTAL_MAX) {
            throw ApiError.invalid(param, TOTAL, null);
        }
    }

    /**
     * Returns the problem of an amount that is too low for a charge by the processor; null without one.
     *
     * @param amount of one charge; 0 is not charged
     */
    public static @Nullable Problem charge(long amount, String currency) {
        Currency known = Currency.of(currency);
        return known.isBelowMinimum(amount)
                ? new Problem("amount", CHARGE + known.minimum() + " " + known.code(), amount)
                : null;
    }

    /** Returns the problem of a charge of a subscription that is too low; null if all of them are possible. */
    public static @Nullable Problem charge(SubscriptionCart cart, String currency) {
        return Stream.of(cart.today(), cart.reduced(), cart.regular())
                .map(quote -> charge(quote.total(), currency))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns whether a problem is that an amount is too low for a charge. */
    public static boolean isCharge(Problem problem) {
        return problem.message().startsWith(CHARGE);
    }

    /** Returns the problem of an amount that exceeds {@link #TOTAL_MAX}. */
    public static Problem total(String param) {
        return new Problem(param, TOTAL, null);
    }

    /** Returns whether a problem is that the total exceeds {@link #TOTAL_MAX}. */
    public static boolean isTotal(Problem problem) {
        return problem.message().equals(TOTAL);
    }
}
