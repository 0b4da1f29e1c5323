package io.tollgate.catalog.page;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.map;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.number;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.prose;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.catalog.model.OfferedMethods;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.List;

/** The payment settings of checkout pages and events. */
public final class CheckoutSchema {
    private static final int FEES_MAX = 50;
    private static final int OPTIONS_MAX = 10;
    private static final int PERCENTAGE_MAX = 1_000;

    private static final Field[] REMINDER = {
        bool("customizeEmail")
                .doc("Whether the reminder uses the texts below instead of the default ones.")
                .needed(),
        text("subject", 500)
                .doc("Subject of the e-mail, with the placeholders of `confirmationEmailSubject`.")
                .orNull(),
        PageSchema.html("body").doc("Message of the e-mail, as HTML with placeholders."),
        text("buttonText", 200)
                .doc("Text of the button that leads back to the checkout, with the same placeholders.")
                .orNull()
    };

    private static final Field ABANDONMENT = object(
                    "checkoutAbandonment",
                    bool("disableEmails")
                            .doc("Whether reminders are off for this page.")
                            .defaultsTo(false),
                    bool("showStoreLogo")
                            .doc("Whether reminders show the seller's logo.")
                            .defaultsTo(true),
                    bool("showStoreName")
                            .doc("Whether reminders show the seller's name.")
                            .defaultsTo(true),
                    map("emailReminders", Type.object(REMINDER))
                            .doc("Texts of the reminders, by name: `reminder1`, `reminder2`, `reminder3`.")
                            .readOnly()
                            .defaultsToJson("{}"),
                    object("emailReminders", reminder("reminder1"), reminder("reminder2"), reminder("reminder3"))
                            .doc("Texts of the reminders. Null for one of them restores its default text.")
                            .writeOnly()
                            .orNull())
            .doc("Reminders for buyers who left the checkout without ordering: after 1, 24 and 48 hours, if the "
                    + "account has `sendReminderEmails`.")
            .writable()
            .orNull();

    private static final Field TAX = object(
                    "tax",
                    bool("enabled")
                            .doc("Whether orders are taxed. If `true`, `mode` is `fixed` or `processor`.")
                            .needed()
                            .defaultsTo(false),
                    oneOf("mode", "none", "fixed", "processor")
                            .doc("`fixed`: by the tax rate in `fixedTaxRateIds`, or else by the seller's default "
                                    + "rate; 400 if there is none. `processor`: as the payment processor calculates. "
                                    + "`none`: if `enabled` is `false`.")
                            .defaultsTo("none"))
            .doc("How orders of the page are taxed.")
            .writable()
            .orNull();

    private static final Field PAYMENT_METHODS = object(
                    "paymentMethods",
                    object(
                                    "processor",
                                    object("card", CommonFields.ENABLED.defaultsTo(true))
                                            .doc("Cards.")
                                            .orNull(),
                                    object(
                                                    "agpay",
                                                    CommonFields.ENABLED.defaultsTo(true),
                                                    oneOf("mode", "default", "express")
                                                            .doc("`default`: among the other methods. `express`: as a "
                                                                    + "button before them.")
                                                            .defaultsTo("default"))
                                            .doc("Apple Pay and Google Pay.")
                                            .orNull(),
                                    object("multiple", CommonFields.ENABLED.defaultsTo(true))
                                            .doc("Further methods of the processor, besides cards and wallets.")
                                            .orNull())
                            .doc("Methods of the payment processor.")
                            .orNull())
            .doc("Payment methods that the page offers. null: all that the processor offers. If neither cards nor "
                    + "further methods are enabled, the page takes cards.")
            .writable()
            .orNull();

    static final Field PAYMENT_OPTIONS = list(
                    "paymentOptions",
                    OPTIONS_MAX,
                    oneOf("type", "full", "partial", "manual")
                            .doc("`full`: all at once. `partial`: a part at once. `manual`: nothing at once, and "
                                    + "payment outside of the processor.")
                            .needed(),
                    bool("enabled").doc("Whether buyers can choose the option.").defaultsTo(true),
                    text("name", 200).doc("Name that buyers see.").needed(),
                    prose("description", 5_000)
                            .doc("Description that buyers see when they choose.")
                            .orNull(),
                    prose("instructions", 5_000)
                            .doc("Instructions that buyers see after the order.")
                            .orNull(),
                    money("partialAmount")
                            .doc("For the type `partial`: amount to pay at once.")
                            .orNull(),
                    bool("showPaymentButton")
                            .doc("Whether buyers see the option on the page. If `false`, the page offers it only at "
                                    + "addresses with the query parameter `paymentOption`: `full`, `partial`, or the "
                                    + "`manualType`. The only option of a page is always shown. Bookings over the API "
                                    + "can use it.")
                            .defaultsTo(true),
                    oneOf("manualType", "invoice", "cash_on_delivery")
                            .doc("For the type `manual`: how the buyer pays.")
                            .orNull())
            .doc("How much buyers pay at once. Either one option is enabled, or `full` and one other. A list in a "
                    + "change replaces the former one. Options that a list does not name are added to it, disabled.")
            .writable()
            .orNull()
            .defaultsToJson("""
                    [ {
                      "type": "full", "enabled": true, "name": "Pay now", "description": null, "instructions": null,
                      "partialAmount": null, "showPaymentButton": true, "manualType": null
                    } ]
                    """);

    private CheckoutSchema() {}

    public static List<Field> of(PageKind kind) {
        return List.of(
                bool("showCouponCodeField")
                        .doc("Whether buyers can enter a coupon code.")
                        .writable()
                        .defaultsTo(false),
                oneOf("showCouponCodeFieldType", "link", "field")
                        .doc("Whether the coupon field is shown at once (`field`) or after a click on a `link`.")
                        .writable()
                        .defaultsTo("link"),
                bool("allowDynamicPrice")
                        .doc("Whether the query parameter `price` of the page's address can set the "
                                + "price, in the currency's "
                                + "smallest unit. It applies to the price that is selected at first, "
                                + "unless buyers "
                                + "choose its amount or it recurs.")
                        .writable()
                        .defaultsTo(false),
                bool("allowDynamicDiscountedFromPrice")
                        .doc("Whether the query parameter `discountedFromPrice` of the page's address can set the "
                                + "struck-through price, in the currency's smallest unit.")
                        .writable()
                        .defaultsTo(false),
                bool("allowDynamicTitle")
                        .doc("Whether the query parameter `title` of the page's address can set the title.")
                        .writable()
                        .defaultsTo(false),
                bool("allowDynamicDescription")
                        .doc("Whether the query parameter `description` of the page's address can set the description, "
                                + "as plain text.")
                        .writable()
                        .defaultsTo(false),
                bool("allowDynamicLabel")
                        .doc("Whether the query parameter `label` of the page's address can set the "
                                + "label of the price that "
                                + "is selected at first.")
                        .writable()
                        .defaultsTo(false),
                bool("allowDynamicPreselectedPrice")
                        .doc("Whether the query parameter `preselectedPrice` of the page's address "
                                + "can choose the price "
                                + "that is selected at first, by its id or its reference.")
                        .writable()
                        .defaultsTo(false),
                bool("allowDynamicRedirectUrl")
                        .doc("Whether the query parameter `redirectUrl` of the page's address can "
                                + "set the address to which "
                                + "buyers are sent after the purchase.")
                        .writable()
                        .defaultsTo(false),
                bool("savePaymentMethod")
                        .doc("Whether the payment method is saved for later charges, with a customer at the payment "
                                + "processor. Subscriptions always save it.")
                        .writable()
                        .defaultsTo(false),
                ABANDONMENT,
                TAX,
                PAYMENT_METHODS,
                PAYMENT_OPTIONS,
                fees(kind));
    }

    private static Field reminder(String name) {
        return object(name, REMINDER)
                .doc("Texts of one reminder. Null restores the default texts.")
                .orNull();
    }

    /** Responses contain the multipliers of both kinds of pages. Callers can set only the one that applies. */
    static Field fees(PageKind kind) {
        return list(
                        "fees",
                        FEES_MAX,
                        text("name", 200)
                                .doc("Name that buyers and invoices see.")
                                .needed(),
                        money("amount")
                                .doc("Fixed amount of the fee. Null if it is a percentage only.")
                                .orNull(),
                        number("percentage", 0, PERCENTAGE_MAX)
                                .doc("Percentage of the order after discounts: 3 means 3 %. Null if the fee is a "
                                        + "fixed amount only.")
                                .orNull(),
                        multiplier("multiplyByQuantity", kind),
                        multiplier("multiplyByTickets", kind),
                        bool("applyToSpecificPaymentMethods")
                                .doc("Whether the fee is only for orders that the processor collects, not for those "
                                        + "that are paid by invoice, on delivery or over the API. `paymentMethods` "
                                        + "then contains every method that the page offers, otherwise the response "
                                        + "is 400, because the method is not known when the order is priced. On a "
                                        + "page that offers only cards and wallets, it contains `card`.")
                                .defaultsTo(false),
                        Field.of(
                                        "paymentMethods",
                                        Type.list(0, OfferedMethods.NAMES.size(), Type.choice(OfferedMethods.NAMES)))
                                .doc("The payment methods, as the processor names them.")
                                .orNull())
                .doc("Fees that the page adds to an order. A list in a change replaces the former one.")
                .writable()
                .orNull();
    }

    private static Field multiplier(String name, PageKind kind) {
        String item = name.equals("multiplyByTickets") ? "ticket of an event" : "item of a checkout page's product";
        Field field = bool(name)
                .doc("Whether `amount` is charged for each " + item + ".")
                .defaultsTo(false);
        return name.equals(otherMultiplier(kind)) ? field.roundTripAlways() : field;
    }

    /** Returns the multiplier that callers cannot set on pages of this kind. */
    static String otherMultiplier(PageKind kind) {
        return kind == PageKind.EVENT ? "multiplyByQuantity" : "multiplyByTickets";
    }
}
