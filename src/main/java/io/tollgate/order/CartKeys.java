package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.http.Input;
import io.tollgate.http.Key;
import io.tollgate.http.Value;
import io.tollgate.pricing.Quote;
import io.tollgate.resource.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a body may hold of the tickets that are wanted. */
public final class CartKeys {
    private static final int TYPES_MAX = 100;
    private static final int QUANTITY_MAX = 1_000;
    private static final int CHOICES_MAX = 100;

    /** So many tickets are made in the time that a request has. */
    private static final int TICKETS_MAX = 1_000;

    public static final Key TICKETS = Key.of("tickets", Value.map(1, TYPES_MAX, Value.integer(1, QUANTITY_MAX)));
    public static final Key AMOUNTS = Key.map("ticketPwywAmounts", TYPES_MAX, Value.MONEY);

    public static final Key QUANTITY = Key.integer("quantity", 1, QUANTITY_MAX);

    /** What is chosen of a product's variants. */
    public static final Key VARIANTS = Key.list(
            "variants",
            CHOICES_MAX,
            Key.id("variantId").needed(),
            Key.of(
                            "options",
                            Value.list(
                                    1,
                                    CHOICES_MAX,
                                    Value.object(Key.id("optionId").needed(), QUANTITY, Key.money("amount"))))
                    .needed());

    /** What is chosen of what a page offers beside what it sells. */
    public static final Key ORDER_BUMPS =
            Key.list(BumpCart.KEY, CHOICES_MAX, Key.id("productId").needed(), QUANTITY, VARIANTS);

    private CartKeys() {}

    /** The order bumps that are wanted; one that is not as it must be is left out, and noted already. */
    public static List<BumpCart.Wanted> bumps(Input input) {
        List<BumpCart.Wanted> wanted = new ArrayList<>();
        for (Input bump : input.objects(BumpCart.KEY)) {
            String productId = bump.text("productId");
            Long quantity = bump.integer("quantity");
            if (productId != null) {
                JsonNode variants = bump.values().path("variants");
                wanted.add(new BumpCart.Wanted(productId, quantity == null ? 1 : quantity.intValue(), variants));
            }
        }
        return wanted;
    }

    /** What is wanted; names that are no ids, and more than an order holds, are noted as problems. */
    public static EventCart.Wanted wanted(Input input) {
        Map<String, Integer> tickets = new LinkedHashMap<>();
        byId(input, "tickets").forEach((id, quantity) -> tickets.put(id, quantity.intValue()));
        Map<String, Long> amounts = new HashMap<>();
        byId(input, "ticketPwywAmounts").forEach((id, amount) -> amounts.put(id, amount.longValue()));
        int all = tickets.values().stream().mapToInt(Integer::intValue).sum();
        input.rule(all <= TICKETS_MAX, "tickets", "must be at most " + TICKETS_MAX + " tickets together");
        return new EventCart.Wanted(tickets, amounts, input.bool("complimentary", false));
    }

    /**
     * Holds an order to what an amount may be: each part of it fits, and so does the whole.
     *
     * @param param what made it so dear
     */
    static Quote payable(Quote quote, String param) {
        if (Math.max(quote.subtotal(), quote.total()) > Value.MONEY_MAX) {
            throw ApiError.invalid(param, "comes to more than an order may, " + Value.MONEY_MAX, null);
        }
        return quote;
    }

    private static Map<String, JsonNode> byId(Input input, String name) {
        Map<String, JsonNode> found = new LinkedHashMap<>();
        if (input.values().get(name) instanceof ObjectNode map) {
            map.properties().forEach(entry -> {
                String id = entry.getKey().toLowerCase(Locale.ROOT);
                if (!isId(id)) {
                    input.object(name).problem(entry.getKey(), "must be named by the id of a ticket type");
                } else if (found.containsKey(id)) {
                    input.object(name).problem(entry.getKey(), "names a ticket type twice");
                } else if (entry.getValue().isNumber()) {
                    found.put(id, entry.getValue());
                }
            });
        }
        return found;
    }

    private static boolean isId(String text) {
        try {
            return Type.ID.parse(text).equals(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
