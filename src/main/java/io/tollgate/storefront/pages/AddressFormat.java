package io.tollgate.storefront.pages;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How addresses of a country are written: which parts follow the street and in which order, how they are called, and
 * which of them an address needs.
 *
 * @param order {@code C} for the city, {@code S} for the state or province, {@code Z} for the postal code
 * @param required the parts that an address needs
 * @param state key of the label of the state
 * @param postalCode key of the label of the postal code
 */
record AddressFormat(String order, String required, String state, String postalCode) {
    private static final String ANY_STATE = "address.state";
    private static final String STATE = "address.stateOnly";
    private static final String PROVINCE = "address.province";
    private static final String COUNTY = "address.county";
    private static final String PREFECTURE = "address.prefecture";
    private static final String ANY_CODE = "address.postalCode";
    private static final String ZIP = "address.zip";
    private static final String POSTCODE = "address.postcode";
    private static final Pattern SPACE = Pattern.compile(" ");

    /** The format of countries that are not listed: all parts, and none of them needed. */
    private static final AddressFormat OTHER = new AddressFormat("ZCS", "", ANY_STATE, ANY_CODE);

    private static final Map<String, AddressFormat> FORMATS = formats();

    private static Map<String, AddressFormat> formats() {
        Map<String, AddressFormat> all = new LinkedHashMap<>();
        put(all, "US", new AddressFormat("CSZ", "CSZ", STATE, ZIP));
        put(all, "CA", new AddressFormat("CSZ", "CSZ", PROVINCE, ANY_CODE));
        put(all, "AU", new AddressFormat("CSZ", "CSZ", STATE, POSTCODE));
        put(all, "GB", new AddressFormat("CZ", "CZ", COUNTY, POSTCODE));
        put(all, "IE", new AddressFormat("CSZ", "C", COUNTY, POSTCODE));
        put(all, "NZ ZA", new AddressFormat("CZ", "CZ", PROVINCE, POSTCODE));
        put(
                all,
                "AT BE CH CZ DE DK EE FI FR GR HR HU LT LU LV NL NO PL PT RS SE SI SK",
                new AddressFormat("ZC", "ZC", ANY_STATE, ANY_CODE));
        put(all, "ES IT", new AddressFormat("ZCS", "ZCS", PROVINCE, ANY_CODE));
        put(all, "RO TR", new AddressFormat("ZCS", "ZC", PROVINCE, ANY_CODE));
        put(all, "BR", new AddressFormat("CSZ", "CSZ", STATE, ANY_CODE));
        put(all, "MX", new AddressFormat("ZCS", "ZCS", STATE, ANY_CODE));
        put(all, "AR", new AddressFormat("ZCS", "C", PROVINCE, ANY_CODE));
        put(all, "IN", new AddressFormat("CSZ", "CSZ", STATE, ANY_CODE));
        put(all, "JP", new AddressFormat("ZSC", "ZS", PREFECTURE, ANY_CODE));
        put(all, "CN KR", new AddressFormat("SCZ", "SC", PROVINCE, ANY_CODE));
        put(all, "IL TW", new AddressFormat("CZ", "C", ANY_STATE, ANY_CODE));
        put(all, "SG", new AddressFormat("Z", "Z", ANY_STATE, ANY_CODE));
        put(all, "HK", new AddressFormat("C", "", ANY_STATE, ANY_CODE));
        put(all, "AE", new AddressFormat("CS", "S", ANY_STATE, ANY_CODE));
        put(all, "SA EG MA TN", new AddressFormat("ZC", "C", ANY_STATE, ANY_CODE));
        return Map.copyOf(all);
    }

    private static void put(Map<String, AddressFormat> all, String countries, AddressFormat format) {
        SPACE.splitAsStream(countries).forEach(country -> all.put(country, format));
    }

    /** @param country code of the country; null if none is selected */
    static AddressFormat of(@Nullable String country) {
        return country == null ? OTHER : FORMATS.getOrDefault(country, OTHER);
    }

    /** Returns the names of all parts, those of the format first and in its order. */
    List<String> parts() {
        StringBuilder all = new StringBuilder(order);
        for (String part : List.of("Z", "C", "S")) {
            all.append(order.contains(part) ? "" : part);
        }
        return all.chars().mapToObj(part -> name((char) part)).toList();
    }

    static String name(char part) {
        return switch (part) {
            case 'C' -> "city";
            case 'S' -> "state";
            default -> "postalCode";
        };
    }

    boolean needs(String part) {
        return required.chars().anyMatch(one -> name((char) one).equals(part));
    }

    /** Returns the key of the label of a part. */
    String label(String part) {
        return switch (part) {
            case "state" -> state;
            case "postalCode" -> postalCode;
            default -> "address." + part;
        };
    }

    /**
     * Returns all formats for the script of the page, which follows the selected country: entries such as {@code
     * US=CSZ|CSZ|State|ZIP code}, separated by semicolons. The entry without a country is for all others.
     */
    static String all(Messages messages) {
        StringBuilder all = new StringBuilder();
        FORMATS.forEach((country, format) -> append(all, country, format, messages));
        append(all, "", OTHER, messages);
        return all.toString();
    }

    private static void append(StringBuilder all, String country, AddressFormat format, Messages messages) {
        all.append(country)
                .append('=')
                .append(format.order)
                .append('|')
                .append(format.required)
                .append('|')
                .append(messages.text(format.state))
                .append('|')
                .append(messages.text(format.postalCode))
                .append(';');
    }
}
