package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the coupons of a seller. */
final class CouponMaker {
    private final CatalogueIds ids;
    private final Catalogue catalogue;
    private final long start;
    private final long now;
    private final List<CouponOffer> made = new ArrayList<>();

    CouponMaker(CatalogueIds ids, Catalogue catalogue, long start, long now) {
        this.ids = ids;
        this.catalogue = catalogue;
        this.start = start;
        this.now = now;
    }

    List<CouponOffer> make(List<Offer> offers, List<EventOffer> events) {
        List<String> shops = offers.stream().map(Offer::pageId).limit(12).toList();
        List<String> shows = events.stream().map(EventOffer::pageId).limit(4).toList();
        List<String> types = events.stream()
                .limit(1)
                .flatMap(event -> event.groups().get(0).types().stream())
                .map(EventOffer.Type::id)
                .toList();
        long forever = Long.MAX_VALUE;
        add("Welcome", "WELCOME10", null, null, 10, "once", null, forever, List.of(), List.of());
        add("Sommer – 25 %", "SUMMER25", null, null, 25, "once", null, now + 60 * Moments.DAY, List.of(), List.of());
        add("Five off", "FIVE-OFF", 500L, "eur", null, "once", null, forever, List.of(), List.of());
        add("Launch 🚀", "Launch50", null, null, 50, "once", 200, forever, shops, List.of());
        add("VIP Ätherwelle", "VIP15", null, null, 15, "repeating", null, forever, List.of(), List.of());
        add("朋友", "FRIENDS20", null, null, 20, "forever", null, forever, List.of(), List.of());
        add("Early bird", "EARLYBIRD", null, null, 20, "once", null, forever, shows, List.of());
        add("First event only", "FIRST_EVENT", 300L, "eur", null, "once", null, forever, shows.subList(0, 1), types);
        add("Old and gone", "OLD30", null, null, 30, "once", null, start + (now - start) / 3, List.of(), List.of());
        List<String> again = offers.stream()
                .filter(offer -> offer.kind().recurring())
                .map(Offer::pageId)
                .toList();
        add("Insider", "INSIDER10", null, null, 10, "forever", CouponOffer.AMPLE, forever, again, List.of());
        add("Press", "PRESS100", null, null, 100, "once", 40, forever, shops, List.of());
        return made;
    }

    private void add(
            String label,
            String code,
            @Nullable Long amountOff,
            @Nullable String currency,
            @Nullable Integer percentOff,
            String duration,
            @Nullable Integer maxRedemptions,
            long until,
            List<String> pageIds,
            List<String> ticketTypeIds) {
        long createdAt = ids.time();
        String id = ids.next();
        boolean deleted = until < now;
        CouponOffer coupon = new CouponOffer(
                id,
                label,
                code,
                amountOff,
                currency,
                percentOff,
                duration.equals("repeating"),
                label.equals("Early bird"),
                duration,
                duration.equals("repeating") ? (Integer) 3 : null,
                maxRedemptions,
                deleted,
                pageIds,
                ticketTypeIds,
                "coupon_" + id.substring(8),
                createdAt,
                until);
        made.add(coupon);
        catalogue.coupon(document(coupon, deleted ? until : createdAt));
    }

    private ObjectNode document(CouponOffer coupon, long updatedAt) {
        return Json.of(
                "id", coupon.id(),
                "label", coupon.label(),
                "code", coupon.code(),
                "amountOff", coupon.amountOff(),
                "currency", coupon.currency(),
                "percentOff", coupon.percentOff(),
                "appliesToSetupFee", coupon.appliesToSetupFee(),
                "appliesToTicketFees", coupon.appliesToTicketFees(),
                "duration", coupon.duration(),
                "durationInMonths", coupon.durationInMonths(),
                "redeemBy", coupon.until() < Long.MAX_VALUE ? Moments.iso(coupon.until()) : null,
                "deleted", coupon.deleted(),
                "sellerId", ids.sellerId(),
                "pageIds", coupon.pageIds(),
                "ticketTypeIds", coupon.ticketTypeIds(),
                "processorCouponId", coupon.processorCouponId(),
                "createdAt", Moments.iso(coupon.createdAt()),
                "updatedAt", Moments.iso(updatedAt));
    }
}
