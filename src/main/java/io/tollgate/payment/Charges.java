package io.tollgate.payment;

import static io.tollgate.resource.Field.any;
import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.list;
import static io.tollgate.resource.Field.map;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.number;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.texts;
import static io.tollgate.resource.Field.time;

import io.tollgate.coupon.Coupons;
import io.tollgate.customer.Contact;
import io.tollgate.product.Discounts;
import io.tollgate.resource.Field;
import io.tollgate.resource.Type;
import io.tollgate.taxrate.TaxRates;
import java.util.List;

/** The fields that payments and bookings share. Both are charges, and an invoice belongs to a charge. */
public final class Charges {
    private Charges() {}

    public static final Field METHOD = object(
            "paymentMethod",
            oneOf("gateway", "processor", "paypal", "manual"),
            text("method"),
            text("wallet"),
            text("mode"),
            text("brand"),
            text("last4"),
            text("country"),
            integer("exp_month"),
            integer("exp_year"),
            integer("expMonth"),
            integer("expYear"),
            text("funding"));

    /** The buyer's answers to the fields of the page. */
    public static final Field ANSWERS = list(
            "fields",
            id("fieldId").always(),
            text("label").always(),
            text("value"),
            texts("values"),
            text("element"),
            text("type"),
            any("meta"),
            text("reference"));

    public static final Field FEES =
            list("fees", text("name").always(), money("amount").always(), number("percentage"));

    public static final Field QUERY_PARAMETERS = map("queryParameters", Type.TEXT);

    public static final Field ABANDONMENT = oneOf("abandonmentStatus", "abandoned", "recovered");

    /** All fields of a charge, in the order of the interface. */
    public static final List<Field> FIELDS = List.of(
            id("id"),
            oneOf(
                    "status",
                    "created",
                    "pending",
                    "unpaid",
                    "partially_paid",
                    "paid",
                    "canceled",
                    "failed",
                    "partial_refund",
                    "refunded",
                    "draft",
                    "draft_expired"),
            text("orderId").always(),
            oneOf("orderStatus", "archived", "active", "canceled").always(),
            text("customerEmail"),
            text("customerName"),
            id("customerId"),
            id("sellerId"),
            id("pageId").always(),
            text("pageSlug").always(),
            text("clientIp"),
            text("currency").always(),
            money("amount").always(),
            money("amountPaid").always(),
            money("amountDue").always(),
            money("amountRefunded").always(),
            money("amountUsd"),
            money("amountExcludingTax").always(),
            money("taxAmount").always(),
            TaxRates.BREAKDOWN,
            TaxRates.SOURCE,
            TaxRates.SNAPSHOTS,
            text("processorTaxCalculationId"),
            text("processorTaxTransactionId"),
            money("dynamicPrice"),
            FEES,
            Contact.BILLING,
            Contact.SHIPPING,
            ANSWERS,
            Coupons.APPLIED,
            object("discount", Discounts.BULK),
            bool("livemode"),
            text("paymentError"),
            METHOD,
            object(
                    "paymentOption",
                    oneOf("type", "full", "partial", "manual"),
                    text("name"),
                    text("description"),
                    text("instructions"),
                    money("partialAmount"),
                    oneOf("manualType", "invoice", "cash_on_delivery")),
            text("locale"),
            text("sessionId"),
            text("userAgent"),
            integer("screenWidth"),
            text("visitId"),
            QUERY_PARAMETERS,
            text("processorPaymentIntentId"),
            text("processorChargeId"),
            bool("upsell").always(),
            id("upsellPageId"),
            bool("isComplimentary").always(),
            money("complimentaryDiscountAmount"),
            id("upsellChargeId"),
            id("upsellSubscriptionId"),
            id("invoiceId"),
            texts("transactionIds"),
            time("lastRefundAt"),
            text("lastRefundReason"),
            text("lastRefundReasonNote"),
            text("canceledAt"),
            text("canceledBy"),
            text("canceledReason"),
            bool("isAbandoned").always(),
            time("recoveredAt"),
            ABANDONMENT,
            oneOf("abandonedCartEmailStatus", "pending", "first_sent", "second_sent", "third_sent", "skipped"),
            time("abandonedCartEmailSentAt"),
            time("createdAt"),
            time("updatedAt"));
}
