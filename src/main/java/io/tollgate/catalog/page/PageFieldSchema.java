package io.tollgate.catalog.page;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.choice;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.prose;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.schema.View;
import java.util.List;

/** The declared settings of a page field, which buyers fill in. */
public final class PageFieldSchema {
    /** Maximum number of fields of a page. */
    static final int FIELDS_MAX = 100;

    static final int REFERENCE_MAX = 36;

    private static final int OPTIONS_MAX = 500;
    private static final int COUNTRIES_MAX = 300;

    private static final List<String> ELEMENTS =
            List.of(("checkbox quantity multiple-choice select multi-select po-number text textarea"
                            + " number date-time date time address email tax-id phone country file")
                    .split(" "));

    /** The allowed types. The first one is empty, for fields without a special meaning. */
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
                    id("id").doc("Id of the option. In a change, an option with the id of a stored option replaces "
                                    + "it; an option without an id is new.")
                            .always()
                            .in(View.READ, View.CHANGE),
                    text("label", 200)
                            .doc("Text of the option. Answers name options by their labels.")
                            .always()
                            .needed(),
                    text("value", 200)
                            .doc("Value of the option, unique within the field. Defaults to the label.")
                            .always(),
                    CommonFields.key(100).createOnly())
            .doc("Options to choose from, in the order shown. Only for the elements `select`, `multiple-choice` and "
                    + "`multi-select`, which require them.")
            .writable()
            .orNull();

    private static final Field SHOW_HIDE_LOGIC = object(
                    "showHideLogic",
                    CommonFields.ENABLED.defaultsTo(false),
                    oneOf("comparison", "is", "is_not", "is_empty", "is_not_empty")
                            .doc("How the answer is compared with `value`. A `checkbox` takes only `is` and `is_not`.")
                            .defaultsTo("is"),
                    Field.of("value", Type.line(0, 200))
                            .doc("The answer to compare with: the id of an option, or for a checkbox `TRUE` or "
                                    + "`FALSE`. Requests may also name an option by its key. Null for `is_empty` and "
                                    + "`is_not_empty`.")
                            .orNull(),
                    object(
                                    "element",
                                    text("elementTitle", 200)
                                            .doc("Label of that field.")
                                            .orNull(),
                                    choice("elementType", List.of("field"))
                                            .doc("Always `field`.")
                                            .orNull()
                                            .defaultsTo("field"),
                                    id("elementId").doc("Id of that field.").readOnly(),
                                    text("elementId", 100)
                                            .doc("Id or `key` of that field.")
                                            .orNull()
                                            .writeOnly())
                            .doc("The field whose answer is compared: a `select`, `multiple-choice` or `checkbox` of "
                                    + "the same page.")
                            .orNull())
            .doc("Shows the field only if another field has a certain answer. Null: the field is always shown.")
            .writable()
            .orNull();

    public static final Schema SCHEMA = Schema.of(
            CommonFields.ID.always(),
            text("label", 200)
                    .doc("Label that buyers see. Answers repeat it.")
                    .always()
                    .writable()
                    .needed(),
            CommonFields.key(100).createOnly(),
            prose("description", 500)
                    .doc("Help text below the label.")
                    .writable()
                    .orNull(),
            Field.of("placeholder", Type.line(0, 200))
                    .doc("Text shown while the field is empty.")
                    .writable()
                    .orNull(),
            choice("element", ELEMENTS)
                    .doc("The input that buyers see, such as a line of text, a choice or an address. With `file`, "
                            + "they upload files.")
                    .always()
                    .writable()
                    .defaultsTo("text"),
            choice("type", TYPES)
                    .doc("Meaning of the answer, such as a name, an e-mail address or a part of an address. Empty: "
                            + "text without a special meaning.")
                    .always()
                    .writable()
                    .defaultsTo(""),
            OPTIONS,
            bool("required")
                    .doc("Whether a purchase or submission needs an answer.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            integer("order", 0, 10_000)
                    .doc("Position of the field on the page, from 0.")
                    .always()
                    .writable()
                    .defaultsTo(0),
            text("reference", REFERENCE_MAX)
                    .doc("Name of the field for programs, unique on the page, such as `customer_name`. Derived from "
                            + "the type or the label if not sent.")
                    .always()
                    .writable(),
            bool("hidden")
                    .doc("Whether the field is hidden from buyers. A hidden field needs no answer.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            switched(
                            "defaultValue",
                            prose("value", 1_000)
                                    .doc("Value of the setting. It applies only while `enabled` is `true`."))
                    .doc("Answer that is filled in at first."),
            SHOW_HIDE_LOGIC,
            switched(
                            "minValue",
                            Field.of("value", Type.line(0, 100))
                                    .doc("Value of the setting. It applies only while `enabled` is `true`."))
                    .doc("Least number (`number`, `quantity`), number of options (`multi-select`), number of files "
                            + "(`file`) or length of text (`text`, `textarea`), while `enabled` is `true`."),
            switched(
                            "maxValue",
                            Field.of("value", Type.line(0, 100))
                                    .doc("Value of the setting. It applies only while `enabled` is `true`."))
                    .doc("Greatest number (`number`, `quantity`), number of options (`multi-select`), number of files "
                            + "(`file`, at most 10) or length of text (`text`, `textarea`), while `enabled` is "
                            + "`true`. Without it, a `file` field takes one file."),
            countries("limitAllowedCountries")
                    .doc("Countries that a field of the element `country` accepts, while `enabled` is `true`."),
            bool("showSelectedDialCode")
                    .doc("Whether a `phone` field asks for the country and shows its dial code. The answer is then the "
                            + "number with the dial code, such as `+491711234567`.")
                    .writable()
                    .defaultsTo(false),
            oneOf("collect", "billing", "billing_and_shipping")
                    .doc("Addresses that a field of the element `address` asks for.")
                    .writable()
                    .orNull(),
            bool("collectShippingPhone")
                    .doc("Whether an `address` field also asks for the recipient's phone number.")
                    .writable()
                    .defaultsTo(false),
            countries("limitShippingCountries")
                    .doc("Countries to which an `address` field accepts shipping, while `enabled` is `true`."),
            countries("limitBillingCountries")
                    .doc("Countries of billing addresses that an `address` field accepts, while `enabled` is `true`."),
            Field.of("defaultCountry", COUNTRY)
                    .doc("Country that is selected at first. ISO 3166-1, two upper-case letters.")
                    .writable()
                    .orNull()
                    .defaultsTo("US"),
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    private PageFieldSchema() {}

    /** Returns a setting whose value applies only while {@code enabled} is true. */
    private static Field switched(String name, Field value) {
        return object(name, CommonFields.ENABLED.defaultsTo(false), value.orNull())
                .writable()
                .orNull();
    }

    private static Field countries(String name) {
        return switched(
                name,
                Field.of("countries", Type.list(0, COUNTRIES_MAX, COUNTRY))
                        .doc("ISO 3166-1 codes of the countries, two upper-case letters each."));
    }
}
