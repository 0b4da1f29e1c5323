package io.tollgate.sales.purchase;

import io.tollgate.pricing.Currency;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Converts amounts to US cents for reports that compare currencies. The rounded exchange rates are part of Tollgate and
 * are never used for charges.
 */
public final class Dollars {
    /** The value of one major unit of each currency. */
    private static final Map<String, BigDecimal> RATES = rates("""
            usd 1, aed 0.272, aud 0.66, brl 0.18, cad 0.72, chf 1.12, clp 0.00105, czk 0.043, dkk 0.146,
            eur 1.09, gbp 1.28, hkd 0.128, inr 0.0118, jpy 0.0067, kwd 3.26, mxn 0.053, myr 0.225, nok 0.094,
            nzd 0.6, php 0.0173, pln 0.255, ron 0.219, sek 0.096, sgd 0.75, thb 0.029, zar 0.056""");

    private Dollars() {}

    private static Map<String, BigDecimal> rates(String text) {
        return Stream.of(text.split(",\\s+"))
                .map(rate -> rate.split(" "))
                .collect(Collectors.toUnmodifiableMap(rate -> rate[0], rate -> new BigDecimal(rate[1])));
    }

    /** Returns the amount in US cents, or null for a currency without a rate. Zero is zero in every currency. */
    public static @Nullable Long cents(String currency, long amount) {
        if (amount == 0) {
            return 0L;
        }
        BigDecimal rate = RATES.get(currency);
        if (rate == null) {
            return null;
        }
        BigDecimal major = Currency.of(currency).major(amount);
        return major.multiply(rate)
                .movePointRight(2)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
    }
}
