package io.tollgate.page;

import io.tollgate.input.Key;
import io.tollgate.input.Value;
import java.util.List;
import java.util.Objects;

/** What bodies of pages that take money may hold beside what all pages have. */
final class CheckoutKeys {
    private static final int FEES_MAX = 50;
    private static final int OPTIONS_MAX = 10;
    private static final int PERCENTAGE_MAX = 1_000;

    private static final List<String> METHODS = List.of(("acss_debit affirm afterpay_clearpay alipay amazon_pay"
                    + " au_becs_debit bacs_debit bancontact blik boleto card card_present cashapp customer_balance"
                    + " eps fpx giropay grabpay ideal interac_present klarna konbini link mobilepay multibanco oxxo"
                    + " p24 paynow paypal pix promptpay revolut_pay sepa_debit sofort swish twint us_bank_account"
                    + " wechat_pay zip")
            .split(" "));

    private CheckoutKeys() {}

    static List<Key> of(PageKind kind) {
        return List.of(
                Key.bool("showCouponCodeField"),
                Key.oneOf("showCouponCodeFieldType", "link", "field"),
                Key.bool("allowDynamicPrice"),
                Key.bool("allowDynamicDiscountedFromPrice"),
                Key.bool("allowDynamicTitle"),
                Key.bool("allowDynamicDescription"),
                Key.bool("allowDynamicLabel"),
                Key.bool("allowDynamicPreselectedPrice"),
                Key.bool("allowDynamicRedirectUrl"),
                Key.bool("savePaymentMethod"),
                abandonment(),
                Key.object("tax", Key.bool("enabled").needed(), Key.oneOf("mode", "none", "fixed", "processor"))
                        .orNull(),
                paymentMethods(),
                paymentOptions(),
                fees(Objects.requireNonNull(kind.feeMultiplier())));
    }

    /** Fees are read with the multipliers of all kinds; each kind has one that can be set. */
    static String otherMultiplier(PageKind kind) {
        return kind == PageKind.EVENT ? "multiplyByQuantity" : "multiplyByTickets";
    }

    /** What is read of how a page takes money, and cannot be set. */
    static RoundTrip roundTrip(PageKind kind) {
        return kind.takesMoney()
                ? RoundTrip.NOTHING.with("fees", Key.bool(otherMultiplier(kind)).orNull())
                : RoundTrip.NOTHING;
    }

    private static Key abandonment() {
        return Key.object(
                        "checkoutAbandonment",
                        Key.bool("disableEmails"),
                        Key.bool("showStoreLogo"),
                        Key.bool("showStoreName"),
                        Key.object(
                                        "emailReminders",
                                        reminder("reminder1"),
                                        reminder("reminder2"),
                                        reminder("reminder3"))
                                .orNull())
                .orNull();
    }

    private static Key reminder(String name) {
        return Key.object(
                        name,
                        Key.bool("customizeEmail").needed(),
                        Key.text("subject", 500).orNull(),
                        PageKeys.html("body"),
                        Key.text("buttonText", 200).orNull())
                .orNull();
    }

    private static Key paymentMethods() {
        return Key.object(
                        "paymentMethods",
                        Key.object(
                                        "processor",
                                        Key.object("card", Key.bool("enabled")).orNull(),
                                        Key.object(
                                                        "agpay",
                                                        Key.bool("enabled"),
                                                        Key.oneOf("mode", "default", "express"))
                                                .orNull(),
                                        Key.object("multiple", Key.bool("enabled"))
                                                .orNull())
                                .orNull())
                .orNull();
    }

    private static Key paymentOptions() {
        return Key.list(
                        "paymentOptions",
                        OPTIONS_MAX,
                        Key.oneOf("type", "full", "partial", "manual").needed(),
                        Key.text("name", 200).needed(),
                        Key.bool("enabled"),
                        Key.prose("description", 5_000).orNull(),
                        Key.prose("instructions", 5_000).orNull(),
                        Key.money("partialAmount").orNull(),
                        Key.bool("showPaymentButton"),
                        Key.oneOf("manualType", "invoice", "cash_on_delivery").orNull())
                .orNull();
    }

    private static Key fees(String multiplier) {
        return Key.list(
                        "fees",
                        FEES_MAX,
                        Key.text("name", 200).needed(),
                        Key.money("amount").orNull(),
                        Key.number("percentage", 0, PERCENTAGE_MAX).orNull(),
                        Key.bool(multiplier),
                        Key.bool("applyToSpecificPaymentMethods"),
                        Key.of("paymentMethods", Value.list(0, METHODS.size(), Value.oneOf(METHODS)))
                                .orNull())
                .orNull();
    }
}
