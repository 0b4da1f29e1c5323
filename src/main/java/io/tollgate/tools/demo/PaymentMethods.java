package io.tollgate.tools.demo;

import io.tollgate.sales.purchase.PaymentMethod;
import java.util.List;

/** Generates payment methods. */
final class PaymentMethods {
    private static final List<String> BRANDS = List.of("visa", "visa", "mastercard", "amex");

    private PaymentMethods() {}

    static PaymentMethod card(Person person, DemoRandom random) {
        int month = random.between(1, 12);
        int year = random.between(2026, 2031);
        int wallet = random.below(10);
        PaymentMethod.Card card =
                new PaymentMethod.Card(random.pick(BRANDS), month, year, random.percent(70) ? "credit" : "debit");
        return new PaymentMethod(
                "processor",
                "card",
                wallet == 0 ? "apple_pay" : wallet == 1 ? "google_pay" : null,
                wallet < 2 ? "express" : "default",
                last4(random),
                person.region().country(),
                card);
    }

    private static String last4(DemoRandom random) {
        return Integer.toString(10_000 + random.below(10_000)).substring(1);
    }

    static PaymentMethod any(Person person, String currency, DemoRandom random) {
        int kind = random.below(100);
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
                    last4(random),
                    person.region().country(),
                    null);
        }
        return card(person, random);
    }
}
