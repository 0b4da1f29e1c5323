package io.tollgate.simulator;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The taxes of the simulator by place. One rate for each country and state: reduced rates, local taxes and thresholds
 * are those of a real processor. {@code src/docs/processor.md} documents the rates.
 */
final class TaxTable {
    private static final Map<String, String> VAT = Map.ofEntries(
            Map.entry("AT", "20.0"),
            Map.entry("BE", "21.0"),
            Map.entry("CH", "8.1"),
            Map.entry("DE", "19.0"),
            Map.entry("DK", "25.0"),
            Map.entry("ES", "21.0"),
            Map.entry("FI", "25.5"),
            Map.entry("FR", "20.0"),
            Map.entry("GB", "20.0"),
            Map.entry("IE", "23.0"),
            Map.entry("IT", "22.0"),
            Map.entry("NL", "21.0"),
            Map.entry("NO", "25.0"),
            Map.entry("PL", "23.0"),
            Map.entry("PT", "23.0"),
            Map.entry("SE", "25.0"));
    private static final Map<String, Tax> OTHER = Map.of(
            "AU", new Tax("gst", "10.0", null),
            "JP", new Tax("jct", "10.0", null),
            "NZ", new Tax("gst", "15.0", null),
            "SG", new Tax("gst", "9.0", null));
    private static final Map<String, String> US_STATES = Map.of(
            "CA", "7.25", "CO", "2.9", "FL", "6.0", "IL", "6.25", "NY", "4.0", "PA", "6.0", "TX", "6.25", "WA", "6.5");
    private static final Map<String, Tax> CANADIAN_PROVINCES = Map.of(
            "BC", new Tax("pst", "7.0", "BC"),
            "MB", new Tax("rst", "7.0", "MB"),
            "QC", new Tax("qst", "9.975", "QC"),
            "SK", new Tax("pst", "6.0", "SK"));
    private static final Map<String, String> HARMONIZED =
            Map.of("ON", "13.0", "NB", "15.0", "NL", "15.0", "NS", "14.0", "PE", "15.0");

    /** The first of the ZIP codes of each state, by their first three digits, up to the next entry. */
    private static final TreeMap<Integer, String> ZIP_CODES = new TreeMap<>(Map.ofEntries(
            Map.entry(0, ""),
            Map.entry(100, "NY"),
            Map.entry(150, "PA"),
            Map.entry(197, ""),
            Map.entry(320, "FL"),
            Map.entry(350, ""),
            Map.entry(600, "IL"),
            Map.entry(630, ""),
            Map.entry(750, "TX"),
            Map.entry(800, "CO"),
            Map.entry(817, ""),
            Map.entry(885, "TX"),
            Map.entry(886, ""),
            Map.entry(900, "CA"),
            Map.entry(962, ""),
            Map.entry(980, "WA"),
            Map.entry(995, "")));

    private static final Pattern ZIP = Pattern.compile("(\\d{3})\\d{2}(-?\\d{4})?");
    private static final Pattern STATE = Pattern.compile("[A-Z]{2}");

    private TaxTable() {}

    /**
     * A tax that a country or one of its states levies.
     *
     * @param percent as the protocol writes it, such as {@code 19.0}; "0.0" if the account does not collect the tax
     */
    record Tax(String type, String percent, @Nullable String state) {
        BigDecimal rate() {
            return new BigDecimal(percent);
        }
    }

    /** Returns the taxes of a place; null if the address does not say which taxes apply. */
    static @Nullable List<Tax> of(String country, @Nullable String state, @Nullable String postalCode) {
        String wanted = state == null ? null : state.strip().toUpperCase(Locale.ROOT);
        return switch (country) {
            case "US" -> unitedStates(wanted, postalCode);
            case "CA" -> canada(wanted);
            default -> {
                String vat = VAT.get(country);
                Tax other = OTHER.getOrDefault(country, new Tax("vat", "0.0", null));
                yield List.of(vat == null ? other : new Tax("vat", vat, null));
            }
        };
    }

    /** A ZIP code precedes the state. */
    private static @Nullable List<Tax> unitedStates(@Nullable String state, @Nullable String postalCode) {
        String found = state;
        if (postalCode != null) {
            var zip = ZIP.matcher(postalCode.strip());
            if (!zip.matches()) {
                return null;
            }
            found = ZIP_CODES.floorEntry(Integer.valueOf(zip.group(1))).getValue();
        } else if (state == null || !STATE.matcher(state).matches()) {
            return null;
        }
        String taxed = found == null || found.isEmpty() ? state : found;
        return List.of(new Tax("sales_tax", US_STATES.getOrDefault(String.valueOf(found), "0.0"), taxed));
    }

    private static @Nullable List<Tax> canada(@Nullable String province) {
        if (province == null || !STATE.matcher(province).matches()) {
            return null;
        }
        String harmonized = HARMONIZED.get(province);
        if (harmonized != null) {
            return List.of(new Tax("hst", harmonized, province));
        }
        Tax federal = new Tax("gst", "5.0", null);
        Tax provincial = CANADIAN_PROVINCES.get(province);
        return provincial == null ? List.of(federal) : List.of(federal, provincial);
    }
}
