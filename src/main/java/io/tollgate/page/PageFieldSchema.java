package io.tollgate.page;

import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.choice;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.prose;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import io.tollgate.schema.Field;
import io.tollgate.schema.Schema;
import io.tollgate.schema.Type;
import io.tollgate.schema.View;
import java.util.List;

/** A field of a page, which the buyer fills in. */
public final class PageFieldSchema {
    /** How many fields a page may have. */
    static final int FIELDS_MAX = 100;

    static final int REFERENCE_MAX = 36;

    private static final int OPTIONS_MAX = 500;
    private static final int COUNTRIES_MAX = 300;

    private static final List<String> ELEMENTS =
            List.of(("checkbox quantity multiple-choice select multi-select po-number text textarea"
                            + " number date-time date time address email tax-id phone country")
                    .split(" "));

    /** The first one is empty: a field without a type of its own. */
    private static final List<String> TYPES =
            List.of((" company-name po-number name first-name last-name email billing-email phone"
                            + " address-line1 address-line2 address-city address-state address-postal_code"
                            + " address-country shipping-name shipping-phone shipping-address-line1"
                            + " shipping-address-line2 shipping-address-city shipping-address-state"
                            + " shipping-address-postal_code shipping-address-country tax-id")
                    .split(" "));

    private static final Type COUNTRY =
            Type.matching(2, 2, "[A-Z]{2}", "must be a country of two letters in upper case");

    private static final Field OPTIONS = list(
                    "options",
                    OPTIONS_MAX,
                    // An option that is sent with its id stays the same one.
                    id("id").always().in(View.READ, View.CHANGE),
                    text("label", 200).always().needed(),
                    text("value", 200).always(),
                    text("key", 100).createOnly())
            .writable()
            .orNull();

    private static final Field SHOW_HIDE_LOGIC = object(
                    "showHideLogic",
                    bool("enabled").defaultsTo(false),
                    oneOf("comparison", "is", "is_not", "is_empty", "is_not_empty")
                            .defaultsTo("is"),
                    Field.of("value", Type.line(0, 200)).orNull(),
                    object(
                                    "element",
                                    text("elementTitle", 200).orNull(),
                                    choice("elementType", List.of("field"))
                                            .orNull()
                                            .defaultsTo("field"),
                                    id("elementId").readOnly(),
                                    text("elementId", 100).orNull().writeOnly())
                            .orNull())
            .writable()
            .orNull();

    public static final Schema SCHEMA = Schema.of(
            id("id").always(),
            text("label", 200).always().writable().needed(),
            // Names the field within the request that creates it.
            text("key", 100).createOnly(),
            prose("description", 500).writable().orNull(),
            Field.of("placeholder", Type.line(0, 200)).writable().orNull(),
            choice("element", ELEMENTS).always().writable().defaultsTo("text"),
            choice("type", TYPES).always().writable().defaultsTo(""),
            OPTIONS,
            bool("required").always().writable().defaultsTo(false),
            integer("order", 0, 10_000).always().writable().defaultsTo(0),
            text("reference", REFERENCE_MAX).always().writable(),
            bool("hidden").always().writable().defaultsTo(false),
            switched("defaultValue", prose("value", 1_000)),
            SHOW_HIDE_LOGIC,
            switched("minValue", Field.of("value", Type.line(0, 100)))
                    .doc("The least number, number of options (`multi-select`) or length of text (`text`, "
                            + "`textarea`), while `enabled` is true."),
            switched("maxValue", Field.of("value", Type.line(0, 100)))
                    .doc("The greatest number, number of options (`multi-select`) or length of text (`text`, "
                            + "`textarea`), while `enabled` is true."),
            countries("limitAllowedCountries"),
            bool("showSelectedDialCode").writable().defaultsTo(false),
            oneOf("collect", "billing", "billing_and_shipping")
                    .doc("What a field of the element `address` asks for.")
                    .writable()
                    .orNull(),
            bool("collectShippingPhone").writable().defaultsTo(false),
            countries("limitShippingCountries"),
            countries("limitBillingCountries"),
            Field.of("defaultCountry", COUNTRY).writable().orNull().defaultsTo("US"),
            time("createdAt"),
            time("updatedAt"));

    private PageFieldSchema() {}

    /** A setting with a switch; its value applies only while the switch is on. */
    private static Field switched(String name, Field value) {
        return object(name, bool("enabled").defaultsTo(false), value.orNull())
                .writable()
                .orNull();
    }

    private static Field countries(String name) {
        return switched(name, Field.of("countries", Type.list(0, COUNTRIES_MAX, COUNTRY)));
    }
}
