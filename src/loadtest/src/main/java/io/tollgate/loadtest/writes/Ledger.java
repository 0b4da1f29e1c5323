package io.tollgate.loadtest.writes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the gateway has answered so far, and so must hold to. */
final class Ledger {
    private static final int ORDERS_KEPT = 500;
    private static final int QUEUE_MAX = 5_000;

    /** Few, so that each is soon changed again and read back. */
    private static final int CUSTOMERS_MAX = 30;

    private final List<Order> orders = new ArrayList<>();
    private final List<Order> unanswered = new ArrayList<>();
    private final Map<Event, Set<String>> booked = new HashMap<>();
    private final Deque<Booked> unlisted = new ArrayDeque<>();
    private final Deque<Guest> outside = new ArrayDeque<>();
    private final Deque<Guest> inside = new ArrayDeque<>();
    private final Deque<Customer> customers = new ArrayDeque<>();
    private final Set<String> customerIds = new HashSet<>();
    private final Map<String, Integer> insideOf = new HashMap<>();
    private int unsure;

    /** A booking whose tickets nobody has looked at yet. */
    record Booked(Order order, String id, String orderId) {}

    /** Who has a ticket. */
    record Guest(String eventId, String ticketId, String checkInCode, int entries) {}

    /**
     * A customer of the load.
     *
     * @param record as it was answered last, with its braces; null before the first change
     */
    record Customer(String id, byte @Nullable [] record) {}

    synchronized void sent(Order order) {
        if (orders.size() >= ORDERS_KEPT) {
            orders.remove(0);
        }
        orders.add(order);
    }

    /** One that was sent before, answered or not. */
    synchronized @Nullable Order again(Random random) {
        return orders.isEmpty() ? null : orders.get(random.nextInt(orders.size()));
    }

    synchronized void booked(Order order, Booked booking, String customerId) {
        booked.computeIfAbsent(order.event(), event -> new HashSet<>()).add(booking.id());
        if (unlisted.size() < QUEUE_MAX) {
            unlisted.add(booking);
        }
        if (customerIds.size() < CUSTOMERS_MAX && customerIds.add(customerId)) {
            customers.add(new Customer(customerId, null));
        }
    }

    /** All tries failed: it may be booked or not, until it is asked for after the load. */
    synchronized void unanswered(Order order) {
        unanswered.add(order);
    }

    synchronized List<Order> takeUnanswered() {
        List<Order> all = List.copyOf(unanswered);
        unanswered.clear();
        return all;
    }

    synchronized Set<String> bookedOf(Event event) {
        return Set.copyOf(booked.getOrDefault(event, Set.of()));
    }

    synchronized long bookings() {
        return booked.values().stream().mapToLong(Set::size).sum();
    }

    synchronized @Nullable Booked takeUnlisted() {
        return unlisted.poll();
    }

    synchronized void giveUnlisted(Booked booking) {
        unlisted.add(booking);
    }

    synchronized @Nullable Guest takeOutside() {
        return outside.poll();
    }

    synchronized @Nullable Guest takeInside() {
        return inside.poll();
    }

    synchronized void isOutside(Guest guest) {
        if (outside.size() < QUEUE_MAX) {
            outside.add(guest);
        }
    }

    synchronized void isInside(Guest guest) {
        inside.add(guest);
    }

    synchronized void wentIn(Guest guest) {
        insideOf.merge(guest.eventId(), 1, Integer::sum);
    }

    synchronized void wentOut(Guest guest) {
        insideOf.merge(guest.eventId(), -1, Integer::sum);
    }

    /** Nobody knows whether this one is in or out. */
    synchronized void isUnsure() {
        unsure++;
    }

    synchronized int unsure() {
        return unsure;
    }

    synchronized int inside(Event event) {
        return insideOf.getOrDefault(event.id(), 0);
    }

    synchronized @Nullable Customer takeCustomer() {
        return customers.poll();
    }

    synchronized void giveCustomer(Customer customer) {
        customers.add(customer);
    }
}
