package io.tollgate.simulator;

import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;

/** Reads the card that a browser sends with a confirmation. */
final class CardForm {
    private static final String CARD = "payment_method_data[card]";
    private static final List<String> WALLETS = List.of("apple_pay", "google_pay");

    private CardForm() {}

    /** Returns the card. Fails and names the first invalid field. */
    static SimulatedCharges.Card card(SimulatedObjects objects, FormBody form) {
        TestCard card = TestCard.of(form.required(CARD + "[number]"));
        Long month = form.integer(CARD + "[exp_month]");
        Long year = form.integer(CARD + "[exp_year]");
        if (month == null || month < 1 || month > 12) {
            throw WireError.card("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
        }
        if (year == null
                || year < 2000
                || year > 2099
                || YearMonth.of(year.intValue(), month.intValue())
                        .isBefore(YearMonth.from(objects.time().atOffset(ZoneOffset.UTC)))) {
            throw WireError.card("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
        }
        String cvc = form.text(CARD + "[cvc]");
        if (cvc == null || !cvc.matches("\\d{3,4}")) {
            throw WireError.card("invalid_cvc", "Your card's security code is invalid.", "cvc");
        }
        String wallet = form.text(CARD + "[wallet]");
        if (wallet != null && !WALLETS.contains(wallet)) {
            throw WireError.invalid(CARD + "[wallet]", "The simulator supports the wallets " + WALLETS + " only.");
        }
        return new SimulatedCharges.Card(
                card, form.required(CARD + "[exp_year]") + "-" + form.required(CARD + "[exp_month]"), wallet);
    }
}
