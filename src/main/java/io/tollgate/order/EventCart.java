package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tickets of an event and their price. */
public final class EventCart {
    /** What the fee of a ticket is called where it is shown. */
    public static final String TICKET_FEE = "Booking fee";

    private final List<Item> items;
    private final Quote quote;

    /**
     * What is wanted.
     *
     * @param tickets how many of each ticket type, by its id
     * @param amounts what the buyer chose to pay for one ticket, by ticket type
     */
    public record Wanted(Map<String, Integer> tickets, Map<String, Long> amounts, boolean complimentary) {}

    /**
     * Tickets of one type.
     *
     * @param part their line of the quote
     * @param feePart the line of the quote with their fees, or null
     */
    public record Item(
            JsonNode group,
            JsonNode type,
            int quantity,
            Part part,
            @Nullable Part feePart) {}

    /** Tickets of one type before they are priced. */
    private record Choice(JsonNode group, JsonNode type, int quantity, long price) {
        boolean hasFee() {
            return type.path("feeAmount").asLong() > 0;
        }
    }

    private EventCart(List<Item> items, Quote quote) {
        this.items = items;
        this.quote = quote;
    }

    /**
     * Prices what is wanted of an event; whether it is on sale or left is not looked at.
     *
     * @param event with its groups and types
     * @param bumps chosen beside the tickets
     * @param problems that were found before; what cannot be ordered like this joins them
     * @return null if there is any problem
     */
    public static @Nullable EventCart of(
            ObjectNode event,
            Wanted wanted,
            List<BumpCart.Chosen> bumps,
            @Nullable CouponUse coupon,
            Tax tax,
            List<Problem> problems) {
        List<Choice> choices = choices(event, wanted, problems);
        String currency = event.path("eventDetails").path("currency").asText();
        List<Order> beside = BumpCart.of(
                bumps, MissingNode.getInstance(), currency, wanted.tickets().keySet(), problems);
        if (coupon != null && !choices.isEmpty() && choices.stream().noneMatch(choice -> covers(coupon, choice))) {
            problems.add(coupon.name().problem("is for other ticket types"));
        }
        if (!problems.isEmpty()) {
            return null;
        }
        int quantity = choices.stream().mapToInt(Choice::quantity).sum();
        Order order = new Order(
                lines(choices, coupon),
                bulk(event),
                coupon == null ? null : coupon.reduction(),
                Fees.of(event.path("fees"), "multiplyByTickets", quantity),
                tax.taxation(),
                wanted.complimentary());
        Quote quote = CartKeys.payable(Quote.of(order, beside), "tickets");
        List<Item> items = new ArrayList<>();
        int part = 0;
        for (Choice choice : choices) {
            Part own = quote.parts().get(part++);
            Part fee = choice.hasFee() ? quote.parts().get(part++) : null;
            items.add(new Item(choice.group(), choice.type(), choice.quantity(), own, fee));
        }
        return new EventCart(items, quote);
    }

    public List<Item> items() {
        return items;
    }

    public Quote quote() {
        return quote;
    }

    public int quantity() {
        return items.stream().mapToInt(Item::quantity).sum();
    }

    /** Fees of the tickets themselves, before anything is taken off. */
    public long ticketFees() {
        return items.stream()
                .mapToLong(item -> item.feePart() == null ? 0 : item.feePart().amount())
                .sum();
    }

    /** In the order of the event's groups and types. */
    private static List<Choice> choices(ObjectNode event, Wanted wanted, List<Problem> problems) {
        List<Choice> choices = new ArrayList<>();
        Set<String> known = new HashSet<>();
        Set<String> chosenPrices = new HashSet<>();
        for (JsonNode group : event.path("ticketGroups")) {
            GroupChoice ofGroup = new GroupChoice(group, problems);
            for (JsonNode type : group.path("ticketTypes")) {
                String id = type.path("id").asText();
                known.add(id);
                Integer quantity = wanted.tickets().get(id);
                if (quantity != null) {
                    hold(type, id, quantity, problems);
                    ofGroup.add(id, quantity);
                    choices.add(new Choice(group, type, quantity, price(type, id, wanted, problems)));
                    if (isChosen(type)) {
                        chosenPrices.add(id);
                    }
                }
            }
        }
        wanted.tickets().keySet().stream()
                .filter(id -> !known.contains(id))
                .forEach(id -> problems.add(new Problem("tickets." + id, "is no ticket type of this event", null)));
        wanted.amounts().forEach((id, amount) -> {
            if (amount != 0 && !chosenPrices.contains(id)) {
                problems.add(new Problem(
                        "ticketPwywAmounts." + id, "is no ticket type in `tickets` whose price is chosen", null));
            }
        });
        return choices;
    }

    private static boolean isChosen(JsonNode type) {
        return type.path("pricing").asText().equals("pwyw");
    }

    private static void hold(JsonNode type, String id, int quantity, List<Problem> problems) {
        int least = type.path("minQuantity").asInt(0);
        int most = type.path("maxQuantity").asInt(0);
        if (quantity < least) {
            problems.add(new Problem("tickets." + id, "must be at least " + least + " in one order", quantity));
        }
        if (most > 0 && quantity > most) {
            problems.add(new Problem("tickets." + id, "must be at most " + most + " in one order", quantity));
        }
    }

    private static long price(JsonNode type, String id, Wanted wanted, List<Problem> problems) {
        if (type.path("pricing").asText().equals("free")) {
            return 0;
        }
        long price = type.path("price").asLong();
        if (!isChosen(type)) {
            return price;
        }
        Long chosen = wanted.amounts().get(id);
        if (chosen == null) {
            problems.add(new Problem("ticketPwywAmounts." + id, "is required: the buyer chooses this price", null));
        } else if (chosen < price) {
            problems.add(new Problem("ticketPwywAmounts." + id, "must be at least " + price, chosen));
        } else {
            return chosen;
        }
        return price;
    }

    private static boolean covers(CouponUse coupon, Choice choice) {
        return coupon.covers(choice.type().path("id").asText());
    }

    private static List<Line> lines(List<Choice> choices, @Nullable CouponUse coupon) {
        List<Line> lines = new ArrayList<>();
        for (Choice choice : choices) {
            String id = choice.type().path("id").asText();
            String name = choice.type().path("name").asText();
            boolean covered = coupon != null && covers(coupon, choice);
            lines.add(new Line(Line.Kind.TICKET, id, name, choice.quantity(), choice.price(), covered));
            if (choice.hasFee()) {
                long fee = choice.type().path("feeAmount").asLong();
                boolean feeCovered = covered && coupon != null && coupon.coversFees();
                lines.add(new Line(Line.Kind.TICKET_FEE, id, TICKET_FEE, choice.quantity(), fee, feeCovered));
            }
        }
        return lines;
    }

    /** Rules of the event, and of each of its groups for the types in it: a rule that names none would be for all. */
    private static List<BulkDiscount> bulk(ObjectNode event) {
        List<BulkDiscount> rules = new ArrayList<>();
        for (JsonNode rule : event.path("eventDetails").path("discounts")) {
            boolean together = rule.path("quantityCondition").asText().equals("total_quantity");
            rules.add(Bulk.rule(rule, together, Bulk.texts(rule.path("ticketTypeIds"))));
        }
        for (JsonNode group : event.path("ticketGroups")) {
            Set<String> types = new HashSet<>();
            group.path("ticketTypes").forEach(type -> types.add(type.path("id").asText()));
            if (!types.isEmpty()) {
                group.path("bulkDiscounts").forEach(rule -> rules.add(Bulk.rule(rule, true, types)));
            }
        }
        return rules;
    }
}
