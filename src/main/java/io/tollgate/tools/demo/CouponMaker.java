package io.tollgate.tools.demo;

import static io.tollgate.tools.demo.DocumentTemplates.merged;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.Coupon;
import io.tollgate.catalog.TicketType;
import io.tollgate.catalog.json.CatalogDecoder;
import java.util.ArrayList;
import java.util.List;

/** Makes the coupons of a seller. */
final class CouponMaker {
    private CouponMaker() {}

    static List<Coupon> make(
            CatalogMaker catalog, StockList stock, List<Offer> offers, List<EventOffer> events, long start, long now) {
        List<String> shows =
                events.stream().map(one -> one.event().id()).limit(4).toList();
        catalog.share(
                "shops", offers.stream().map(one -> one.page().id()).limit(12).toList());
        catalog.share("shows", shows);
        catalog.share("first show", shows.subList(0, 1));
        catalog.share(
                "first types",
                events.get(0).event().groups().get(0).types().stream()
                        .map(TicketType::id)
                        .toList());
        catalog.share(
                "subscriptions",
                offers.stream()
                        .filter(Offer::recurs)
                        .map(one -> one.page().id())
                        .toList());
        catalog.share("soon", CatalogMaker.text(now + 60 * Moments.DAY));
        catalog.share("past", CatalogMaker.text(start + (now - start) / 3));
        List<Coupon> coupons = new ArrayList<>();
        for (JsonNode template : CatalogMaker.DATA.get("coupons")) {
            ObjectNode document = merged(CatalogMaker.DATA.get("coupon"), template);
            catalog.new Document(0).fill(document);
            String id = document.get("id").textValue();
            document.put("processorCouponId", "coupon_" + id.substring(8));
            // Purchases know the coupon as it was before it was deleted, and how often it can be used.
            coupons.add(CatalogDecoder.decode(document.deepCopy().put("deleted", false), Coupon.class));
            stock.set("coupon", id, OfferMaker.take(document, "maxRedemptions"));
            catalog.catalogue().coupon(document);
        }
        return coupons;
    }
}
