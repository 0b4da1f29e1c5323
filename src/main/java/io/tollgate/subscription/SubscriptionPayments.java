package io.tollgate.subscription;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.texts;
import static io.tollgate.resource.Field.time;

import io.tollgate.payment.Charges;
import io.tollgate.resource.Resource;

/** Subscription payments: one for each charge of a subscription. */
public final class SubscriptionPayments {
    private SubscriptionPayments() {}

    public static final Resource RESOURCE = Resource.at("/v1/subscription-payments")
            .noun("Subscription payment")
            .table("subscription_payment")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    id("id"),
                    id("subscriptionId").always(),
                    id("customerId").always(),
                    id("pageId").always(),
                    id("productId").always(),
                    id("sellerId"),
                    texts("transactionIds"),
                    text("customerEmail"),
                    text("customerName"),
                    text("productTitle"),
                    text("pageSlug"),
                    text("currency").always(),
                    money("amount").always(),
                    money("amountUsd"),
                    bool("livemode"),
                    oneOf("paymentStatus", "succeeded", "pending", "failed", "incomplete")
                            .always(),
                    oneOf("invoiceStatus", "draft", "open", "paid", "uncollectible", "void"),
                    bool("paid").always(),
                    bool("refunded").always(),
                    bool("partiallyRefunded").always(),
                    oneOf(
                                    "billingReason",
                                    "manual",
                                    "subscription_create",
                                    "subscription_cycle",
                                    "subscription_threshold",
                                    "subscription_update",
                                    "upcoming")
                            .always(),
                    Charges.METHOD,
                    text("processorSubscriptionId"),
                    text("processorPaymentId"),
                    text("processorPaymentIntentId"),
                    text("processorInvoiceId"),
                    text("processorInvoicePdf"),
                    text("processorRefundInvoicePdf"),
                    time("createdAt"),
                    time("updatedAt"))
            .counted("pageId", "paymentStatus", "paid", "refunded", "billingReason")
            .indexed("subscriptionId", "customerId")
            .createdBounds()
            .build();
}
