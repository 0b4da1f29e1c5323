package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A seller with everything offered. */
record Shop(
        String id,
        String name,
        String displayName,
        long seed,
        long start,
        long now,
        List<Offer> offers,
        List<EventOffer> events,
        List<FormOffer> forms,
        List<CouponOffer> coupons,
        List<TaxRate> taxRates) {

    /** A fixed tax rate with its snapshot, as purchases keep it. */
    record TaxRate(String id, String name, boolean inclusive, double percentage, ObjectNode snapshot) {}

    TaxRate taxRate(boolean inclusive) {
        return taxRates.stream()
                .filter(rate -> rate.inclusive() == inclusive)
                .findFirst()
                .orElseThrow();
    }

    ObjectNode billing() {
        return Json.of(
                "name",
                displayName,
                "email",
                "billing@" + name + ".example",
                "taxId",
                "DE811907980",
                "address",
                Json.of(
                        "line1",
                        "Speicherstraße 7",
                        "line2",
                        "Hof 2",
                        "city",
                        "Hamburg",
                        "state",
                        "HH",
                        "postalCode",
                        "20457",
                        "country",
                        "DE"));
    }
}
