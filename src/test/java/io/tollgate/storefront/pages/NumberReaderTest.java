package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pricing.Currency;
import io.tollgate.storefront.pages.NumberReader.Ambiguous;
import io.tollgate.storefront.pages.NumberReader.Reading;
import io.tollgate.storefront.pages.NumberReader.Unreadable;
import io.tollgate.storefront.pages.NumberReader.Value;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers and amounts as people of several languages write and paste them. */
class NumberReaderTest {
    private static Reading money(String locale, String currency, String text) {
        return NumberReader.of(Locale.forLanguageTag(locale)).money(text, Currency.of(currency));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en-US | eur | 2,000 | 2000",
                "de | eur | 2.000 | 2000",
                "de | eur | 1.250,00 | 1250",
                "de | eur | 1,250.00 | 1250",
                "en-US | eur | 1.250,00 | 1250",
                "en-US | eur | 1,250.00 | 1250",
                "en-US | usd | $12 | 12",
                "en-US | usd | US$ 12.50 | 12.5",
                "en-US | usd | 12 dollars | ",
                "en-US | usd | 12 US dollars | 12",
                "de | eur | 12,50 € | 12.5",
                "de | eur | EUR 12,50 | 12.5",
                "de | eur | 12,- | 12",
                "de | eur | 12 Euro | 12",
                "de-CH | chf | 1’250.00 | 1250",
                "de-AT | eur | 2.000 | 2000",
                "fr | eur | '1\u202f250,50\u00a0€' | 1250.5",
                "fr | eur | 2 000 | 2000",
                "ar | eur | '\u0661\u0662' | 12",
                "ar | eur | '\u0661\u066c\u0662\u0665\u0660\u066b\u0665\u0660' | 1250.5",
                "ja | jpy | '\uff11\uff12\uff10\uff10' | 1200",
                "ja | jpy | '\uffe51,200' | 1200",
                "ja | jpy | 1200円 | 1200",
                "en-IN | inr | '1,00,000' | 100000",
                "en-US | eur | '1,234,567.89' | 1234567.89",
                "en-US | eur | 1,5 | 1.5",
                "en-US | eur | .50 | 0.5",
                "en-US | eur | '0,500' | 0.5",
                "en-US | kwd | 2.000 | 2",
                "de | kwd | 2.000 | 2000",
            })
    void amountsHaveOneReading(String locale, String currency, String text, String number) {
        Reading reading = money(locale, currency, text);
        if (number == null) {
            assertThat(reading).isInstanceOf(Unreadable.class);
            return;
        }
        assertThat(reading)
                .isInstanceOfSatisfying(
                        Value.class, value -> assertThat(value.number()).isEqualByComparingTo(number));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en-US | eur | 2.000 | 2000 | 2.00",
                "de | eur | 2,000 | 2000 | 2.00",
                "fr | eur | 2.000 | 2000 | 2.00",
                "de-CH | chf | 2,000 | 2000 | 2.00",
                "ja | jpy | 2.000 | 2000 | 2",
                "en-US | eur | 12.345 | 12345 | 12.35",
            })
    void aSeparatorThatCouldBeEitherIsAmbiguous(
            String locale, String currency, String text, String greater, String lesser) {
        assertThat(money(locale, currency, text)).isInstanceOfSatisfying(Ambiguous.class, two -> {
            assertThat(two.greater()).isEqualByComparingTo(greater);
            assertThat(two.lesser()).isEqualByComparingTo(lesser);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "€", "-5", "1,2,3", "12,34", "1.2.3", "12.3456", "2 00", "abc", "1e3", "$12", "12²"})
    void otherTextsAreNoAmount(String text) {
        Reading reading = money("de", "eur", text);
        if (text.equals("12,34")) {
            assertThat(reading).isInstanceOf(Value.class);
        } else {
            assertThat(reading).as(text).isInstanceOf(Unreadable.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"en-US | 1.234 | 1.234", "de | 1.234 | 1234", "de | 1,234 | 1.234", "de | -1,5 | -1.5"})
    void numbersOfFieldsCanHaveManyDecimals(String locale, String text, String number) {
        assertThat(NumberReader.of(Locale.forLanguageTag(locale)).number(text, NumberReader.UNLIMITED))
                .isInstanceOfSatisfying(
                        Value.class, value -> assertThat(value.number()).isEqualByComparingTo(number));
    }
}
