package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.seller.SellerDetails;
import io.tollgate.catalog.model.Coupon;
import java.util.ArrayList;
import java.util.List;

/** Generates a seller with a catalog that is large enough for its purchases. */
final class ShopMaker {
    private static final JsonNode SELLERS = DocumentTemplates.read("sellers");
    private static final int MANY = 20_000;

    private final long records;
    private final int position;
    private final String name;
    private final long seed;
    private final long start;
    private final long now;

    ShopMaker(DemoOptions options, int position, String name) {
        this.records = options.recordsOf(position);
        this.position = position;
        this.name = name;
        this.seed = DemoRandom.hash(options.seed(), name.hashCode(), position);
        this.now = options.now().toEpochMilli();
        this.start = now - options.days() * Millis.DAY;
    }

    /** A seller with the rows of its catalog. */
    record NewShop(Shop shop, DemoCatalog catalog) {}

    NewShop make(DemoFiles files) {
        long foundedAt = start - 30 * Millis.DAY;
        String id = new IdMaker(seed, IdMaker.Kind.SELLER).id(foundedAt, position);
        CatalogIds ids = new CatalogIds(seed, id, start);
        DemoCatalog catalog = new DemoCatalog(id);
        SellerDetails details = details();
        catalog.seller(name, details, foundedAt);
        CatalogMaker maker = new CatalogMaker(ids, catalog, files);
        StockList stock = new StockList();
        boolean many = records > MANY;
        OfferMaker offerMaker = new OfferMaker(maker, stock, start, now);
        List<Offer> offers = new ArrayList<>(offerMaker.make(many ? 5 : 2, false));
        offers.addAll(offerMaker.make(1, true));
        EventMaker eventMaker = new EventMaker(maker, stock, start, now, many);
        List<EventOffer> events = new ArrayList<>(eventMaker.make(many ? 40 : 12, false));
        events.addAll(eventMaker.make(5, true));
        FormMaker formMaker = new FormMaker(maker);
        List<FormOffer> forms = new ArrayList<>(formMaker.make(many ? 10 : 5, false));
        forms.addAll(formMaker.make(1, true));
        List<Coupon> coupons = CouponMaker.make(maker, stock, offers, events, start, now);
        offerMaker.makeOrderBump();
        Shop shop =
                new Shop(id, name, details, seed, start, now, offers, events, forms, coupons, maker.taxRates(), stock);
        return new NewShop(shop, catalog);
    }

    private SellerDetails details() {
        JsonNode one = SELLERS.get(position % SELLERS.size());
        return new SellerDetails(
                one.get("displayName").textValue(),
                "billing@" + name + ".example",
                one.get("taxId").textValue(),
                one.get("address"),
                one.get("locale").textValue(),
                one.get("timezone").textValue());
    }

    /** Returns the numbers of records of a mode. One of ten purchases is a test. */
    Timeline.Volume volume(boolean live) {
        long payments = live ? records - records / 10 : records / 10;
        long small = records < 5000 ? 1 : 2;
        return new Timeline.Volume(payments, payments / 5 / small, payments / 10 / small, payments / 5 / small);
    }
}
