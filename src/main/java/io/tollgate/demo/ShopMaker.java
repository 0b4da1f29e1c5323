package io.tollgate.demo;

import io.tollgate.seller.SellerDetails;
import java.util.ArrayList;
import java.util.List;

/** Makes a seller with a catalogue large enough for its purchases. */
final class ShopMaker {
    private static final int MANY = 20_000;

    private final DemoOptions options;
    private final long records;
    private final int position;
    private final String name;
    private final long seed;
    private final long start;
    private final long now;

    ShopMaker(DemoOptions options, int position, String name) {
        this.options = options;
        this.records = options.recordsOf(position);
        this.position = position;
        this.name = name;
        this.seed = Chance.hash(options.seed(), name.hashCode(), position);
        this.now = options.now().toEpochMilli();
        this.start = now - options.days() * Moments.DAY;
    }

    /** A seller, and the rows to write of it. */
    record Made(Shop shop, Catalogue catalogue) {}

    Made make() {
        long foundedAt = start - 30 * Moments.DAY;
        String id = new IdMaker(seed, IdMaker.Kind.SELLER).id(foundedAt, position);
        CatalogueIds ids = new CatalogueIds(seed, id, start);
        Catalogue catalogue = new Catalogue(id);
        Supplies supplies = new Supplies(ids, catalogue, new Chance(seed, 0xf11e));
        boolean many = records > MANY;
        OfferMaker offerMaker = new OfferMaker(ids, catalogue, supplies, start, now);
        List<Offer> offers = new ArrayList<>(offerMaker.make(many ? 5 : 2, false));
        offers.addAll(offerMaker.make(1, true));
        EventMaker eventMaker = new EventMaker(ids, catalogue, supplies, start, now);
        List<EventOffer> events = new ArrayList<>(eventMaker.make(many ? 40 : 12, false, many));
        events.addAll(eventMaker.make(5, true, many));
        FormMaker formMaker = new FormMaker(ids, catalogue, supplies);
        List<FormOffer> forms = new ArrayList<>(formMaker.make(many ? 10 : 5, false));
        forms.addAll(formMaker.make(1, true));
        List<CouponOffer> coupons = new CouponMaker(ids, catalogue, start, now).make(offers, events);
        catalogue.product(null, OrderBumps.document(ids, supplies));
        SellerDetails details = SellerProfiles.of(position, name);
        return new Made(
                new Shop(id, name, details, seed, start, now, offers, events, forms, coupons, supplies.taxRates()),
                catalogue);
    }

    /** One purchase in ten is a test. */
    Times.Volume volume(boolean live) {
        long payments = live ? records - records / 10 : records / 10;
        long small = records < 5000 ? 1 : 2;
        return new Times.Volume(payments, payments / 5 / small, payments / 10 / small, payments / 5 / small);
    }

    DemoOptions options() {
        return options;
    }
}
