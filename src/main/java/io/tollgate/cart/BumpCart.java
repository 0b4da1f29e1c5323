package io.tollgate.cart;

import io.tollgate.catalog.Discount;
import io.tollgate.catalog.OrderBump;
import io.tollgate.catalog.Price;
import io.tollgate.catalog.Product;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Order bumps that are chosen beside what a page sells, as orders of their own: each has the discounts and the tax of
 * its product. A coupon applies to what the page itself sells.
 */
public final class BumpCart {
    /** The key of a body under which order bumps are chosen. */
    public static final String KEY = "orderBumps";

    private final @Nullable Price price;
    private final String currency;
    private final Set<String> ticketTypeIds;
    private final Set<String> productIds;
    private final List<Problem> problems;

    /**
     * An order bump that is chosen.
     *
     * @param bump how the page offers it; null if it does not
     * @param product null if the seller has none of this id
     */
    public record Choice(
            RequestedBump requested,
            @Nullable OrderBump bump,
            @Nullable Product product,
            OrderTax tax) {}

    private BumpCart(
            @Nullable Price price,
            String currency,
            Set<String> ticketTypeIds,
            Set<String> productIds,
            List<Problem> problems) {
        this.price = price;
        this.currency = currency;
        this.ticketTypeIds = ticketTypeIds;
        this.productIds = productIds;
        this.problems = problems;
    }

    /**
     * Validates the choices; reasons why they cannot be ordered are added to the problems.
     *
     * @param price chosen of the page's product; null for an event
     * @param currency of the page: that of the bump's price can have changed since the page offers it
     * @param ticketTypeIds the ticket types that were chosen
     */
    static List<Order> of(
            List<Choice> choices,
            @Nullable Price price,
            String currency,
            Set<String> ticketTypeIds,
            List<Problem> problems) {
        Set<String> productIds =
                choices.stream().map(one -> one.requested().productId()).collect(Collectors.toSet());
        BumpCart cart = new BumpCart(price, currency, ticketTypeIds, productIds, problems);
        List<Order> orders = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < choices.size(); i++) {
            String path = KEY + "[" + i + "].";
            Choice choice = choices.get(i);
            if (!seen.add(choice.requested().productId())) {
                cart.problem(path, "is chosen twice", choice);
            } else if (choice.bump() == null || !choice.bump().enabled() || choice.product() == null) {
                cart.problem(path, "is no order bump of this page", choice);
            } else if (cart.isOffered(choice, choice.bump(), choice.product().defaultPrice(), path)) {
                orders.add(cart.order(choice, choice.product(), path));
            }
        }
        return orders;
    }

    private boolean isOffered(Choice choice, OrderBump bump, Price offered, String path) {
        int before = problems.size();
        int quantity = choice.requested().quantity();
        if (!offered.currency().equals(currency)) {
            problem(path, "is priced in another currency than the page, " + currency, choice);
        } else if (!bump.isShown(price, ticketTypeIds, productIds)) {
            problem(path, "is not offered beside what is chosen here", choice);
        } else if (offered.recurring() != null
                && !offered.recurring().hasRhythmOf(price == null ? null : price.recurrence())) {
            problem(path, "is charged again at another interval than the chosen price", choice);
        } else if (quantity > 1 && !bump.allowQuantity()) {
            problems.add(new Problem(path + "quantity", "must be 1", quantity));
        }
        return problems.size() == before;
    }

    private Order order(Choice choice, Product product, String path) {
        Price offered = product.defaultPrice();
        RequestedBump requested = choice.requested();
        String id = requested.productId();
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(Line.Kind.ORDER_BUMP, id, product.title(), requested.quantity(), offered.amount(), false));
        ProductCart.addSetupFee(lines, offered, id, requested.quantity(), false);
        new VariantSelections(product, offered, requested.quantity(), requested.variants(), path, problems)
                .addTo(lines);
        return new Order(
                lines,
                product.discounts().stream().map(Discount::rule).toList(),
                null,
                List.of(),
                choice.tax().taxation(),
                false);
    }

    private void problem(String path, String message, Choice choice) {
        problems.add(new Problem(path + "productId", message, choice.requested().productId()));
    }
}
