package io.tollgate.purchase;

import io.tollgate.pricing.Currency;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Amounts in US cents, for reports that compare currencies. Rates are round ones that are delivered
 * with Tollgate; nothing is charged by them.
 */
public final class Dollars {
    private static final Map<String, String> RATES = Map.ofEntries(
            Map.entry("usd", "1"),
            Map.entry("aed", "0.272"),
            Map.entry("aud", "0.66"),
            Map.entry("brl", "0.18"),
            Map.entry("cad", "0.72"),
            Map.entry("chf", "1.12"),
            Map.entry("clp", "0.00105"),
            Map.entry("czk", "0.043"),
            Map.entry("dkk", "0.146"),
            Map.entry("eur", "1.09"),
            Map.entry("gbp", "1.28"),
            Map.entry("hkd", "0.128"),
            Map.entry("inr", "0.0118"),
            Map.entry("jpy", "0.0067"),
            Map.entry("kwd", "3.26"),
            Map.entry("mxn", "0.053"),
            Map.entry("myr", "0.225"),
            Map.entry("nok", "0.094"),
            Map.entry("nzd", "0.6"),
            Map.entry("php", "0.0173"),
            Map.entry("pln", "0.255"),
            Map.entry("ron", "0.219"),
            Map.entry("sek", "0.096"),
            Map.entry("sgd", "0.75"),
            Map.entry("thb", "0.029"),
            Map.entry("zar", "0.056"));

    private Dollars() {}

    /** The amount in cents, or null for a currency without a rate; nothing is nothing in any. */
    public static @Nullable Long cents(String currency, long amount) {
        if (amount == 0) {
            return 0L;
        }
        String rate = RATES.get(currency);
        if (rate == null) {
            return null;
        }
        BigDecimal major = Currency.of(currency).major(amount);
        return major.multiply(new BigDecimal(rate))
                .movePointRight(2)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
    }
}
