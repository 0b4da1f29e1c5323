package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.Taxation;
import io.tollgate.pricing.Taxation.Rate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Taxes of a purchase: what the quote charges, and how the record tells it. */
final class Taxes {
    private Taxes() {}

    private static final Taxation STATE_AND_CITY = new Taxation(
            false,
            List.of(
                    new Rate("NY State Sales Tax", Percent.of(4)),
                    new Rate("NY City Sales Tax", Percent.of(4.5)),
                    new Rate("Metropolitan District Tax", Percent.of(0.375))));
    private static final Taxation VAT_OF_DESTINATION = new Taxation(false, List.of(new Rate("VAT", Percent.of(21))));
    private static final Taxation NOT_COLLECTING = new Taxation(false, List.of(new Rate("Tax", Percent.of(0))));

    static Taxation of(Offer.Tax tax, Shop shop, Buyer buyer) {
        return switch (tax) {
            case NONE -> Taxation.NONE;
            case INCLUSIVE_RATE -> fixed(shop.taxRate(true));
            case EXCLUSIVE_RATE -> fixed(shop.taxRate(false));
            case PROCESSOR ->
                switch (buyer.region().country()) {
                    case "US" -> STATE_AND_CITY;
                    case "DE", "FR", "PL", "GR", "GB" -> VAT_OF_DESTINATION;
                    default -> NOT_COLLECTING;
                };
        };
    }

    private static Taxation fixed(Shop.TaxRate rate) {
        return new Taxation(rate.inclusive(), List.of(new Rate(rate.name(), Percent.of(rate.percentage()))));
    }

    static @Nullable String source(Offer.Tax tax) {
        return switch (tax) {
            case NONE -> null;
            case PROCESSOR -> "processor_tax";
            default -> "fixed_tax_rate";
        };
    }

    static List<ObjectNode> snapshots(Offer.Tax tax, Shop shop) {
        return switch (tax) {
            case INCLUSIVE_RATE -> List.of(shop.taxRate(true).snapshot());
            case EXCLUSIVE_RATE -> List.of(shop.taxRate(false).snapshot());
            default -> List.of();
        };
    }

    static List<ObjectNode> breakdown(Offer.Tax tax, Quote quote, Buyer buyer) {
        List<ObjectNode> breakdown = new ArrayList<>(quote.taxes().size());
        boolean processor = tax == Offer.Tax.PROCESSOR;
        String country = processor ? buyer.region().country() : "DE";
        boolean american = country.equals("US");
        for (Quote.Taxed charged : quote.taxes()) {
            Percent percent = charged.rule().percent();
            String type = american ? "sales_tax" : "vat";
            breakdown.add(Json.of(
                    "taxType", type,
                    "taxabilityReason", percent.parts() == 0 ? "not_collecting" : "standard_rated",
                    "taxableAmount", charged.taxable(),
                    "taxAmount", charged.amount(),
                    "taxRateDetails",
                            Json.of(
                                    "country",
                                    country,
                                    "percentageDecimal",
                                    percent.fraction(),
                                    "state",
                                    american ? "NY" : null,
                                    "taxType",
                                    type)));
        }
        return breakdown;
    }
}
