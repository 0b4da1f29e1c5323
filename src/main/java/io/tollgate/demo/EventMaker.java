package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.demo.EventOffer.Group;
import io.tollgate.demo.EventOffer.Type;
import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Reduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the events of a seller: spread over the whole span, the last ones still to come. */
final class EventMaker {
    private static final List<String> TITLES = List.of(
            "Frühjahrskonferenz für Gärtner",
            "Café-Konzert: Björk & Friends",
            "Sourdough workshop",
            "オンライン講座",
            "Summer festival 🎪",
            "مؤتمر التصميم",
            "Open studio day");
    private static final List<String> TYPES = List.of("in_person", "in_person", "in_person", "virtual", "hybrid");

    private final CatalogueIds ids;
    private final Catalogue catalogue;
    private final Supplies supplies;
    private final long start;
    private final long now;

    EventMaker(CatalogueIds ids, Catalogue catalogue, Supplies supplies, long start, long now) {
        this.ids = ids;
        this.catalogue = catalogue;
        this.supplies = supplies;
        this.start = start;
        this.now = now;
    }

    /** @param roomy whether there are so many bookings that only special types may be limited */
    List<EventOffer> make(int count, boolean testmode, boolean roomy) {
        List<EventOffer> events = new ArrayList<>();
        long step = (now - start) / Math.max(1, count - 2);
        for (int i = 0; i < count; i++) {
            long day = (start + (i + 1) * step + 15 * Moments.DAY) / Moments.DAY;
            events.add(make(i, testmode, roomy, day * Moments.DAY + 16 * Moments.HOUR));
        }
        return events;
    }

    private EventOffer make(int position, boolean testmode, boolean roomy, long startsAt) {
        int kind = position % 5;
        long createdAt = ids.time();
        String title = TITLES.get(position % TITLES.size()) + (position < TITLES.size() ? "" : " " + position);
        List<Group> groups = groups(kind, roomy);
        EventOffer event = new EventOffer(
                ids.next(),
                (testmode ? "test-" : "") + "event-" + (position + 1),
                title,
                "published",
                testmode,
                kind == 3 ? "jp-JP" : "de-DE",
                kind == 3 ? "usd" : "eur",
                roomy || kind != 2 ? null : (Integer) 60,
                startsAt,
                startsAt + 6 * Moments.HOUR,
                groups,
                kind == 0 || kind == 4 ? fees() : List.of(),
                List.of(
                                Offer.Tax.EXCLUSIVE_RATE,
                                Offer.Tax.NONE,
                                Offer.Tax.INCLUSIVE_RATE,
                                Offer.Tax.PROCESSOR,
                                Offer.Tax.EXCLUSIVE_RATE)
                        .get(kind),
                kind == 0 ? "invoice" : kind == 4 ? "cash_on_delivery" : kind == 2 || kind == 1 ? "partial" : null,
                kind == 1 ? discounts(groups) : List.of(),
                new Questions(ids).phone().interests().business().note().all(),
                createdAt);
        write(event, position);
        return event;
    }

    private static List<Offer.FeeRule> fees() {
        return List.of(
                new Offer.FeeRule("Ticketing", 50L, null, true), new Offer.FeeRule("Administration", null, 1.5, false));
    }

    /** Those who take four of the first type pay less for them. */
    private static List<BulkDiscount> discounts(List<Group> groups) {
        String type = groups.get(0).types().get(0).id();
        return List.of(new BulkDiscount(false, Set.of(type), 4, null, Reduction.amount(500)));
    }

    private List<Group> groups(int kind, boolean roomy) {
        List<Group> groups = new ArrayList<>();
        switch (kind) {
            case 0 -> {
                groups.add(group(
                        "Conference",
                        "separate",
                        null,
                        5,
                        10,
                        paid("Regular", 14900, 250L, null),
                        paid("Reduced (ermäßigt)", 7900, 250L, 80)));
                groups.add(group(
                        "Workshops",
                        "included",
                        roomy ? null : (Integer) 90,
                        0,
                        0,
                        paid("Morning", 3900, null, null),
                        paid("Afternoon", 3900, null, 30)));
                groups.add(group("Livestream", "included", null, 0, 0, type("Stream", "free", 0, null, null, null)));
            }
            case 1 ->
                groups.add(group(
                        "Concert",
                        "included",
                        null,
                        0,
                        0,
                        paid("Seat", 2500, 150L, null),
                        type("Standing", "pwyw", 500, 1500L, null, null)));
            case 2 ->
                groups.add(group(
                        "Places", "included", null, 3, 15, paid("Place", 8500, null, roomy ? null : (Integer) 40)));
            case 3 ->
                groups.add(group(
                        "Online",
                        "included",
                        null,
                        0,
                        0,
                        type("Free seat", "free", 0, null, null, null),
                        type("Supporter", "pwyw", 0, 1000L, null, null)));
            default -> {
                groups.add(group(
                        "Festival",
                        "separate",
                        null,
                        4,
                        8,
                        paid("Weekend", 12900, 350L, null),
                        paid("Day", 5900, 350L, null)));
                groups.add(group(
                        "Camping ⛺", "separate", roomy ? null : (Integer) 150, 0, 0, paid("Tent", 3500, 100L, null)));
            }
        }
        return groups;
    }

    private Group group(
            String name, String feeDisplay, @Nullable Integer capacity, int from, int percent, Type... types) {
        String reference = "group_" + name.toLowerCase(Locale.ROOT).split(" ")[0];
        return new Group(ids.next(), name, reference, feeDisplay, capacity, from, percent, List.of(types));
    }

    private Type paid(String name, long price, @Nullable Long fee, @Nullable Integer capacity) {
        return type(name, "paid", price, null, fee, capacity);
    }

    private Type type(
            String name,
            String pricing,
            long price,
            @Nullable Long suggested,
            @Nullable Long fee,
            @Nullable Integer capacity) {
        String reference = "ticket_" + name.toLowerCase(Locale.ROOT).split(" ")[0];
        return new Type(ids.next(), name, reference, pricing, price, suggested, fee, capacity, 10);
    }

    private void write(EventOffer event, int position) {
        ObjectNode page = PageDocuments.page(new PageDocuments.About(
                event.pageId(),
                ids.sellerId(),
                "event",
                event.title(),
                event.slug(),
                event.status(),
                event.testmode(),
                event.locale(),
                event.title(),
                "Doors open half an hour before. Türen öffnen eine halbe Stunde vorher.",
                supplies.image(position + 1),
                event.questions(),
                List.of(PageDocuments.confirmationStep(0)),
                event.createdAt(),
                event.createdAt() + Moments.DAY));
        PageDocuments.checkout(page, event.tax(), event.manual(), event.fees(), true);
        EventDocuments.details(page, event, TYPES.get(position % TYPES.size()), supplies);
        long visits = 300 + (Chance.hash(7, position) >>> 1) % 40_000;
        catalogue.page("event", event.slug(), Catalogue.folded(page, "name", "title"), visits, page);
        EventDocuments.groups(catalogue, event, supplies.image(position));
    }
}
