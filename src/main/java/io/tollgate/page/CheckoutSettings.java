package io.tollgate.page;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.list;
import static io.tollgate.resource.Field.map;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.number;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.texts;

import io.tollgate.resource.Field;
import io.tollgate.resource.Type;
import java.util.List;

/** How a page takes money: what checkout pages and events have in common. */
public final class CheckoutSettings {
    private CheckoutSettings() {}

    private static final Field ABANDONMENT = object(
            "checkoutAbandonment",
            bool("disableEmails"),
            bool("showStoreLogo"),
            bool("showStoreName"),
            map(
                    "emailReminders",
                    Type.object(bool("customizeEmail"), text("subject"), text("body"), text("buttonText"))));

    public static final List<Field> FIELDS = List.of(
            bool("showCouponCodeField"),
            oneOf("showCouponCodeFieldType", "link", "field"),
            bool("allowDynamicPrice"),
            bool("allowDynamicDiscountedFromPrice"),
            bool("allowDynamicTitle"),
            bool("allowDynamicDescription"),
            bool("allowDynamicLabel"),
            bool("allowDynamicPreselectedPrice"),
            bool("allowDynamicRedirectUrl"),
            bool("savePaymentMethod"),
            ABANDONMENT,
            object("tax", bool("enabled"), oneOf("mode", "none", "fixed", "processor")),
            object(
                    "paymentMethods",
                    object(
                            "processor",
                            object("card", bool("enabled")),
                            object("agpay", bool("enabled"), oneOf("mode", "default", "express")),
                            object("multiple", bool("enabled")))),
            list(
                    "paymentOptions",
                    oneOf("type", "full", "partial", "manual"),
                    bool("enabled"),
                    text("name"),
                    text("description"),
                    text("instructions"),
                    money("partialAmount"),
                    bool("showPaymentButton"),
                    oneOf("manualType", "invoice", "cash_on_delivery")),
            list(
                    "fees",
                    text("name"),
                    money("amount"),
                    number("percentage"),
                    bool("multiplyByQuantity"),
                    bool("multiplyByTickets"),
                    bool("applyToSpecificPaymentMethods"),
                    texts("paymentMethods")));
}
