package io.tollgate.sales.cart;

import io.tollgate.catalog.model.Discount;
import io.tollgate.catalog.model.OrderBump;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prices the selected order bumps. Each is a separate order with the discounts and the tax of its product. Coupons do
 * not apply to order bumps.
 */
public final class BumpCart {
    /** The key of the selected order bumps in a request body. */
    public static final String KEY = "orderBumps";

    private final @Nullable Price price;
    private final String currency;
    private final Set<String> ticketTypeIds;
    private final Set<String> productIds;
    private final List<Problem> problems;

    /**
     * A selected order bump.
     *
     * @param bump the order bump of the page; null if the page does not offer the product
     * @param product null if the seller has no such product
     * @param tax the tax of the product
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
     * Validates the selected order bumps and returns an order for each valid one.
     *
     * @param price the selected price of the page's product; null for an event
     * @param currency the currency of the page, which must equal that of each order bump
     * @param ticketTypeIds the selected ticket types
     * @param problems receives a problem for each order bump that cannot be ordered
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
                cart.problem(path, "is selected twice", choice);
            } else if (choice.bump() == null || !choice.bump().enabled() || choice.product() == null) {
                cart.problem(path, "no such order bump on this page", choice);
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
            problem(path, "must be priced in " + currency + ", the currency of the page", choice);
        } else if (!bump.isShown(price, ticketTypeIds, productIds)) {
            problem(path, "is not offered with this selection", choice);
        } else if (offered.recurring() != null
                && !offered.recurring().hasSameInterval(price == null ? null : price.recurrence())) {
            problem(path, "must recur at the same interval as the selected price", choice);
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
