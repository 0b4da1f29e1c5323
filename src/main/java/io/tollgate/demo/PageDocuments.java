package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of a page's document that kinds of pages share. */
final class PageDocuments {
    /** What buyers who pay a deposit pay at once. */
    static final long DEPOSIT = 1000;

    private PageDocuments() {}

    /** What sets one page apart from the next. */
    record About(
            String id,
            String sellerId,
            String type,
            String name,
            String slug,
            String status,
            boolean testmode,
            String locale,
            @Nullable String title,
            String description,
            ObjectNode image,
            List<Question> questions,
            List<ObjectNode> funnelSteps,
            long createdAt,
            long updatedAt) {}

    static ObjectNode page(About about) {
        ObjectNode page = Json.of(
                "id", about.id(),
                "sellerId", about.sellerId(),
                "type", about.type(),
                "name", about.name(),
                "slug", about.slug(),
                "status", about.status(),
                "testmode", about.testmode(),
                "testmodeEnabledAt", about.testmode() ? Moments.iso(about.createdAt()) : null,
                "images", Json.list(about.image()),
                "locale", about.locale(),
                "fields", Questions.documents(about.questions()),
                "customizeCheckoutConfirmation", true,
                "closePopupOnClickOutside", false,
                "funnelSteps", about.funnelSteps(),
                "createdAt", Moments.iso(about.createdAt()),
                "updatedAt", Moments.iso(about.updatedAt()),
                "title", about.title(),
                "description", about.title() == null ? null : about.description(),
                "descriptionHtml", about.title() == null ? null : "<p>" + about.description() + "</p>");
        return afterwards(page, about);
    }

    private static ObjectNode afterwards(ObjectNode page, About about) {
        boolean redirects = about.slug().endsWith("-2");
        return Json.put(
                page,
                "redirect",
                Json.of("enabled", redirects, "url", redirects ? "https://shop.example/thanks" : null),
                "afterPaymentAction",
                redirects ? "redirect" : "confirmation",
                "redirectUrl",
                redirects ? "https://shop.example/thanks" : null,
                "redirectUrlPath",
                redirects ? Json.list(Json.of("key", "orderId", "identifier", "orderId")) : null,
                "redirectUrlQuery",
                redirects
                        ? Json.list(
                                Json.of("parameter", "email", "key", "customerEmail", "identifier", "customerEmail"))
                        : null,
                "redirectUrlInsideEmbed",
                false,
                "confirmationCheckoutTitle",
                "Thank you – merci – ありがとう",
                "confirmationCheckoutMessage",
                "<p>We have sent you an email with all details.</p>",
                "sendPaymentNotification",
                true,
                "notifyEmail",
                "team@shop.example",
                "sendEmailConfirmation",
                true,
                "customizeEmailConfirmation",
                false,
                "confirmationEmailSubject",
                "Your order",
                "confirmationEmailMessage",
                "<p>Thank you for your order.</p>",
                "confirmationEmailShowLogo",
                true,
                "confirmationEmailShowStoreName",
                true,
                "googleIndex",
                !about.testmode(),
                "trackingCodes",
                "",
                "invoiceSettings",
                Json.of(
                        "bankDetails", "IBAN DE02 1203 0000 0000 2020 51",
                        "additionalInformation",
                                Json.of("enabled", true, "title", "Thank you", "message", "Reverse charge may apply."),
                        "dueDays", Json.of("enabled", true, "days", 14)));
    }

    /** How checkout pages and events take money. */
    static ObjectNode checkout(
            ObjectNode page, Offer.Tax tax, @Nullable String manual, List<Offer.FeeRule> fees, boolean event) {
        boolean taxed = tax != Offer.Tax.NONE;
        return Json.put(
                page,
                "showCouponCodeField",
                true,
                "showCouponCodeFieldType",
                "link",
                "allowDynamicPrice",
                false,
                "allowDynamicDiscountedFromPrice",
                false,
                "allowDynamicTitle",
                false,
                "allowDynamicDescription",
                false,
                "allowDynamicLabel",
                false,
                "allowDynamicPreselectedPrice",
                true,
                "allowDynamicRedirectUrl",
                false,
                "savePaymentMethod",
                true,
                "checkoutAbandonment",
                abandonment(),
                "tax",
                Json.of("enabled", taxed, "mode", !taxed ? "none" : tax == Offer.Tax.PROCESSOR ? "processor" : "fixed"),
                "paymentMethods",
                Json.of(
                        "processor",
                        Json.of(
                                "card", Json.of("enabled", true),
                                "agpay", Json.of("enabled", true, "mode", "default"),
                                "multiple", Json.of("enabled", true))),
                "paymentOptions",
                options(manual),
                "fees",
                fees(fees, event));
    }

    private static ObjectNode abandonment() {
        ObjectNode reminders = Json.of();
        Map<String, String> subjects = Map.of(
                "reminder1", "You left something behind",
                "reminder2", "Still thinking about it?",
                "reminder3", "Last chance");
        subjects.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(reminder -> reminders.set(
                        reminder.getKey(),
                        Json.of(
                                "customizeEmail",
                                true,
                                "subject",
                                reminder.getValue(),
                                "body",
                                "<p>Your cart is waiting.</p>",
                                "buttonText",
                                "Complete your order")));
        return Json.of(
                "disableEmails", false, "showStoreLogo", true, "showStoreName", true, "emailReminders", reminders);
    }

    private static List<ObjectNode> options(@Nullable String manual) {
        List<ObjectNode> options = new ArrayList<>();
        options.add(option("full"));
        if (manual != null) {
            options.add(option(manual));
        }
        return options;
    }

    private static ObjectNode option(String type) {
        return Json.put(paymentOption(type), "enabled", true, "showPaymentButton", !type.equals("invoice"));
    }

    /**
     * The option as a purchase keeps it: {@code full}, {@code partial}, {@code invoice} or {@code
     * cash_on_delivery}.
     */
    static ObjectNode paymentOption(String type) {
        return switch (type) {
            case "partial" ->
                Json.of(
                        "type", "partial",
                        "name", "Deposit",
                        "description", "Pay a deposit now and the rest later.",
                        "instructions", "We will send you an invoice for the rest.",
                        "partialAmount", DEPOSIT);
            case "invoice", "cash_on_delivery" ->
                Json.of(
                        "type", "manual",
                        "name", type.equals("invoice") ? "Pay by invoice" : "Cash on delivery",
                        "description", "Pay without a card.",
                        "instructions", "IBAN DE02 1203 0000 0000 2020 51",
                        "manualType", type);
            default -> Json.of("type", "full", "name", "Pay now", "description", "Pay in full.");
        };
    }

    private static List<ObjectNode> fees(List<Offer.FeeRule> fees, boolean event) {
        return fees.stream()
                .map(fee -> Json.of(
                        "name",
                        fee.name(),
                        "amount",
                        fee.amount(),
                        "percentage",
                        fee.percentage() == null ? null : BigDecimal.valueOf(fee.percentage()),
                        "multiplyByQuantity",
                        !event && fee.multiplied(),
                        "multiplyByTickets",
                        event && fee.multiplied(),
                        "applyToSpecificPaymentMethods",
                        false,
                        "paymentMethods",
                        List.of()))
                .toList();
    }

    static ObjectNode upsellStep(String pageId) {
        return Json.of(
                "type",
                "upsell",
                "order",
                0,
                "enabled",
                true,
                "config",
                Json.of("action", "checkout", "pageId", pageId));
    }

    static ObjectNode confirmationStep(int order) {
        return Json.of(
                "type",
                "confirmation",
                "order",
                order,
                "enabled",
                true,
                "config",
                Json.of(
                        "action", "confirmation",
                        "customizeCheckoutConfirmation", true,
                        "confirmationCheckoutTitle", "All done",
                        "confirmationCheckoutMessage", "<p>Enjoy!</p>"));
    }
}
