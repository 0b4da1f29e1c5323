package io.tollgate.storefront.pages;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The dial codes of countries, and phone numbers with them. */
final class DialCodes {
    /** What fields for phone numbers accept. */
    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9 ()./-]{3,50}");

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
     * Returns a number as it is dialed from any country: a plus sign and digits, such as {@code +491711234567}.
     *
     * @param country the selected country; null or unknown to leave the number as it is
     * @param number as the buyer has entered it; one that is not valid stays as it is, so that it is rejected
     */
    static String international(@Nullable String country, String number) {
        if (country == null
                || !BY_COUNTRY.containsKey(country)
                || !NUMBER.matcher(number.strip()).matches()) {
            return number;
        }
        try {
            // In some countries, another prefix than 00 leads abroad. No number within a country begins with 00.
            String dialed = INTERNATIONAL_PREFIX.matcher(number).replaceFirst("+");
            return NUMBERS.format(NUMBERS.parse(dialed, country), PhoneNumberFormat.E164);
        } catch (NumberParseException invalid) {
            return number;
        }
    }
}
