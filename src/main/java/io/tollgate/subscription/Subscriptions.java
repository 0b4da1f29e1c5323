package io.tollgate.subscription;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.list;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.number;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.time;
import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;

import io.tollgate.coupon.Coupons;
import io.tollgate.customer.Contact;
import io.tollgate.payment.Charges;
import io.tollgate.product.Prices;
import io.tollgate.product.Variants;
import io.tollgate.resource.Field;
import io.tollgate.resource.Resource;
import io.tollgate.taxrate.TaxRates;
import java.util.List;

/** Subscriptions and payment plans: purchases that the processor charges repeatedly. */
public final class Subscriptions {
    private Subscriptions() {}

    private static final List<Field> MONEY = List.of(
            text("currency").always(),
            money("amount").always(),
            money("amountUsd"),
            TaxRates.SOURCE,
            TaxRates.SNAPSHOTS,
            oneOf("interval", "day", "week", "month", "year").always(),
            integer("intervalCount").always(),
            integer("planIterations"),
            list("fees", text("name"), money("amount").always(), number("percentage"), text("processorProductId")),
            money("setupFee"),
            money("setupFeeDiscountAmount"),
            list(
                    "setupFeeFees",
                    text("name"),
                    money("amount").always(),
                    number("percentage"),
                    text("processorInvoiceItemId")),
            money("setupFeeTotal"),
            money("setupFeeUsd"),
            text("setupFeeInvoiceItemId"),
            bool("setupFeeInvoiceItemPaid"),
            integer("quantity").always(),
            money("productPrice"),
            id("priceId"),
            Prices.SNAPSHOT,
            money("dynamicPrice"),
            money("discountedFromPrice"),
            text("sku"));

    private static final List<Field> BUYER = List.of(
            Contact.BILLING,
            Contact.SHIPPING,
            Charges.ANSWERS,
            Variants.OF_SUBSCRIPTION,
            id("couponId"),
            Coupons.SNAPSHOT,
            id("licenseKeyId"),
            bool("livemode"));

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
                    "completed"),
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
                    "succeeded"),
            text("paymentError"),
            Charges.METHOD,
            text("locale"),
            text("sessionId"),
            text("clientIp"),
            text("userAgent"),
            integer("screenWidth"),
            text("visitId"),
            Charges.QUERY_PARAMETERS,
            text("processorPaymentIntentId"),
            text("processorSetupIntentId"),
            time("startDate"),
            time("trialEnd"),
            time("trialStart"),
            time("cancelAt"),
            bool("cancelAtPeriodEnd").always(),
            time("currentPeriodStart"),
            time("currentPeriodEnd"));

    private static final List<Field> HISTORY = List.of(
            bool("upsell"),
            id("upsellPageId"),
            id("upsellChargeId"),
            id("upsellSubscriptionId"),
            id("sellerId"),
            id("customerId"),
            id("pageId"),
            id("productId"),
            text("productTitle"),
            time("lastRefundAt"),
            text("lastRefundReason"),
            text("lastRefundReasonNote"),
            time("canceledAt"),
            text("canceledBy"),
            id("canceledByApiKey"),
            text("canceledByApiKeyName"),
            text("reason"),
            bool("isAbandoned"),
            time("recoveredAt"),
            Charges.ABANDONMENT,
            oneOf(
                    "abandonedCartEmailStatus",
                    "pending",
                    "first_sent",
                    "second_sent",
                    "third_sent",
                    "skipped",
                    "converted"),
            time("abandonedCartEmailSentAt"),
            text("pageSlug"),
            time("createdAt"),
            time("updatedAt"));

    public static final Resource RESOURCE = Resource.at("/v1/subscriptions")
            .noun("Subscription")
            .idName("subscriptionId")
            .table("subscription")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    id("id"),
                    text("orderId"),
                    text("processorSubscriptionId"),
                    text("processorCustomerId"),
                    text("customerEmail"),
                    text("customerName"))
            .fields(MONEY)
            .fields(BUYER)
            .fields(STATE)
            .fields(HISTORY)
            .counted("pageId", "status", "abandonmentStatus")
            .indexed("customerId", "orderId")
            .createdBounds()
            .search(contains(ANYTHING, "customerEmail", "customerName", "productTitle", "orderId", "id"))
            .build();
}
