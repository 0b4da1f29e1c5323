package io.tollgate.sales.subscription;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.texts;

import io.tollgate.platform.resource.Measures;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.sales.payment.BuyerFields;
import io.tollgate.sales.payment.Charges;

/** Subscription payments: one for each charge of a subscription. */
public final class SubscriptionPayments {
    private SubscriptionPayments() {}

    public static final Resource RESOURCE = Resource.at("/v1/subscription-payments")
            .noun("Subscription payment")
            .table("subscription_payment")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    CommonFields.ID,
                    id("subscriptionId").doc("Id of the subscription.").always(),
                    BuyerFields.CUSTOMER_ID.always(),
                    id("pageId")
                            .doc("Id of the checkout page on which the buyer subscribed.")
                            .always(),
                    id("productId").doc("Id of the product.").always(),
                    CommonFields.SELLER_ID,
                    texts("transactionIds").doc("Ids of the payment transactions. Empty unless the payment succeeded."),
                    BuyerFields.EMAIL,
                    BuyerFields.NAME,
                    text("productTitle").doc("Title of the product at the time."),
                    BuyerFields.PAGE_SLUG,
                    CommonFields.CURRENCY.always(),
                    money("amount").doc("Amount of the payment.").always(),
                    BuyerFields.AMOUNT_USD,
                    CommonFields.LIVEMODE,
                    oneOf("paymentStatus", "succeeded", "pending", "failed", "incomplete")
                            .doc("State of the payment. `incomplete`: the buyer must act, such as confirm it at the "
                                    + "bank.")
                            .always(),
                    oneOf("invoiceStatus", "draft", "open", "paid", "uncollectible", "void")
                            .doc("State of the processor's invoice.")
                            .example("paid"),
                    bool("paid").doc("Whether the payment succeeded.").always(),
                    bool("refunded").doc("Whether it was refunded in full.").always(),
                    bool("partiallyRefunded")
                            .doc("Whether it was refunded in part.")
                            .always(),
                    oneOf(
                                    "billingReason",
                                    "manual",
                                    "subscription_create",
                                    "subscription_cycle",
                                    "subscription_threshold",
                                    "subscription_update",
                                    "upcoming")
                            .doc("Why the subscription was charged.")
                            .example("subscription_cycle")
                            .always(),
                    Charges.METHOD,
                    text("processorSubscriptionId").doc("Id of the subscription at the payment processor."),
                    text("processorPaymentId").doc("Id of the charge at the payment processor."),
                    BuyerFields.PAYMENT_INTENT,
                    text("processorInvoiceId").doc("Id of the invoice at the payment processor."),
                    text("processorInvoicePdf").doc("Address of the processor's invoice as PDF."),
                    text("processorRefundInvoicePdf")
                            .doc("Address of the processor's credit note as PDF. Null without a refund."),
                    CommonFields.CREATED_AT,
                    CommonFields.UPDATED_AT)
            .ofPage("pageId")
            .counted("pageId", "paymentStatus", "paid", "refunded", "billingReason")
            .indexed("subscriptionId", "customerId")
            .createdBounds()
            .reports(
                    "subscriptionPayment",
                    Reports.created("subscription_payment.created", "a subscription is charged, or the charge fails."),
                    Reports.updated(
                            "subscription_payment.updated", "a charge changes: it is collected later, or refunded."),
                    Reports.becomes("paymentStatus", "failed", "subscription_payment.failed", "a charge has failed."))
            .measures(new Measures(Measures.amountIf("paid", "amount", "paid")))
            .build();
}
