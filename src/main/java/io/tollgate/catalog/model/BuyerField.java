package io.tollgate.catalog.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A form field of a page that buyers fill in.
 *
 * @param type the meaning of the answer, such as {@code first-name}; empty or null for a custom field
 * @param reference the seller's name for the field in requests and exports
 * @param minValue the minimum number, length, number of options or number of files, depending on the element
 * @param maxValue the maximum number, length, number of options or number of files, depending on the element
 * @param limitAllowedCountries the allowed answers to a country field
 * @param limitBillingCountries the allowed countries of a billing address
 * @param limitShippingCountries the allowed countries of a shipping address
 * @param collect {@code billing_and_shipping} if an address field also collects a shipping address
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
    /** The label of the field for the name that new pages have. */
    public static final String NAME_LABEL = "Name";

    /** The label of the field for the e-mail address that new pages have. */
    public static final String EMAIL_LABEL = "Email address";

    /** Maximum number of files of one answer. */
    public static final int FILES_MAX = 10;

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
        PO_NUMBER,
        FILE;

        /** Returns the value in documents and the API, such as {@code multi-select}. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @JsonCreator
        static Element of(String wire) {
            return valueOf(wire.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    /** An option of a select field. Answers name it by its label or its value. */
    public record Option(String id, String label, String value) {
        boolean isNamed(String text) {
            return label.equals(text) || value.equals(text);
        }
    }

    /** The allowed countries of an answer, as two-letter codes. If it is disabled, all countries are allowed. */
    public record CountryLimit(boolean enabled, Set<String> countries) {
        public static boolean allows(@Nullable CountryLimit limit, String country) {
            return limit == null || !limit.enabled || limit.countries.contains(country);
        }
    }

    /** Parses a decimal number of an answer or bound. Returns null if the text is not a number. */
    public static @Nullable BigDecimal number(String text) {
        return NUMBER.matcher(text).matches() ? new BigDecimal(text) : null;
    }

    /** Returns whether buyers can upload files to the field. */
    public boolean takesFiles() {
        return element == Element.FILE && !hidden;
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

    /** Returns the maximum number of files of a file field: 1 unless it has a bound. */
    public int filesMax() {
        BigDecimal max = max();
        return max == null ? 1 : max.intValue();
    }

    public boolean collectsShipping() {
        return "billing_and_shipping".equals(collect);
    }

    /** Returns the option with this label or value. */
    public Optional<Option> option(String text) {
        return options.stream().filter(option -> option.isNamed(text)).findFirst();
    }

    @Override
    public boolean isCheckbox() {
        return element == Element.CHECKBOX;
    }
}
