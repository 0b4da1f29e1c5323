package io.tollgate.cart.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.cart.BumpCart;
import io.tollgate.cart.RequestedBump;
import io.tollgate.cart.RequestedTickets;
import io.tollgate.cart.RequestedVariant;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Value;
import io.tollgate.resource.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The keys of bodies that have a cart, and how the cart is read from them. */
public final class CartKeys {
    private static final String BUMPS = BumpCart.KEY;
    private static final int TYPES_MAX = 100;
    private static final int QUANTITY_MAX = 1_000;
    private static final int CHOICES_MAX = 100;

    /** As many tickets as can be created within the time of a request. */
    private static final int TICKETS_MAX = 1_000;

    public static final Key TICKETS = Key.of("tickets", Value.map(1, TYPES_MAX, Value.integer(1, QUANTITY_MAX)));
    public static final Key AMOUNTS = Key.map("ticketPwywAmounts", TYPES_MAX, Value.MONEY);

    public static final Key QUANTITY = Key.integer("quantity", 1, QUANTITY_MAX);

    /** The selected options of a product's variants. */
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

    /** The order bumps that are chosen beside what a page sells. */
    public static final Key ORDER_BUMPS =
            Key.list(BUMPS, CHOICES_MAX, Key.id("productId").needed(), QUANTITY, VARIANTS);

    private CartKeys() {}

    /** The order bumps that the body has; one that is not valid is left out, and noted already. */
    public static List<RequestedBump> bumps(Input input) {
        List<RequestedBump> requested = new ArrayList<>();
        for (Input bump : input.objects(BUMPS)) {
            String productId = bump.text("productId");
            Long quantity = bump.integer("quantity");
            if (productId != null) {
                requested.add(new RequestedBump(productId, quantity == null ? 1 : quantity.intValue(), variants(bump)));
            }
        }
        return requested;
    }

    /** The variants that the body has, likewise. */
    public static List<RequestedVariant> variants(Input input) {
        List<RequestedVariant> variants = new ArrayList<>();
        for (Input variant : input.objects("variants")) {
            String variantId = variant.text("variantId");
            List<RequestedVariant.Option> options = new ArrayList<>();
            for (Input option : variant.objects("options")) {
                String optionId = option.text("optionId");
                Long quantity = option.integer("quantity");
                if (optionId != null) {
                    options.add(new RequestedVariant.Option(
                            optionId, quantity == null ? null : quantity.intValue(), option.integer("amount")));
                }
            }
            if (variantId != null) {
                variants.add(new RequestedVariant(variantId, options));
            }
        }
        return variants;
    }

    /** The tickets that the body has; names that are no ids, and too many tickets, are noted as problems. */
    public static RequestedTickets tickets(Input input) {
        Map<String, Integer> quantities = new LinkedHashMap<>();
        byId(input, "tickets").forEach((id, quantity) -> quantities.put(id, quantity.intValue()));
        Map<String, Long> amounts = new HashMap<>();
        byId(input, "ticketPwywAmounts").forEach((id, amount) -> amounts.put(id, amount.longValue()));
        int total = quantities.values().stream().mapToInt(Integer::intValue).sum();
        input.rule(total <= TICKETS_MAX, "tickets", "must be at most " + TICKETS_MAX + " tickets together");
        return new RequestedTickets(quantities, amounts, input.bool("complimentary", false));
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
