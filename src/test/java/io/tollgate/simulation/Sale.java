package io.tollgate.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What the seller of a scenario sells. The simulation remembers how much there is, and how often a plan is charged. */
final class Sale {
    static final String COUPON = "TENTH";

    private final TestApi api;
    private final String seller;
    private final List<Offering> offerings = new ArrayList<>();
    private final List<RequestedCancellation> cancellations = new ArrayList<>();
    private boolean coupon;
    private Instant end = VirtualClock.START;

    /** What an offering is. */
    enum Kind {
        PRODUCT,
        OFFERED,
        TICKETS,
        PLAN,
        MONTHLY
    }

    /**
     * A page.
     *
     * @param number how much there is of a product, how many tickets, or the number of payments of a plan; 0 for no
     *     limit
     * @param trialDays the days before the first charge of a subscription or plan; 0 without a trial
     * @param choices the inputs that a buyer sends
     */
    record Offering(Kind kind, String pageId, String path, int number, int trialDays, Map<String, String> choices) {
        /** Returns whether buyers are charged more than once. */
        boolean recurs() {
            return kind == Kind.PLAN || kind == Kind.MONTHLY;
        }
    }

    private Sale(TestApi api, String seller) {
        this.api = api;
        this.seller = seller;
    }

    /** Creates pages. */
    static Sale open(TestApi api, String seller, SplittableRandom random) {
        Sale sale = new Sale(api, seller);
        sale.coupon = random.nextInt(4) == 0;
        if (sale.coupon) {
            sale.create(
                    "/v1/coupons",
                    "{'label': 'Tenth', 'code': '" + COUPON + "', 'duration': 'once', 'percentOff': 10,"
                            + " 'maxRedemptions': " + (1 + random.nextInt(2)) + "}");
        }
        int choice = random.nextInt(6);
        if (choice < 3) {
            sale.product(1 + random.nextInt(2), choice == 0 ? "" : sale.funnel(random.nextInt(2)));
        }
        if (choice == 3 || choice == 1) {
            sale.tickets(1 + random.nextInt(3));
        } else if (choice == 4) {
            sale.subscription(Kind.PLAN, 2 + random.nextInt(2), trialDays(random));
        } else if (choice == 5) {
            sale.subscription(Kind.MONTHLY, 0, trialDays(random));
        }
        return sale;
    }

    private static int trialDays(SplittableRandom random) {
        return random.nextInt(2) == 0 ? 0 : 1 + random.nextInt(40);
    }

    /** Returns the pages that buyers open. */
    List<Offering> offerings() {
        return offerings.stream()
                .filter(offering -> offering.kind() != Kind.OFFERED)
                .toList();
    }

    /** Returns everything that is sold. */
    List<Offering> all() {
        return List.copyOf(offerings);
    }

    /** Returns when everything has ended that is sold, counted from the last order. */
    Duration endsAfter(Duration orders, Duration subscriptions) {
        Duration last = orders;
        for (Offering offering : offerings) {
            if (offering.kind() == Kind.MONTHLY) {
                last = subscriptions.plusDays(offering.trialDays());
            } else if (offering.kind() == Kind.PLAN) {
                // A month more than the plan has, so that a payment too many would be made.
                last = Duration.ofDays(31L * (offering.number() + 1) + offering.trialDays());
            }
        }
        return last;
    }

    /** Returns whether buyers are charged more than once. */
    boolean recurs() {
        return offerings.stream().anyMatch(Offering::recurs);
    }

    /** Notes the time until which the processor has done everything that is due. */
    void endAt(Instant time) {
        end = time;
    }

    /** Returns when the scenario has ended. */
    Instant end() {
        return end;
    }

    /** Returns what the seller has requested to cancel, in the order of the requests. */
    List<RequestedCancellation> cancellations() {
        return cancellations;
    }

    boolean hasCoupon() {
        return coupon;
    }

    private JsonNode create(String path, String body) {
        return api.post(path, body.replace('\'', '"')).expect(201).json().get("data");
    }

    private void add(Kind kind, JsonNode page, int number, int trialDays, Map<String, String> choices) {
        String path = "/s/" + seller + "/" + page.get("slug").textValue();
        offerings.add(new Offering(kind, page.get("id").textValue(), path, number, trialDays, choices));
    }

    private static String stock(int number) {
        return number == 0 ? "" : "'stock': " + number + ", 'hasUnlimitedStock': false, ";
    }

    /** @param funnel the funnel steps; empty for none */
    private void product(int number, String funnel) {
        JsonNode page = create(
                "/v1/checkout-pages",
                "{'name': 'Mug', 'showCouponCodeField': true, " + funnel + "'productData': {'title': 'Mug', "
                        + stock(number) + "'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        add(Kind.PRODUCT, page, number, 0, Map.of());
    }

    /** Creates the page that is offered after the purchase, and returns the funnel of the first page. */
    private String funnel(int number) {
        JsonNode page = create(
                "/v1/checkout-pages",
                "{'name': 'Lid', 'productData': {'title': 'Lid', " + stock(number)
                        + "'prices': [{'amount': 700, 'currency': 'eur'}]}}");
        add(Kind.OFFERED, page, number, 0, Map.of());
        return "'funnelSteps': [{'type': 'upsell', 'enabled': true, 'config': {'action': 'checkout', 'pageId': '"
                + page.get("id").textValue() + "'}}], ";
    }

    private void tickets(int number) {
        JsonNode event = create(
                "/v1/events",
                "{'name': 'Concert', 'showCouponCodeField': true, 'eventDetails': {'currency': 'eur', 'location':"
                        + " 'Hall', 'timezone': 'Europe/Berlin', 'startDate': '2036-09-18T18:00:00Z', 'endDate':"
                        + " '2036-09-18T20:30:00Z'}, 'ticketGroups': [{'name': 'Hall', 'capacity': " + number
                        + ", 'ticketTypes': [{'name': 'Seat', 'price': 2500, 'capacity': " + number + "}]}]}");
        String type = event.at("/ticketGroups/0/ticketTypes/0/id").textValue();
        add(Kind.TICKETS, event, number, 0, Map.of("tickets." + type, "1"));
    }

    private void subscription(Kind kind, int number, int trialDays) {
        String trial = trialDays == 0 ? "" : ", 'trialPeriodDays': " + trialDays;
        String billing = kind == Kind.PLAN
                ? "'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': " + number + trial + "}"
                : "'recurring': {'interval': 'month', 'intervalCount': 1" + trial + "}";
        JsonNode page = create(
                "/v1/checkout-pages",
                "{'name': 'Box', 'showCouponCodeField': true, 'productData': {'title': 'Box', 'prices': [{'amount':"
                        + " 1000, 'currency': 'eur', " + billing + "}]}}");
        add(kind, page, number, trialDays, Map.of());
    }
}
