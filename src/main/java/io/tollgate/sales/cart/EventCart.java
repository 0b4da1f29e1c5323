package io.tollgate.sales.cart;

import io.tollgate.catalog.model.Discount;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.PageFee;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The selected tickets of an event with their quote. */
public final class EventCart {
    /** The name of ticket fees in quotes and records. */
    public static final String TICKET_FEE = "Booking fee";

    private final List<Item> items;
    private final Quote quote;

    /**
     * The tickets of one type.
     *
     * @param part the priced line of the tickets in the quote
     * @param feePart the priced line of the ticket fees; null without fees
     */
    public record Item(
            TicketGroup group,
            TicketType type,
            int quantity,
            Part part,
            @Nullable Part feePart) {}

    /** @param price the price of one ticket before discounts, in minor units */
    private record Choice(TicketGroup group, TicketType type, int quantity, long price) {
        boolean hasFee() {
            return type.feeAmount() > 0;
        }
    }

    private EventCart(List<Item> items, Quote quote) {
        this.items = items;
        this.quote = quote;
    }

    /**
     * Validates and prices tickets. Does not check whether they are on sale or how many are left.
     *
     * @param bumps the selected order bumps
     * @param problems earlier problems; receives further ones
     * @return the cart; null if there is any problem
     */
    public static @Nullable EventCart of(
            Event event,
            RequestedTickets requested,
            List<BumpCart.Choice> bumps,
            @Nullable AppliedCoupon applied,
            OrderTax tax,
            List<Problem> problems) {
        CartLimits.requireTickets(requested, problems);
        List<Choice> choices = choices(event, requested, problems);
        List<Order> bumpOrders = BumpCart.of(
                bumps, null, event.currency(), requested.quantities().keySet(), problems);
        if (applied != null
                && !choices.isEmpty()
                && choices.stream()
                        .noneMatch(
                                choice -> applied.coupon().covers(choice.type().id()))) {
            problems.add(applied.reference().problem("is not valid for these ticket types"));
        }
        if (!problems.isEmpty()) {
            return null;
        }
        Order order = new Order(
                lines(choices, applied),
                bulkDiscounts(event),
                applied == null ? null : applied.coupon().reduction(),
                fees(event, choices),
                tax.taxation(),
                requested.complimentary());
        Quote quote = CartLimits.payable(tax.applyTo(Quote.of(order, bumpOrders)), event.currency(), "tickets");
        return new EventCart(items(choices, quote), quote);
    }

    private static List<Item> items(List<Choice> choices, Quote quote) {
        List<Item> items = new ArrayList<>();
        int part = 0;
        for (Choice choice : choices) {
            Part own = quote.parts().get(part++);
            Part fee = choice.hasFee() ? quote.parts().get(part++) : null;
            items.add(new Item(choice.group(), choice.type(), choice.quantity(), own, fee));
        }
        return items;
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

    /** Returns the total of the ticket fees before discounts, in minor units. */
    public long ticketFees() {
        return items.stream()
                .mapToLong(item -> item.feePart() == null ? 0 : item.feePart().amount())
                .sum();
    }

    /** Returns the choices in the order of the event's groups and types. */
    private static List<Choice> choices(Event event, RequestedTickets requested, List<Problem> problems) {
        List<Choice> choices = new ArrayList<>();
        Set<String> known = new HashSet<>();
        Set<String> payWhatYouWant = new HashSet<>();
        for (TicketGroup group : event.groups()) {
            boolean chosen = false;
            for (TicketType type : group.types()) {
                known.add(type.id());
                Integer quantity = requested.quantities().get(type.id());
                if (quantity != null) {
                    checkQuantity(type, quantity, problems);
                    checkSelection(group, type, quantity, chosen, problems);
                    chosen = true;
                    choices.add(new Choice(group, type, quantity, price(type, requested, problems)));
                    if (type.pricing() == TicketType.Pricing.PWYW) {
                        payWhatYouWant.add(type.id());
                    }
                }
            }
        }
        requested.quantities().keySet().stream()
                .filter(id -> !known.contains(id))
                .forEach(id -> problems.add(new Problem("tickets." + id, "no such ticket type in this event", null)));
        requested.amounts().forEach((id, amount) -> {
            if (amount != 0 && !payWhatYouWant.contains(id)) {
                problems.add(new Problem(
                        "ticketPwywAmounts." + id, "must name a pay-what-you-want ticket type in `tickets`", null));
            }
        });
        return choices;
    }

    private static void checkQuantity(TicketType type, int quantity, List<Problem> problems) {
        String param = "tickets." + type.id();
        if (quantity < type.minQuantity()) {
            problems.add(new Problem(param, "must be at least " + type.minQuantity() + " per order", quantity));
        }
        if (type.maxQuantity() > 0 && quantity > type.maxQuantity()) {
            problems.add(new Problem(param, "must be at most " + type.maxQuantity() + " per order", quantity));
        }
    }

    /** @param chosen whether the order already has tickets of another type of the group */
    private static void checkSelection(
            TicketGroup group, TicketType type, int quantity, boolean chosen, List<Problem> problems) {
        String param = "tickets." + type.id();
        Selection selection = Objects.requireNonNullElse(group.selection(), Selection.QUANTITY);
        if (chosen && selection == Selection.SINGLE) {
            problems.add(new Problem(
                    param, "must be absent: " + group.name() + " allows one ticket type per order", quantity));
        } else if (quantity > 1 && selection != Selection.QUANTITY) {
            problems.add(new Problem(param, "must be 1: " + group.name() + " allows one ticket per type", quantity));
        }
    }

    private static long price(TicketType type, RequestedTickets requested, List<Problem> problems) {
        if (type.pricing() == TicketType.Pricing.FREE) {
            return 0;
        }
        if (type.pricing() == TicketType.Pricing.PAID) {
            return type.price();
        }
        Long chosen = requested.amounts().get(type.id());
        String param = "ticketPwywAmounts." + type.id();
        if (chosen == null) {
            problems.add(new Problem(param, "is required because the buyer chooses this price", null));
        } else if (chosen < type.price()) {
            problems.add(new Problem(param, "must be at least " + type.price(), chosen));
        } else {
            return chosen;
        }
        return type.price();
    }

    private static List<Line> lines(List<Choice> choices, @Nullable AppliedCoupon applied) {
        List<Line> lines = new ArrayList<>();
        for (Choice choice : choices) {
            TicketType type = choice.type();
            boolean covered = applied != null && applied.coupon().covers(type.id());
            lines.add(new Line(Line.Kind.TICKET, type.id(), type.name(), choice.quantity(), choice.price(), covered));
            if (choice.hasFee()) {
                boolean feeCovered =
                        covered && applied != null && applied.coupon().appliesToTicketFees();
                lines.add(new Line(
                        Line.Kind.TICKET_FEE, type.id(), TICKET_FEE, choice.quantity(), type.feeAmount(), feeCovered));
            }
        }
        return lines;
    }

    private static List<Fee> fees(Event event, List<Choice> choices) {
        int tickets = choices.stream().mapToInt(Choice::quantity).sum();
        return PageFee.charged(event.fees(), fee -> fee.multiplyByTickets() ? tickets : 1);
    }

    /**
     * Returns the bulk discounts of the event and of its groups. Skips empty groups, because a discount without ticket
     * types covers all tickets.
     */
    private static List<BulkDiscount> bulkDiscounts(Event event) {
        List<BulkDiscount> rules = new ArrayList<>();
        event.details().discounts().forEach(discount -> rules.add(discount.rule()));
        for (TicketGroup group : event.groups()) {
            Set<String> types = group.types().stream().map(TicketType::id).collect(Collectors.toSet());
            if (!types.isEmpty()) {
                for (Discount discount : group.bulkDiscounts()) {
                    rules.add(discount.ruleFor(types));
                }
            }
        }
        return rules;
    }
}
