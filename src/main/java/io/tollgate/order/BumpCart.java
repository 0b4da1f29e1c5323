package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Order bumps that are chosen beside what a page sells, as orders of their own: discounted and taxed
 * as their products say. A coupon is for what the page itself sells.
 */
public final class BumpCart {
    /** The key of a body under which they are chosen. */
    static final String KEY = "orderBumps";

    private final JsonNode price;
    private final String currency;
    private final Set<String> tickets;
    private final Set<String> products;
    private final List<Problem> problems;

    /** What is wanted of one of them. */
    public record Wanted(String productId, int quantity, JsonNode variants) {}

    /**
     * One as its page offers it.
     *
     * @param bump how the page offers it, or what holds nothing where it does not
     * @param product what is offered
     */
    public record Chosen(Wanted wanted, JsonNode bump, JsonNode product, Tax tax) {}

    private BumpCart(
            JsonNode price, String currency, Set<String> tickets, Set<String> products, List<Problem> problems) {
        this.price = price;
        this.currency = currency;
        this.tickets = tickets;
        this.products = products;
        this.problems = problems;
    }

    /**
     * Notes everything that cannot be had like this.
     *
     * @param price that was chosen of the page's product; what holds nothing where it sells tickets
     * @param currency of the page: its own may have changed since it offers them, and so may theirs
     * @param tickets the ticket types that were chosen
     */
    static List<Order> of(
            List<Chosen> chosen, JsonNode price, String currency, Set<String> tickets, List<Problem> problems) {
        Set<String> products =
                chosen.stream().map(one -> one.wanted().productId()).collect(Collectors.toSet());
        BumpCart cart = new BumpCart(price, currency, tickets, products, problems);
        List<Order> orders = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < chosen.size(); i++) {
            String at = KEY + "[" + i + "].";
            Chosen one = chosen.get(i);
            if (!seen.add(one.wanted().productId())) {
                cart.problem(at + "productId", "is chosen twice", one);
            } else if (cart.isOffered(one, at)) {
                orders.add(cart.order(one, at));
            }
        }
        return orders;
    }

    private boolean isOffered(Chosen one, String at) {
        int before = problems.size();
        JsonNode offered = offered(one.product());
        if (!one.bump().path("enabled").asBoolean() || offered.isMissingNode()) {
            problem(at + "productId", "is no order bump of this page", one);
        } else if (!offered.path("currency").asText().equals(currency)) {
            problem(at + "productId", "is priced in another currency than the page, " + currency, one);
        } else if (!isShown(one.bump().path("showHideLogic"))) {
            problem(at + "productId", "is not offered beside what is chosen here", one);
        } else if (recurs(offered) && !rhythm(offered).equals(rhythm(price))) {
            problem(at + "productId", "is charged again at another interval than the chosen price", one);
        } else if (one.wanted().quantity() > 1
                && !one.bump().path("allowQuantity").asBoolean()) {
            problems.add(new Problem(at + "quantity", "must be 1", one.wanted().quantity()));
        }
        return problems.size() == before;
    }

    /** The price that the product shows: where others were enabled since, it is still that one. */
    private static JsonNode offered(JsonNode product) {
        String id = product.path("defaultPriceId").asText();
        for (JsonNode price : product.path("prices")) {
            if (price.path("id").asText().equals(id)) {
                return price;
            }
        }
        return product.path("price");
    }

    private boolean isShown(JsonNode logic) {
        if (!logic.path("enabled").asBoolean()) {
            return true;
        }
        boolean is = switch (logic.path("subject").asText()) {
            case "price" ->
                price.path("id").asText().equals(logic.path("priceId").asText());
            case "ticket" -> Bulk.texts(logic.path("ticketTypeIds")).stream().anyMatch(tickets::contains);
            default -> Bulk.texts(logic.path("orderBumpProductIds")).stream().anyMatch(products::contains);
        };
        return is != logic.path("comparison").asText().equals("is_not");
    }

    private static boolean recurs(JsonNode price) {
        return price.hasNonNull("recurring");
    }

    private static String rhythm(JsonNode price) {
        JsonNode settings = price.path(recurs(price) ? "recurring" : "paymentPlan");
        return settings.path("interval").asText()
                + settings.path("intervalCount").asText();
    }

    private Order order(Chosen one, String at) {
        JsonNode product = one.product();
        JsonNode offered = offered(product);
        Wanted wanted = one.wanted();
        String name = product.path("title").asText();
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(
                Line.Kind.ORDER_BUMP,
                wanted.productId(),
                name,
                wanted.quantity(),
                offered.path("amount").asLong(),
                false));
        ProductCart.addSetupFee(lines, offered, wanted.productId(), wanted.quantity(), false);
        new Choices(
                        product,
                        offered,
                        new ProductCart.Wanted(null, wanted.quantity(), null, wanted.variants()),
                        at,
                        problems)
                .addTo(lines);
        return new Order(
                lines, ProductCart.bulk(product), null, List.of(), one.tax().taxation(), false);
    }

    private void problem(String at, String message, Chosen one) {
        problems.add(new Problem(at, message, one.wanted().productId()));
    }
}
