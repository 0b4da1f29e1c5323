package io.tollgate.loadtest.writes;

import io.tollgate.loadtest.Part;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Client;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Bookings and what follows them, of events made for the load and archived after it. Places run out in live mode only:
 * test bookings are never sold out.
 */
public final class Writes implements Part {
    private static final int BUYERS = 300;
    private static final int QUANTITY_MAX = 4;
    private static final double SCARCE = 0.3;

    private static final List<String> ALWAYS = List.of(
            BookStep.BOOKED,
            BookStep.REPLAYED,
            BookStep.ONCE,
            TicketsStep.TICKETS,
            DoorStep.DOOR,
            QuoteStep.SUM,
            CustomerStep.CHANGED,
            CustomerStep.READ_BACK,
            Count.BOOKINGS,
            Count.QUANTITIES,
            Count.INSIDE,
            Count.GROWTH);
    private static final List<String> LIVE = List.of(BookStep.CAPACITY, BookStep.PLACES, Count.SOLD);

    private final Claims claims;
    private final Ledger ledger = new Ledger();
    private final List<Event> events = new ArrayList<>();
    private final Map<String, Long> before = new HashMap<>();
    private final Call.Caller caller;
    private final Random random;
    private final boolean alone;
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    private int names;

    /**
     * @param caller in whose mode everything is written
     * @param alone whether nobody else writes to this gateway, so that its lists grow by the load alone
     */
    public Writes(Call.Caller caller, long seed, boolean alone) {
        this.caller = caller;
        this.random = new Random(seed);
        this.alone = alone;
        List<String> names = new ArrayList<>(ALWAYS);
        names.addAll(isLive() ? LIVE : List.of());
        this.claims = new Claims(names);
    }

    private boolean isLive() {
        return caller == Call.Caller.LIVE_KEY;
    }

    @Override
    public String name() {
        return "writes";
    }

    @Override
    public Claims claims() {
        return claims;
    }

    @Override
    public void prepare(Client client) {
        before.putAll(Count.totals(client, caller));
        List<Event.Offer> offers = List.of(
                new Event.Offer(
                        "Load test " + run,
                        0,
                        List.of(new Event.Seat("Seat", 2_500, 0), new Event.Seat("Standing", 0, 0))),
                new Event.Offer(
                        "Load test, few places " + run,
                        80,
                        List.of(new Event.Seat("Box", 9_900, 15), new Event.Seat("Seat", 2_500, 0))));
        for (Event.Offer offer : offers) {
            Answer made = client.send(Call.write(caller, "POST", "/v1/events", Event.body(offer, isLive())))
                    .expect(201);
            events.add(Event.of(made.json().path("data"), offer));
        }
    }

    @Override
    public synchronized Step next() {
        Step step = followUp(random.nextInt(100));
        return step == null ? book() : step;
    }

    /** In hundredths of all arrivals; null for a new booking, also where there is nothing to follow up. */
    private @Nullable Step followUp(int dice) {
        if (dice < 10) {
            return again();
        }
        if (dice < 22) {
            return tickets();
        }
        if (dice < 48) {
            return door(dice);
        }
        if (dice < 58) {
            return quote();
        }
        return dice < 66 ? customer() : null;
    }

    private Event event() {
        return events.get(random.nextDouble() < SCARCE ? 1 : 0);
    }

    private Map<Event.Type, Integer> tickets(Event event) {
        Map<Event.Type, Integer> tickets = new LinkedHashMap<>();
        for (Event.Type type : event.types()) {
            if (tickets.isEmpty() || random.nextBoolean()) {
                tickets.put(type, 1 + random.nextInt(QUANTITY_MAX));
            }
        }
        if (tickets.size() > 1 && random.nextBoolean()) {
            tickets.remove(event.types().get(0));
        }
        return tickets;
    }

    private Step book() {
        Event event = event();
        String email = "guest-%s-%d@example.com".formatted(run, random.nextInt(BUYERS));
        Order order = new Order(event, tickets(event), "Guest " + run, email, caller);
        ledger.sent(order);
        return new BookStep(order, false, ledger, claims);
    }

    private @Nullable Step again() {
        Order order = ledger.again(random);
        return order == null ? null : new BookStep(order, true, ledger, claims);
    }

    private @Nullable Step tickets() {
        Ledger.Booked booking = ledger.takeUnlisted();
        return booking == null ? null : new TicketsStep(booking, ledger, claims);
    }

    private @Nullable Step door(int dice) {
        DoorStep.Way way = dice < 35 ? DoorStep.Way.IN : dice < 41 ? DoorStep.Way.IN_AGAIN : DoorStep.Way.OUT;
        Ledger.Guest guest = way == DoorStep.Way.IN ? ledger.takeOutside() : ledger.takeInside();
        return guest == null ? null : new DoorStep(way, guest, caller, ledger, claims);
    }

    private Step quote() {
        Event event = event();
        return new QuoteStep(event, tickets(event), caller, claims);
    }

    private @Nullable Step customer() {
        Ledger.Customer customer = ledger.takeCustomer();
        if (customer == null) {
            return null;
        }
        names++;
        boolean readBack = customer.record() != null && random.nextBoolean();
        return new CustomerStep(customer, readBack ? "" : "Guest " + run + " " + names, caller, ledger, claims);
    }

    @Override
    public Conclusion conclude(Client client) {
        List<String> faults = new ArrayList<>();
        int asked = askAgain(client, faults);
        Count count = new Count(client, caller, claims);
        long tickets = 0;
        for (Event event : events) {
            count.event(event, ledger.bookedOf(event), ledger.inside(event), ledger.unsure());
            tickets += event.places().booked().get();
            if (isLive()) {
                count.capacity(event);
            }
        }
        count.growth(before, ledger.bookings(), tickets, alone);
        faults.addAll(count.faults());
        archive(client, faults);
        String mode = isLive() ? "live" : "test";
        return new Conclusion(
                faults,
                List.of(
                        "%d bookings of %d tickets made in %s mode; their events are archived"
                                .formatted(ledger.bookings(), tickets, mode),
                        asked == 0 ? "every booking was answered" : asked + " bookings were asked for after the load"));
    }

    /** Those that nobody answered are sent once more: their key tells what became of them. */
    private int askAgain(Client client, List<String> faults) {
        List<Order> orders = ledger.takeUnanswered();
        for (Order order : orders) {
            try {
                new BookStep(order, true, ledger, claims).judge(client.send(order.call()));
            } catch (Fault fault) {
                faults.add("a booking nobody answered: " + fault.getMessage());
            }
        }
        return orders.size();
    }

    private void archive(Client client, List<String> faults) {
        for (Event event : events) {
            try {
                client.send(Call.write(caller, "DELETE", "/v1/events/" + event.id(), ""))
                        .expect(200);
            } catch (Fault fault) {
                faults.add("an event was not archived: " + fault.getMessage());
            }
        }
    }
}
