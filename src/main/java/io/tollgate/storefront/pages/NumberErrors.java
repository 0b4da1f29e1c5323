package io.tollgate.storefront.pages;

import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Currency;
import io.tollgate.storefront.pages.NumberReader.Ambiguous;
import io.tollgate.storefront.pages.NumberReader.Reading;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The problems of inputs whose number cannot be read, or can be read in two ways. */
final class NumberErrors {
    private static final String AMOUNT = "must be an amount";
    private static final String NUMBER = "must be a number";

    private NumberErrors() {}

    /** Returns the problem of an amount that has no single value. */
    static Problem ofAmount(String input, Reading reading) {
        return new Problem(input, AMOUNT, reading);
    }

    /** Returns the problem of a number that has two values. */
    static Problem ofNumber(String input, Ambiguous reading) {
        return new Problem(input, NUMBER, reading);
    }

    /**
     * Returns what is wrong, in the buyer's language; null if the problem is another one.
     *
     * @param currency the currency of amounts; null if there are none
     */
    static @Nullable String message(Messages messages, @Nullable String currency, Problem problem) {
        if (currency == null || !problem.message().equals(AMOUNT)) {
            return problem.value() instanceof Ambiguous two
                    ? messages.text("error.readings", messages.number(two.greater()), messages.number(two.lesser()))
                    : null;
        }
        return problem.value() instanceof Ambiguous two
                ? messages.text(
                        "error.readings",
                        money(messages, two.greater(), currency),
                        money(messages, two.lesser(), currency))
                : messages.text("error.amount.unreadable", money(messages, BigDecimal.valueOf(25), currency));
    }

    private static String money(Messages messages, BigDecimal major, String currency) {
        return messages.money(
                major.movePointRight(Currency.of(currency).decimals()).longValueExact(), currency);
    }
}
