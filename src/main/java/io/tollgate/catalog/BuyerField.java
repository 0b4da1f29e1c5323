package io.tollgate.catalog;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A field of a page that buyers fill in.
 *
 * @param type what the answer is, such as {@code first-name}; empty if it has no meaning to Tollgate
 * @param reference the seller's name for the field in requests and exports
 * @param minValue the least number, length or number of options, depending on the element
 * @param maxValue the highest, likewise
 * @param limitAllowedCountries of a country field
 * @param collect which addresses an address field collects
 */
public record BuyerField(
        String id,
        String label,
        Element element,
        @Nullable String type,
        String reference,
        List<Option> options,
        boolean required,
        boolean hidden,
        @Override @Nullable ShowHideLogic showHideLogic,
        @Nullable OptionalValue minValue,
        @Nullable OptionalValue maxValue,
        @Nullable CountryLimit limitAllowedCountries,
        @Nullable CountryLimit limitBillingCountries,
        @Nullable CountryLimit limitShippingCountries,
        @Nullable String collect)
        implements Conditional {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,6})?");

    /** The input control. */
    public enum Element {
        TEXT,
        TEXTAREA,
        EMAIL,
        PHONE,
        NUMBER,
        QUANTITY,
        CHECKBOX,
        SELECT,
        MULTI_SELECT,
        MULTIPLE_CHOICE,
        DATE,
        TIME,
        DATE_TIME,
        COUNTRY,
        ADDRESS,
        TAX_ID,
        PO_NUMBER;

        /** As documents and the interface write it: {@code multi-select}. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @JsonCreator
        static Element of(String wire) {
            return valueOf(wire.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    /** A choice of a select field; answers name it by its label or its value. */
    public record Option(String id, String label, String value) {
        boolean isNamed(String text) {
            return label.equals(text) || value.equals(text);
        }
    }

    /** The countries that an answer may name, as two-letter codes. */
    public record CountryLimit(boolean enabled, Set<String> countries) {
        public static boolean allows(@Nullable CountryLimit limit, String country) {
            return limit == null || !limit.enabled || limit.countries.contains(country);
        }
    }

    /** The number that a text is, as answers and bounds write it; null if it is none. */
    public static @Nullable BigDecimal number(String text) {
        return NUMBER.matcher(text).matches() ? new BigDecimal(text) : null;
    }

    public @Nullable BigDecimal min() {
        return bound(minValue);
    }

    public @Nullable BigDecimal max() {
        return bound(maxValue);
    }

    private static @Nullable BigDecimal bound(@Nullable OptionalValue setting) {
        return setting == null || !setting.enabled() || setting.value() == null ? null : number(setting.value());
    }

    public boolean collectsShipping() {
        return "billing_and_shipping".equals(collect);
    }

    /** The option that an answer names by its label or its value. */
    public Optional<Option> option(String text) {
        return options.stream().filter(option -> option.isNamed(text)).findFirst();
    }

    @Override
    public boolean isCheckbox() {
        return element == Element.CHECKBOX;
    }
}
