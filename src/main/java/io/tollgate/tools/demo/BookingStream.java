package io.tollgate.tools.demo;

import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.EventCart;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.RequestedTickets;
import io.tollgate.sales.purchase.Charge;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.purchase.Upsell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Generates the bookings of one seller and mode in chronological order, and tracks capacity. */
final class BookingStream {
    private final PurchasePlan plan;
    private final Consumption consumption;
    private final List<EventOffer> events;
    private final List<Coupon> coupons;
    private long next;
    private long tickets;

    BookingStream(PurchasePlan plan, Consumption consumption) {
        this.plan = plan;
        this.consumption = consumption;
        this.events = plan.shop().events().stream()
                .filter(event -> event.testmode() != plan.live())
                .toList();
        this.coupons = plan.shop().coupons().stream()
                .filter(coupon -> coupon.durationOrOnce() == Coupon.Duration.ONCE && coupon.maxRedemptions() == null)
                .toList();
    }

    /** A requested quantity of one ticket type. */
    private record TicketIntent(
            TicketGroup group,
            TicketType type,
            int quantity,
            @Nullable Long amount) {
        static TicketIntent of(TicketGroup group, TicketType type, int quantity, DemoRandom random) {
            boolean chosen = type.pricing() == TicketType.Pricing.PWYW;
            return new TicketIntent(group, type, quantity, chosen ? type.price() + random.below(5) * 500L : null);
        }
    }

    /**
     * A generated booking.
     *
     * @param firstTicket position of its first ticket among all tickets of the plan
     */
    record DemoBooking(
            PurchasePlan plan, long position, Charge charge, EventCart cart, EventOffer offer, long firstTicket) {
        /** Returns the number of issued tickets; 0 if the order was not placed. */
        int tickets() {
            boolean issued = charge.status().isPlaced() || charge.status() == ChargeStatus.CANCELED;
            return issued ? cart.quantity() : 0;
        }

        boolean isBefore(Charge other) {
            return charge.purchase().createdAt().isBefore(other.purchase().createdAt());
        }

        /** Returns whether the ticket at this position of the booking is canceled. */
        boolean canceled(int place) {
            return switch (charge.status()) {
                case CANCELED, REFUNDED -> true;
                case PARTIAL_REFUND -> place > 0 && place == cart.quantity() - 1;
                default -> false;
            };
        }
    }

    /** Returns the next booking; null after the last one. */
    @Nullable
    DemoBooking nextOrNull() {
        if (next == plan.times().volume().bookings()) {
            return null;
        }
        DemoBooking booking = booking(next);
        next++;
        tickets += booking.tickets();
        if (plan.live() && booking.charge().status().isPlaced()) {
            take(booking);
        }
        return booking;
    }

    private void take(DemoBooking booking) {
        int place = 0;
        for (EventCart.Item item : booking.cart().items()) {
            for (int i = 0; i < item.quantity(); i++) {
                if (!booking.canceled(place)) {
                    consumption.take(booking.offer().event().id(), 1);
                    consumption.take(item.group().id(), 1);
                    consumption.take(item.type().id(), 1);
                }
                place++;
            }
        }
        Coupon coupon = booking.charge().purchase().coupon();
        if (coupon != null) {
            consumption.take(coupon.id(), 1);
        }
    }

    private DemoBooking booking(long position) {
        DemoRandom random = new DemoRandom(plan.seed(), 0xb00c, position);
        long time = plan.times().booking(position);
        int upcoming = upcoming(time);
        for (int attempt = 0; attempt < 5; attempt++) {
            EventOffer offer = events.get(Math.min(events.size() - 1, upcoming + random.below(3)));
            List<TicketIntent> wishes = wishes(offer.event(), random);
            if (available(offer.event(), wishes)) {
                return booking(position, time, offer, wishes, random);
            }
        }
        EventOffer roomy = events.subList(upcoming, events.size()).stream()
                .filter(offer -> isRoomy(offer.event()))
                .findFirst()
                .orElseThrow();
        TicketGroup group = roomy.event().groups().get(0);
        return booking(
                position,
                time,
                roomy,
                List.of(TicketIntent.of(group, group.types().get(0), 1, random)),
                random);
    }

    private boolean isRoomy(Event event) {
        TicketGroup group = event.groups().get(0);
        return plan.shop().stock().limit(event.id()) == null
                && group.capacity() == null
                && group.types().get(0).capacity() == null;
    }

    private int upcoming(long time) {
        int event = 0;
        while (events.get(event).startsAt() <= time) {
            event++;
        }
        return event;
    }

    private static List<TicketIntent> wishes(Event event, DemoRandom random) {
        List<TicketIntent> wishes = new ArrayList<>();
        for (TicketGroup group : event.groups()) {
            if (wishes.isEmpty() || random.percent(30)) {
                for (TicketType type : group.types()) {
                    if (wishes.isEmpty() || random.percent(25)) {
                        wishes.add(TicketIntent.of(group, type, random.pick(1, 1, 1, 2, 2, 3, 4, 5), random));
                    }
                }
            }
        }
        // Buyers who want something other than the first item.
        return wishes.size() > 1 && random.percent(40) ? wishes.subList(1, wishes.size()) : wishes;
    }

    private boolean available(Event event, List<TicketIntent> wishes) {
        if (!plan.live()) {
            return true;
        }
        int all = wishes.stream().mapToInt(TicketIntent::quantity).sum();
        return consumption.left(event.id(), all)
                && wishes.stream()
                        .allMatch(wish -> consumption.left(wish.group().id(), all)
                                && consumption.left(wish.type().id(), wish.quantity()));
    }

    private DemoBooking booking(
            long position, long time, EventOffer offer, List<TicketIntent> wishes, DemoRandom random) {
        Event event = offer.event();
        Person person = plan.personAt(time, random);
        boolean complimentary = random.percent(4);
        Coupon coupon = !complimentary && random.percent(15) ? coupon(event, wishes, time, random) : null;
        AppliedCoupon applied = Sales.applied(coupon);
        OrderTax tax = Sales.tax(event.taxMode(), event.details().fixedTaxRateIds(), plan.shop(), person);
        RequestedTickets requested = requested(wishes, complimentary);
        EventCart cart = Sales.cart(problems -> EventCart.of(event, requested, List.of(), applied, tax, problems));
        ChargeStatus status = complimentary
                ? ChargeStatus.PAID
                : ChargeMaker.possible(ChargeMaker.any(random), cart.quote().total(), offer.otherOption());
        Purchase purchase = new Purchase(
                plan.scope(),
                plan.ids(IdMaker.Kind.BOOKING).id(time, position),
                plan.bookingOrder(position),
                status.isOrdered() ? person.id() : null,
                Instant.ofEpochMilli(time),
                event,
                DemoAnswers.to(event.fields(), person, ChargeMaker.random(plan, true, position, 9)),
                person.buyer(),
                event.currency(),
                cart.quote(),
                tax,
                List.of(),
                coupon,
                complimentary,
                cart.quote().total() == 0 ? null : option(offer, status),
                Sales.visit(plan, person, ChargeMaker.random(plan, true, position, 3)),
                Upsell.NONE);
        boolean recovered = !complimentary && status == ChargeStatus.PAID && random.percent(4);
        Charge charge = new ChargeMaker(plan, position, purchase, person, status).make(false, recovered);
        return new DemoBooking(plan, position, charge, cart, offer, tickets);
    }

    private static RequestedTickets requested(List<TicketIntent> wishes, boolean complimentary) {
        Map<String, Integer> quantities = new LinkedHashMap<>();
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (TicketIntent wish : wishes) {
            quantities.put(wish.type().id(), wish.quantity());
            if (wish.amount() != null) {
                amounts.put(wish.type().id(), wish.amount());
            }
        }
        return new RequestedTickets(quantities, amounts, complimentary);
    }

    private static @Nullable PaymentOption option(EventOffer offer, ChargeStatus status) {
        boolean other = status == ChargeStatus.UNPAID || status == ChargeStatus.PARTIALLY_PAID;
        return other ? offer.otherOption() : offer.event().paymentOptions().get(0);
    }

    private @Nullable Coupon coupon(Event event, List<TicketIntent> wishes, long time, DemoRandom random) {
        Coupon coupon = random.pick(coupons);
        boolean covers =
                wishes.stream().anyMatch(wish -> coupon.covers(wish.type().id()));
        Instant now = Instant.ofEpochMilli(time);
        return covers && coupon.rejection(event.id(), event.currency(), now) == null ? coupon : null;
    }
}
