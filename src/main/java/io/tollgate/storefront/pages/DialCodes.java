package io.tollgate.storefront.pages;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import io.tollgate.sales.cart.PhoneNumber;
import io.tollgate.sales.cart.PlainEntry;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The dial codes of countries, and phone numbers with them. */
final class DialCodes {
    private static final Pattern INTERNATIONAL_PREFIX = Pattern.compile("^[^+0-9]*00");

    private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();
    private static final Map<String, String> BY_COUNTRY = new HashMap<>();

    static {
        for (int code : NUMBERS.getSupportedCallingCodes()) {
            NUMBERS.getRegionCodesForCountryCode(code)
                    .forEach(country -> BY_COUNTRY.put(country, Integer.toString(code)));
        }
    }

    private DialCodes() {}

    /** Returns the dial codes without a plus sign, by country. Few countries have none. */
    static Map<String, String> byCountry() {
        return BY_COUNTRY;
    }

    /**
     * Returns a number as it is dialed from any country: a plus sign and digits, such as {@code +491711234567}, and its
     * extension, such as {@code ext. 89}.
     *
     * @param country the selected country; null or unknown to leave the number as it is
     * @param number as the buyer has entered it; one that is not valid stays as it is, so that it is rejected
     */
    static String international(@Nullable String country, String number) {
        String plain = PlainEntry.of(number);
        if (country == null || !BY_COUNTRY.containsKey(country) || !PhoneNumber.isValid(plain)) {
            return number;
        }
        try {
            // In some countries, another prefix than 00 leads abroad. No number within a country begins with 00.
            String dialed = INTERNATIONAL_PREFIX.matcher(plain).replaceFirst("+");
            var parsed = NUMBERS.parse(dialed, country);
            String extension = parsed.hasExtension() ? " ext. " + parsed.getExtension() : "";
            return NUMBERS.format(parsed, PhoneNumberFormat.E164) + extension;
        } catch (NumberParseException invalid) {
            return number;
        }
    }
}
