package io.tollgate.page;

import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.map;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.number;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.prose;
import static io.tollgate.schema.Field.text;

import io.tollgate.schema.Field;
import io.tollgate.schema.Type;
import java.util.List;

/** The settings of pages that take money: checkout pages and events. */
public final class CheckoutSchema {
    private static final int FEES_MAX = 50;
    private static final int OPTIONS_MAX = 10;
    private static final int PERCENTAGE_MAX = 1_000;

    private static final List<String> METHODS = List.of(("acss_debit affirm afterpay_clearpay alipay amazon_pay"
                    + " au_becs_debit bacs_debit bancontact blik boleto card card_present cashapp customer_balance"
                    + " eps fpx giropay grabpay ideal interac_present klarna konbini link mobilepay multibanco oxxo"
                    + " p24 paynow paypal pix promptpay revolut_pay sepa_debit sofort swish twint us_bank_account"
                    + " wechat_pay zip")
            .split(" "));

    private static final Field[] REMINDER = {
        bool("customizeEmail").needed(),
        text("subject", 500).orNull(),
        PageSchema.html("body"),
        text("buttonText", 200).orNull()
    };

    private static final Field ABANDONMENT = object(
                    "checkoutAbandonment",
                    bool("disableEmails").defaultsTo(false),
                    bool("showStoreLogo").defaultsTo(true),
                    bool("showStoreName").defaultsTo(true),
                    map("emailReminders", Type.object(REMINDER)).readOnly().defaultsToJson("{}"),
                    object("emailReminders", reminder("reminder1"), reminder("reminder2"), reminder("reminder3"))
                            .writeOnly()
                            .orNull())
            .writable()
            .orNull();

    private static final Field TAX = object(
                    "tax",
                    bool("enabled").needed().defaultsTo(false),
                    oneOf("mode", "none", "fixed", "processor").defaultsTo("none"))
            .writable()
            .orNull();

    private static final Field PAYMENT_METHODS = object(
                    "paymentMethods",
                    object(
                                    "processor",
                                    object("card", bool("enabled").defaultsTo(true))
                                            .orNull(),
                                    object(
                                                    "agpay",
                                                    bool("enabled").defaultsTo(true),
                                                    oneOf("mode", "default", "express")
                                                            .defaultsTo("default"))
                                            .orNull(),
                                    object("multiple", bool("enabled").defaultsTo(true))
                                            .orNull())
                            .orNull())
            .writable()
            .orNull();

    static final Field PAYMENT_OPTIONS = list(
                    "paymentOptions",
                    OPTIONS_MAX,
                    oneOf("type", "full", "partial", "manual").needed(),
                    bool("enabled").defaultsTo(true),
                    text("name", 200).needed(),
                    prose("description", 5_000).orNull(),
                    prose("instructions", 5_000).orNull(),
                    money("partialAmount").orNull(),
                    bool("showPaymentButton").defaultsTo(true),
                    oneOf("manualType", "invoice", "cash_on_delivery").orNull())
            .doc("How buyers may pay: one way, or `full` and one of the others.")
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
                bool("showCouponCodeField").writable().defaultsTo(false),
                oneOf("showCouponCodeFieldType", "link", "field").writable().defaultsTo("link"),
                bool("allowDynamicPrice").writable().defaultsTo(false),
                bool("allowDynamicDiscountedFromPrice").writable().defaultsTo(false),
                bool("allowDynamicTitle").writable().defaultsTo(false),
                bool("allowDynamicDescription").writable().defaultsTo(false),
                bool("allowDynamicLabel").writable().defaultsTo(false),
                bool("allowDynamicPreselectedPrice").writable().defaultsTo(false),
                bool("allowDynamicRedirectUrl").writable().defaultsTo(false),
                bool("savePaymentMethod").writable().defaultsTo(false),
                ABANDONMENT,
                TAX,
                PAYMENT_METHODS,
                PAYMENT_OPTIONS,
                fees(kind));
    }

    private static Field reminder(String name) {
        return object(name, REMINDER).orNull();
    }

    /** Fees are read with the multipliers of all kinds of pages. Callers can set the one of the kind. */
    static Field fees(PageKind kind) {
        return list(
                        "fees",
                        FEES_MAX,
                        text("name", 200).needed(),
                        money("amount").orNull(),
                        number("percentage", 0, PERCENTAGE_MAX).orNull(),
                        multiplier("multiplyByQuantity", kind),
                        multiplier("multiplyByTickets", kind),
                        bool("applyToSpecificPaymentMethods").defaultsTo(false),
                        Field.of("paymentMethods", Type.list(0, METHODS.size(), Type.choice(METHODS)))
                                .orNull())
                .writable()
                .orNull();
    }

    private static Field multiplier(String name, PageKind kind) {
        Field field = bool(name).defaultsTo(false);
        return name.equals(otherMultiplier(kind)) ? field.roundTripAlways() : field;
    }

    /** The multiplier that fees of this kind of page cannot set. */
    static String otherMultiplier(PageKind kind) {
        return kind == PageKind.EVENT ? "multiplyByQuantity" : "multiplyByTickets";
    }
}
