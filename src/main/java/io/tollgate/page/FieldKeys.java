package io.tollgate.page;

import io.tollgate.input.Key;
import io.tollgate.input.Value;
import java.util.ArrayList;
import java.util.List;

/** What bodies with fields of pages may hold. */
final class FieldKeys {
    /** How many fields a page may have. */
    static final int FIELDS_MAX = 100;

    private static final int OPTIONS_MAX = 500;
    private static final int COUNTRIES_MAX = 300;

    /** Of a field that a page is to have; {@code key} names it within the request only. */
    static final Key[] OF_NEW = keys(true);

    /** Of a change of a field; an option that is to stay the same one comes with its id. */
    static final Key[] OF_CHANGE = keys(false);

    private FieldKeys() {}

    private static Key[] keys(boolean isNew) {
        List<Key> keys = new ArrayList<>();
        Key label = Key.text("label", 200);
        keys.add(isNew ? label.needed() : label);
        if (isNew) {
            keys.add(Key.text("key", 100));
        }
        keys.addAll(List.of(
                Key.prose("description", 500).orNull(),
                Key.of("placeholder", Value.line(0, 200)).orNull(),
                Key.oneOf(
                        "element",
                        "checkbox quantity multiple-choice select multi-select po-number text textarea"
                                .concat(" number date-time date time address email tax-id phone country")
                                .split(" ")),
                type(),
                Key.list(
                                "options",
                                OPTIONS_MAX,
                                Key.text("label", 200).needed(),
                                Key.text("value", 200),
                                isNew ? Key.text("key", 100) : Key.id("id"))
                        .orNull(),
                Key.bool("required"),
                Key.integer("order", 0, 10_000),
                Key.text("reference", 36),
                Key.bool("hidden"),
                switched("defaultValue", Key.prose("value", 1_000).orNull()),
                showHideLogic(),
                switched("minValue", Key.of("value", Value.line(0, 100)).orNull()),
                switched("maxValue", Key.of("value", Value.line(0, 100)).orNull()),
                countries("limitAllowedCountries"),
                Key.bool("showSelectedDialCode"),
                Key.oneOf("collect", "billing", "billing_and_shipping").orNull(),
                Key.bool("collectShippingPhone"),
                countries("limitShippingCountries"),
                countries("limitBillingCountries"),
                Key.of("defaultCountry", country()).orNull()));
        return keys.toArray(new Key[0]);
    }

    private static Key type() {
        return Key.oneOf(
                "type",
                (" company-name po-number name first-name last-name email billing-email phone"
                                + " address-line1 address-line2 address-city address-state address-postal_code"
                                + " address-country shipping-name shipping-phone shipping-address-line1"
                                + " shipping-address-line2 shipping-address-city shipping-address-state"
                                + " shipping-address-postal_code shipping-address-country tax-id")
                        .split(" "));
    }

    /** What holds only while it is switched on. */
    private static Key switched(String name, Key value) {
        return Key.object(name, Key.bool("enabled"), value).orNull();
    }

    private static Key countries(String name) {
        return switched(
                name,
                Key.of("countries", Value.list(0, COUNTRIES_MAX, country())).orNull());
    }

    private static Value country() {
        return Value.matching(2, 2, "[A-Z]{2}", "must be a country of two letters in upper case");
    }

    private static Key showHideLogic() {
        return Key.object(
                        "showHideLogic",
                        Key.bool("enabled"),
                        Key.oneOf("comparison", "is", "is_not", "is_empty", "is_not_empty"),
                        Key.of("value", Value.line(0, 200)).orNull(),
                        Key.object(
                                        "element",
                                        Key.text("elementTitle", 200).orNull(),
                                        Key.oneOf("elementType", "field").orNull(),
                                        Key.text("elementId", 100).orNull())
                                .orNull())
                .orNull();
    }
}
