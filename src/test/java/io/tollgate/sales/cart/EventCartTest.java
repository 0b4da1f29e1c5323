package io.tollgate.sales.cart;

import static io.tollgate.sales.cart.Samples.coupon;
import static io.tollgate.sales.cart.Samples.event;
import static io.tollgate.sales.cart.Samples.group;
import static io.tollgate.sales.cart.Samples.percentOff;
import static io.tollgate.sales.cart.Samples.ticket;
import static io.tollgate.sales.cart.Samples.tickets;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.OfferedMethods;
import io.tollgate.catalog.model.PageFee;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.TicketType.Pricing;
import io.tollgate.platform.error.ApiError.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventCartTest {
    private final List<Problem> problems = new ArrayList<>();

    private @Nullable EventCart cart(Event event, RequestedTickets requested, @Nullable AppliedCoupon coupon) {
        return EventCart.of(event, requested, List.of(), coupon, OrderTax.NONE, problems);
    }

    private EventCart valid(Event event, Map<String, Integer> quantities) {
        return Objects.requireNonNull(cart(event, tickets(quantities), null), problems::toString);
    }

    private void assertRejected(Event event, RequestedTickets requested, String param, String message) {
        assertThat(cart(event, requested, null)).isNull();
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.param()).isEqualTo(param);
            assertThat(problem.message()).isEqualTo(message);
        });
        problems.clear();
    }

    @Test
    void items_follow_the_order_of_the_event_and_fees_are_lines_of_their_own() {
        Event event = event(
                group("Hall", null, ticket("a", 1000), ticket("b", Pricing.PAID, 2000, 150, 0, 0)),
                group("Box", null, ticket("c", 500)));
        EventCart cart = valid(event, Map.of("c", 1, "b", 2));
        assertThat(cart.items()).extracting(item -> item.type().id()).containsExactly("b", "c");
        assertThat(cart.quantity()).isEqualTo(3);
        assertThat(cart.ticketFees()).isEqualTo(300);
        assertThat(cart.quote().total()).isEqualTo(2 * 2000 + 300 + 500);
    }

    @Test
    void unknown_types_are_named() {
        assertRejected(
                event(group("Hall", null, ticket("a", 1000))),
                tickets(Map.of("a", 1, "z", 1)),
                "tickets.z",
                "no such ticket type in this event");
    }

    @Test
    void quantities_have_bounds_in_one_order() {
        Event event = event(group("Hall", null, ticket("a", Pricing.PAID, 1000, 0, 2, 4)));
        assertRejected(event, tickets(Map.of("a", 1)), "tickets.a", "must be at least 2 per order");
        assertRejected(event, tickets(Map.of("a", 5)), "tickets.a", "must be at most 4 per order");
        assertThat(valid(event, Map.of("a", 4)).quantity()).isEqualTo(4);
    }

    @Test
    void a_group_limits_how_many_are_selected() {
        Event single = event(group("Hall", Selection.SINGLE, ticket("a", 1), ticket("b", 1)));
        assertThat(cart(single, tickets(Map.of("a", 1, "b", 1)), null)).isNull();
        assertThat(problems).extracting(Problem::param).containsExactly("tickets.b");
        problems.clear();
        Event multiple = event(group("Hall", Selection.MULTIPLE, ticket("a", 1), ticket("b", 1)));
        assertThat(valid(multiple, Map.of("a", 1, "b", 1)).quantity()).isEqualTo(2);
        assertThat(cart(multiple, tickets(Map.of("a", 2)), null)).isNull();
    }

    @Test
    void buyers_choose_a_price_that_is_high_enough() {
        Event event = event(group("Hall", null, ticket("a", Pricing.PWYW, 800, 0, 0, 0), ticket("b", 100)));
        assertRejected(
                event,
                tickets(Map.of("a", 1)),
                "ticketPwywAmounts.a",
                "is required because the buyer chooses this price");
        assertRejected(
                event,
                new RequestedTickets(Map.of("a", 1), Map.of("a", 799L), false),
                "ticketPwywAmounts.a",
                "must be at least 800");
        assertRejected(
                event,
                new RequestedTickets(Map.of("b", 1), Map.of("b", 900L), false),
                "ticketPwywAmounts.b",
                "must name a pay-what-you-want ticket type in `tickets`");
        EventCart cart = cart(event, new RequestedTickets(Map.of("a", 2), Map.of("a", 900L), false), null);
        assertThat(Objects.requireNonNull(cart).quote().total()).isEqualTo(1800);
    }

    @Test
    void a_coupon_covers_its_ticket_types_only() {
        Event event = event(group("Hall", null, ticket("a", 1000), ticket("b", 1000)));
        EventCart cart = cart(event, tickets(Map.of("a", 1, "b", 1)), coupon(50, "a"));
        assertThat(Objects.requireNonNull(cart).quote().total()).isEqualTo(1500);
        assertThat(cart(event, tickets(Map.of("b", 1)), coupon(50, "a"))).isNull();
        assertThat(problems).extracting(Problem::param).containsExactly("couponCode");
    }

    @Test
    void a_discount_of_a_group_covers_the_tickets_in_it() {
        Event event = event(
                group("Hall", null, List.of(percentOff(3, 10)), ticket("a", 1000), ticket("b", 1000)),
                group("Box", null, ticket("c", 1000)));
        assertThat(valid(event, Map.of("a", 1, "b", 2, "c", 1)).quote().total()).isEqualTo(2700 + 1000);
        assertThat(valid(event, Map.of("a", 1, "b", 1, "c", 1)).quote().total()).isEqualTo(3000);
    }

    @Test
    void fees_of_payment_methods_apply_if_the_processor_collects_and_each_offered_method_is_named() {
        PageFee each = new PageFee("Each", 100L, null, false, true, false, List.of());
        PageFee once = new PageFee("Once", 70L, null, false, false, false, List.of());
        PageFee card = new PageFee("Card", 1_000L, null, false, false, true, List.of("card"));
        PageFee any = new PageFee("Any", 20_000L, null, false, false, true, OfferedMethods.NAMES);
        Event event = event(List.of(), List.of(each, once, card, any), group("Hall", null, ticket("a", 1000)));
        assertThat(valid(event, Map.of("a", 3)).quote().total()).isEqualTo(3000 + 300 + 70);
        assertThat(valid(event.withCollectedFees(), Map.of("a", 3)).quote().total())
                .isEqualTo(3000 + 300 + 70 + 20_000);
    }
}
