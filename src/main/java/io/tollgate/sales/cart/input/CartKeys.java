package io.tollgate.sales.cart.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.sales.cart.BumpCart;
import io.tollgate.sales.cart.CartLimits;
import io.tollgate.sales.cart.RequestedBump;
import io.tollgate.sales.cart.RequestedTickets;
import io.tollgate.sales.cart.RequestedVariant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Declares the body keys of a cart and reads carts from bodies. */
public final class CartKeys {
    private static final String BUMPS = BumpCart.KEY;
    private static final int TYPES_MAX = 100;
    private static final int CHOICES_MAX = 100;

    /** Rejects the coupon of an order that is given away. */
    public static final String NO_COUPON = "coupon cannot be applied to a complimentary booking";

    public static final Field TICKETS = Field.of(
                    "tickets", Type.map(1, TYPES_MAX, Type.integer(1, CartLimits.QUANTITY_MAX)))
            .doc("Number of tickets by the id of the ticket type: at most 1,000 in all.");
    public static final Field AMOUNTS = Field.map("ticketPwywAmounts", TYPES_MAX, Type.MONEY)
            .doc("Price that the buyer pays for one ticket, by the id of the ticket type. Required for each booked "
                    + "type with the pricing `pwyw`.");

    public static final Field QUANTITY =
            Field.integer("quantity", 1, CartLimits.QUANTITY_MAX).doc("Quantity; 1 if not sent.");

    /** The selected options of a product's variants. */
    public static final Field VARIANTS = Field.list(
                    "variants",
                    CHOICES_MAX,
                    Field.id("variantId").doc("Id of the variant.").needed(),
                    Field.of(
                                    "options",
                                    Type.list(
                                            1,
                                            CHOICES_MAX,
                                            Type.object(
                                                    Field.id("optionId")
                                                            .doc("Id of the option.")
                                                            .needed(),
                                                    QUANTITY,
                                                    Field.money("amount")
                                                            .doc("Amount that the buyer chooses, for an option with "
                                                                    + "`payWhatYouWant`."))))
                            .doc("Chosen options of the variant.")
                            .needed())
            .doc("Options that the buyer chooses of the product's variants.");

    /** The selected order bumps. */
    public static final Field ORDER_BUMPS = Field.list(
                    BUMPS,
                    CHOICES_MAX,
                    Field.id("productId").doc("Id of the order bump's product.").needed(),
                    QUANTITY,
                    VARIANTS)
            .doc("Order bumps that the buyer chooses.");

    private CartKeys() {}

    /** Reads the order bumps. Skips invalid ones, whose problems the input already has. */
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

    /** Reads the variants. Skips invalid ones, whose problems the input already has. */
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

    /** Reads the tickets. Adds a problem for each key that is not an id. */
    public static RequestedTickets tickets(Input input) {
        Map<String, Integer> quantities = new LinkedHashMap<>();
        byId(input, "tickets").forEach((id, quantity) -> quantities.put(id, quantity.intValue()));
        Map<String, Long> amounts = new HashMap<>();
        byId(input, "ticketPwywAmounts").forEach((id, amount) -> amounts.put(id, amount.longValue()));
        return new RequestedTickets(quantities, amounts, input.bool("complimentary", false));
    }

    private static Map<String, JsonNode> byId(Input input, String name) {
        Map<String, JsonNode> found = new LinkedHashMap<>();
        if (input.values().get(name) instanceof ObjectNode map) {
            map.properties().forEach(entry -> {
                String id = entry.getKey().toLowerCase(Locale.ROOT);
                if (!isId(id)) {
                    input.object(name).problem(entry.getKey(), "must be the id of a ticket type");
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
            return FilterValues.parse(Type.ID, text).equals(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
