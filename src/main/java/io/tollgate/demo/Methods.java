package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** Ways to pay, as records keep them. */
final class Methods {
    private static final List<String> BRANDS = List.of("visa", "visa", "mastercard", "amex");

    /** Cents of a dollar for one smallest unit. */
    private static final Map<String, Double> DOLLAR_CENTS =
            Map.of("usd", 1.0, "eur", 1.09, "gbp", 1.28, "jpy", 0.67, "kwd", 0.326, "chf", 1.12);

    private Methods() {}

    static long usd(String currency, long amount) {
        return Math.round(amount * DOLLAR_CENTS.getOrDefault(currency, 1.0));
    }

    static ObjectNode manual() {
        return Json.of("gateway", "manual", "method", "manual");
    }

    static ObjectNode card(Buyer buyer, Chance chance) {
        int month = chance.between(1, 12);
        int year = chance.between(2026, 2031);
        int wallet = chance.below(10);
        return Json.of(
                "gateway",
                "processor",
                "method",
                "card",
                "wallet",
                wallet == 0 ? "apple_pay" : wallet == 1 ? "google_pay" : null,
                "mode",
                wallet < 2 ? "express" : "default",
                "brand",
                chance.pick(BRANDS),
                "last4",
                Integer.toString(10_000 + chance.below(10_000)).substring(1),
                "country",
                buyer.region().country(),
                "exp_month",
                month,
                "exp_year",
                year,
                "expMonth",
                month,
                "expYear",
                year,
                "funding",
                chance.percent(70) ? "credit" : "debit");
    }

    static ObjectNode any(Buyer buyer, String currency, Chance chance) {
        int kind = chance.below(100);
        if (kind < 6) {
            return Json.of("gateway", "paypal", "method", "paypal");
        }
        if (kind < 14 && currency.equals("eur")) {
            return Json.of(
                    "gateway",
                    "processor",
                    "method",
                    kind < 10 ? "sepa_debit" : "ideal",
                    "mode",
                    "default",
                    "last4",
                    Integer.toString(10_000 + chance.below(10_000)).substring(1),
                    "country",
                    buyer.region().country());
        }
        return card(buyer, chance);
    }
}
