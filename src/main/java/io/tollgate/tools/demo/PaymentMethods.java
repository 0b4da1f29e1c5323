package io.tollgate.tools.demo;

import io.tollgate.purchase.PaymentMethod;
import java.util.List;

/** How people pay. */
final class PaymentMethods {
    private static final List<String> BRANDS = List.of("visa", "visa", "mastercard", "amex");

    private PaymentMethods() {}

    static PaymentMethod card(Person person, Chance chance) {
        int month = chance.between(1, 12);
        int year = chance.between(2026, 2031);
        int wallet = chance.below(10);
        PaymentMethod.Card card =
                new PaymentMethod.Card(chance.pick(BRANDS), month, year, chance.percent(70) ? "credit" : "debit");
        return new PaymentMethod(
                "processor",
                "card",
                wallet == 0 ? "apple_pay" : wallet == 1 ? "google_pay" : null,
                wallet < 2 ? "express" : "default",
                last4(chance),
                person.region().country(),
                card);
    }

    private static String last4(Chance chance) {
        return Integer.toString(10_000 + chance.below(10_000)).substring(1);
    }

    static PaymentMethod any(Person person, String currency, Chance chance) {
        int kind = chance.below(100);
        if (kind < 6) {
            return PaymentMethod.of("paypal", "paypal");
        }
        if (kind < 14 && currency.equals("eur")) {
            String method = kind < 10 ? "sepa_debit" : "ideal";
            return new PaymentMethod(
                    "processor",
                    method,
                    null,
                    "default",
                    last4(chance),
                    person.region().country(),
                    null);
        }
        return card(person, chance);
    }
}
