package io.tollgate.dashboard;

import static io.tollgate.dashboard.EditorPart.list;
import static io.tollgate.dashboard.EditorPart.of;

import java.util.List;

/** What the sections ask for about what a page sells. */
final class EditorOfferParts {
    private EditorOfferParts() {}

    static List<EditorPart> product() {
        return List.of(
                of("title", "Title", "Buyers and invoices see it."),
                of("description", "Description", "Text or HTML."),
                list(
                        "prices",
                        "Prices",
                        "All prices have one currency.",
                        "price",
                        of(
                                "currency",
                                "Currency",
                                "Three letters, such as eur. Check variants and fees after a change."),
                        of("amount", "Amount"),
                        of("label", "Name", "Buyers see it if there are several prices."),
                        of("badge", "Badge", "Such as: Most popular."),
                        of("discountedFromPrice", "Former price", "Shown struck through."),
                        of("payWhatYouWant", "Buyers choose the amount", "At least the amount above."),
                        of("pwywSuggestedPrice", "Suggested amount"),
                        of("recurring.interval", "Subscription: charged every"),
                        of("recurring.intervalCount", "Subscription: number of intervals", "1 for each interval."),
                        of("recurring.trialPeriodDays", "Subscription: days of trial"),
                        of("paymentPlan.interval", "Installments: charged every"),
                        of("paymentPlan.intervalCount", "Installments: number of intervals", "1 for each interval."),
                        of("paymentPlan.planIterations", "Installments: number of payments"),
                        of("setupFee", "Setup fee", "Charged once, with the first payment."),
                        of("enabled", "Buyers can choose it").first("true")),
                of("hasUnlimitedStock", "Unlimited stock"),
                of("stock", "Items left", "For a limited stock."),
                of("sku", "SKU"),
                of("limitPayments.enabled", "Each e-mail address can buy it only once"),
                of("generateLicenseKeys", "Each purchase gets a license key"));
    }

    static List<EditorPart> variants() {
        return List.of(
                of("variantsRequired", "Orders must choose an option of every variant"),
                list(
                        "variants",
                        "Variants",
                        "Choices such as size or color.",
                        "variant",
                        of("name", "Name"),
                        of("selectionType", "Buyers choose").first("single"),
                        of("required", "Required"),
                        of("status", "Status").first("enabled"),
                        of("manageVariantOptionStock", "Options have a limited stock"),
                        list(
                                "options",
                                "Options",
                                "",
                                "option",
                                of("name", "Name"),
                                of("additionalChargeAmount", "Additional charge"),
                                of("stock", "Left"),
                                of("sku", "SKU"),
                                of("status", "Status").first("enabled"))));
    }

    static List<EditorPart> tickets() {
        return List.of(list(
                        "ticketGroups",
                        "Ticket groups",
                        "Parts of the event, such as stalls and balcony. Sold tickets of a removed group stay valid.",
                        "group",
                        of("name", "Name"),
                        of("description", "Description", "Text or HTML."),
                        of("capacity", "Tickets in total", "Empty: no limit."),
                        of("ticketSelectionType", "Buyers choose").first("quantity"),
                        of("status", "Status").first("enabled"),
                        list(
                                        "ticketTypes",
                                        "Tickets",
                                        "",
                                        "ticket",
                                        of("name", "Name"),
                                        of("description", "Description", "Text or HTML."),
                                        of("pricing", "Pricing").first("paid"),
                                        of("price", "Price", "The least amount if buyers choose it."),
                                        of("discountedFromPrice", "Former price", "Shown struck through."),
                                        of("feeAmount", "Fee", "In addition to the price."),
                                        of("capacity", "Number of tickets", "Empty: no limit."),
                                        of("maxQuantity", "Most in one order"),
                                        of("availabilityBehavior", "On sale").first("always_available"),
                                        of("saleStartOn", "Sale starts"),
                                        of("saleEndOn", "Sale ends"),
                                        of("status", "Status").first("enabled"))
                                .unordered())
                .unordered());
    }

    static List<EditorPart> payment(RecordList list) {
        boolean event = list == RecordList.EVENTS;
        return List.of(
                list(
                        "paymentOptions",
                        "Payment options",
                        "Either one option is enabled, or the full payment and one other.",
                        "option",
                        of("type", "Kind").first("full"),
                        of("name", "Name"),
                        of("enabled", "Buyers can choose it").first("true"),
                        of("description", "Description"),
                        of("instructions", "Instructions after the order"),
                        of("partialAmount", "Amount to pay at once", "For a part payment."),
                        of("manualType", "How the buyer pays", "For a payment outside of the processor."),
                        of("showPaymentButton", "Shown on the page").first("true")),
                of("paymentMethods.processor.card.enabled", "Cards").first("true"),
                of("paymentMethods.processor.agpay.enabled", "Apple Pay and Google Pay")
                        .first("true"),
                of("paymentMethods.processor.multiple.enabled", "Further methods of the processor")
                        .first("true"),
                list(
                        "fees",
                        "Fees",
                        "Added to each order.",
                        "fee",
                        of("name", "Name"),
                        of("amount", "Amount"),
                        of("percentage", "Percent of the order"),
                        of(
                                event ? "multiplyByTickets" : "multiplyByQuantity",
                                event ? "The amount is for each ticket" : "The amount is for each item")),
                of("savePaymentMethod", "Save the payment method for later charges"));
    }

    static List<EditorPart> coupons(RecordList list) {
        EditorPart shown = of("showCouponCodeField", "Buyers can enter a coupon code");
        EditorPart kind = of("showCouponCodeFieldType", "Shown as");
        if (list == RecordList.CHECKOUT_PAGES) {
            return List.of(shown, kind);
        }
        return List.of(
                shown,
                kind,
                list(
                        "eventDetails.discounts",
                        "Discounts by the number of tickets",
                        "",
                        "discount",
                        of("quantityCondition", "What is counted").first("total_quantity"),
                        of("minQuantity", "From"),
                        of("maxQuantity", "To", "Empty: no maximum."),
                        of("percentOff", "Percent off"),
                        of("amountOff", "Amount off", "Instead of a percentage.")));
    }
}
