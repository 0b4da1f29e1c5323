package io.tollgate.tools.demo;

import static io.tollgate.tools.demo.DocumentTemplates.merged;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.catalog.model.json.CatalogDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Generates the coupons of a seller. */
final class CouponMaker {
    private CouponMaker() {}

    static List<Coupon> make(
            CatalogMaker catalog, StockList stock, List<Offer> offers, List<EventOffer> events, long start, long now) {
        List<String> shows =
                events.stream().map(one -> one.event().id()).limit(4).toList();
        catalog.share("shops", pages(offers.stream().limit(12)));
        catalog.share("shows", shows);
        catalog.share("first show", shows.subList(0, 1));
        List<TicketType> types = events.get(0).event().groups().get(0).types();
        catalog.share("first types", types.stream().map(TicketType::id).toList());
        catalog.share("subscriptions", pages(offers.stream().filter(Offer::recurs)));
        catalog.share("soon", CatalogMaker.text(now + 60 * Millis.DAY));
        catalog.share("past", CatalogMaker.text(start + (now - start) / 3));
        List<Coupon> coupons = new ArrayList<>();
        for (JsonNode template : CatalogMaker.DATA.get("coupons")) {
            ObjectNode document = merged(CatalogMaker.DATA.get("coupon"), template);
            catalog.new Document(0).fill(document);
            String id = document.get("id").textValue();
            document.put("processorCouponId", "coupon_" + id.substring(8));
            // Purchases use the coupon in its state before deletion, with its limit.
            coupons.add(CatalogDecoder.decode(document.deepCopy().put("deleted", false), Coupon.class));
            stock.set("coupon", id, OfferMaker.take(document, "maxRedemptions"));
            catalog.catalog().coupon(document);
        }
        return coupons;
    }

    private static List<String> pages(Stream<Offer> offers) {
        return offers.map(one -> one.page().id()).toList();
    }
}
