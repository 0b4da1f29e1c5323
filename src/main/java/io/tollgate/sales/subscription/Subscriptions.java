package io.tollgate.sales.subscription;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.number;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import io.tollgate.accounts.customer.Contact;
import io.tollgate.catalog.coupon.Coupons;
import io.tollgate.catalog.product.Prices;
import io.tollgate.catalog.product.Variants;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.payment.BuyerFields;
import io.tollgate.sales.payment.Charges;
import java.util.List;
import java.util.Map;

/** Subscriptions and payment plans: purchases that the processor charges repeatedly. */
public final class Subscriptions {
    private Subscriptions() {}

    private static final List<Field> MONEY = List.of(
            CommonFields.CURRENCY.always(),
            money("amount")
                    .doc("Amount of one regular payment: after discounts, with fees and tax.")
                    .always(),
            BuyerFields.AMOUNT_USD,
            TaxRates.SOURCE,
            TaxRates.SNAPSHOTS,
            oneOf("interval", "day", "week", "month", "year")
                    .doc("Unit of the interval between two payments.")
                    .always(),
            integer("intervalCount")
                    .doc("Number of intervals between two payments: 3 with `month` charges every three months.")
                    .always(),
            integer("planIterations")
                    .doc("Number of payments after which a plan is complete. Null: the subscription has no fixed end."),
            list(
                            "fees",
                            text("name").doc("Name of the fee."),
                            money("amount").doc("Amount of the fee.").always(),
                            number("percentage")
                                    .doc("Percentage from which the amount was calculated: 3 means 3 %. Null for a "
                                            + "fixed amount."),
                            text("processorProductId").doc("Id of the fee's product at the payment processor."))
                    .doc("Fees that are charged with each payment."),
            money("setupFee").doc("Setup fee before discounts, charged with the first payment. Null if there is none."),
            money("setupFeeDiscountAmount").doc("Discount of the coupon on the setup fee."),
            list(
                            "setupFeeFees",
                            text("name").doc("Name of the fee."),
                            money("amount").doc("Amount of the fee.").always(),
                            number("percentage")
                                    .doc("Percentage from which the amount was calculated: 3 means 3 %. Null for a "
                                            + "fixed amount."),
                            text("processorInvoiceItemId").doc("Id of the invoice item at the payment processor."))
                    .doc("Fees on the setup fee."),
            money("setupFeeTotal").doc("Amount charged for the setup fee: after discounts, with fees and tax."),
            money("setupFeeUsd")
                    .doc("`setupFeeTotal` in US dollars, at a fixed approximate rate. Null if Tollgate has no rate "
                            + "for the currency."),
            text("setupFeeInvoiceItemId").doc("Id of the setup fee's invoice item at the payment processor."),
            bool("setupFeeInvoiceItemPaid").doc("Whether the setup fee was paid."),
            integer("quantity").doc("Quantity of the product.").always(),
            money("productPrice").doc("Price of one, as it is charged."),
            id("priceId").doc("Id of the price that the buyer chose."),
            Prices.SNAPSHOT,
            BuyerFields.DYNAMIC_PRICE,
            money("discountedFromPrice").doc("Higher price that was shown struck through. Null if there was none."),
            text("sku").doc("Stock keeping unit of the product."));

    private static final List<Field> BUYER = List.of(
            Contact.BILLING,
            Contact.SHIPPING,
            Charges.ANSWERS,
            Variants.OF_SUBSCRIPTION,
            id("couponId").doc("Id of the coupon that was used. Null without a coupon."),
            Coupons.SNAPSHOT,
            id("licenseKeyId").doc("Id of the license key that the buyer received. Null if there is none."),
            CommonFields.LIVEMODE);

    private static final List<Field> STATE = List.of(
            oneOf(
                            "status",
                            "draft",
                            "draft_expired",
                            "incomplete",
                            "incomplete_expired",
                            "trialing",
                            "paused",
                            "scheduled",
                            "active",
                            "past_due",
                            "canceled",
                            "unpaid",
                            "failed",
                            "completed")
                    .doc("State of the subscription. `incomplete`: the first payment has not succeeded. `trialing`: "
                            + "in the trial. `scheduled`: starts later. `past_due`: the last payment failed. "
                            + "`completed`: all payments of a plan were made."),
            oneOf(
                            "paymentStatus",
                            "draft",
                            "deleted",
                            "open",
                            "paid",
                            "uncollectible",
                            "void",
                            "requires_payment_method",
                            "requires_confirmation",
                            "requires_action",
                            "processing",
                            "requires_capture",
                            "canceled",
                            "succeeded")
                    .doc("State of the latest payment, in the words of the payment processor."),
            BuyerFields.PAYMENT_ERROR,
            Charges.METHOD,
            BuyerFields.LOCALE,
            BuyerFields.SESSION_ID,
            BuyerFields.CLIENT_IP,
            BuyerFields.USER_AGENT,
            BuyerFields.SCREEN_WIDTH,
            BuyerFields.VISIT_ID,
            BuyerFields.QUERY_PARAMETERS,
            BuyerFields.PAYMENT_INTENT,
            text("processorSetupIntentId")
                    .doc("Id of the setup intent at the payment processor, with which the payment method was saved."),
            time("startDate").doc("Time at which the subscription started or will start."),
            time("trialEnd").doc("Time at which the trial ends. Null without a trial."),
            time("trialStart").doc("Time at which the trial started. Null without a trial."),
            time("cancelAt")
                    .doc("Time at which the subscription will be canceled. With `cancelAtPeriodEnd`, the end of the "
                            + "current period. Null if no cancellation is scheduled."),
            bool("cancelAtPeriodEnd")
                    .doc("Whether the subscription will be canceled at the end of the current period.")
                    .always(),
            time("pausedAt").doc("Time since which nothing is charged. Null if the subscription is not paused."),
            time("resumesAt")
                    .doc("Time at which a paused subscription is charged again by itself. Null if that is not "
                            + "scheduled."),
            time("currentPeriodStart").doc("Start of the current billing period."),
            time("currentPeriodEnd").doc("End of the current billing period."));

    private static final List<Field> HISTORY = List.of(
            BuyerFields.UPSELL,
            BuyerFields.UPSELL_PAGE,
            BuyerFields.UPSELL_CHARGE,
            BuyerFields.UPSELL_SUBSCRIPTION,
            CommonFields.SELLER_ID,
            BuyerFields.CUSTOMER_ID,
            id("pageId").doc("Id of the checkout page on which the buyer subscribed."),
            id("productId").doc("Id of the product."),
            text("productTitle").doc("Title of the product at the time."),
            BuyerFields.REFUNDED_AT,
            BuyerFields.REFUND_REASON,
            BuyerFields.REFUND_NOTE,
            time("canceledAt").doc("Time at which the cancellation was requested. Null if none was."),
            text("canceledBy")
                    .doc("Id of the customer who canceled in the customer portal, or of the member who canceled in "
                            + "the dashboard. Null if an API key did."),
            id("canceledByApiKey").doc("Id of the API key that canceled. Null for others."),
            text("canceledByApiKeyName").doc("Name of that API key at the time."),
            text("reason").personal().doc("Reason of the cancellation, as the request gave it."),
            BuyerFields.IS_ABANDONED,
            BuyerFields.RECOVERED_AT,
            BuyerFields.ABANDONMENT,
            BuyerFields.reminder(Map.of("converted", " `converted` after a purchase that followed a reminder.")),
            BuyerFields.REMINDED_AT,
            BuyerFields.PAGE_SLUG,
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    public static final Resource RESOURCE = Resource.at("/v1/subscriptions")
            .noun("Subscription")
            .idName("subscriptionId")
            .table("subscription")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    CommonFields.ID,
                    BuyerFields.ORDER_ID,
                    text("processorSubscriptionId").doc("Id of the subscription at the payment processor."),
                    text("processorCustomerId").personal().doc("Id of the customer at the payment processor."),
                    BuyerFields.EMAIL,
                    BuyerFields.NAME)
            .fields(MONEY)
            .fields(BUYER)
            .fields(STATE)
            .fields(HISTORY)
            .ofPage("pageId")
            .counted("pageId", "status", "abandonmentStatus")
            .indexed("customerId", "orderId")
            .createdBounds()
            .search(contains(ANYTHING, "customerEmail", "customerName", "productTitle", "orderId", "id"))
            .reports(
                    "subscription",
                    Reports.created(
                            "subscription.created", "a subscription is recorded, also the draft of a checkout."),
                    Reports.updated("subscription.updated", "a subscription changes in any way."),
                    Reports.becomes("status", "trialing", "subscription.trialing", "a trial begins."),
                    Reports.becomes(
                            "status",
                            "scheduled",
                            "subscription.scheduled",
                            "a subscription is bought that begins later."),
                    Reports.becomes(
                            "status",
                            "active",
                            "subscription.active",
                            "a subscription begins, or charges again after a trial, a pause or a failed charge."),
                    Reports.becomes("status", "past_due", "subscription.past_due", "a charge has failed."),
                    Reports.becomes("status", "completed", "subscription.completed", "all installments are paid."),
                    Reports.becomes(
                            "status",
                            "canceled",
                            "subscription.canceled",
                            "a subscription has ended by a cancellation or after failed charges."),
                    Reports.becomes(
                            "status",
                            "incomplete_expired",
                            "subscription.expired",
                            "the first charge was not confirmed in time."),
                    Reports.becomesTrue("isAbandoned", "subscription.abandoned", "a buyer has left the checkout."))
            .measures(RecurringRevenueCodec.MEASURES)
            .build();
}
