package io.tollgate.sales.payment;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.map;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fields of the buyer, the visit and the funnel that records of several kinds share. */
public final class BuyerFields {
    public static final Field EMAIL = text("customerEmail").personal().doc("E-mail address of the buyer.");
    public static final Field NAME = text("customerName").personal().doc("Name of the buyer.");
    public static final Field CUSTOMER_ID = id("customerId").doc("Id of the buyer's customer record.");
    public static final Field ORDER_ID =
            text("orderId").doc("Order number of eight digits, unique for a seller and mode.");
    public static final Field PAGE_SLUG = text("pageSlug").doc("Last part of the page's address at the time.");
    public static final Field LOCALE = text("locale")
            .doc("Locale of what the buyer receives: the language that the buyer selected, or the locale of the page.");
    public static final Field SESSION_ID = text("sessionId").personal().doc("Id of the buyer's browser session.");
    public static final Field CLIENT_IP = text("clientIp").personal().doc("IP address of the buyer.");
    public static final Field USER_AGENT =
            text("userAgent").personal().doc("`User-Agent` header of the buyer's browser.");
    public static final Field SCREEN_WIDTH = integer("screenWidth").doc("Width of the buyer's screen in pixels.");
    public static final Field VISIT_ID = text("visitId").personal().doc("Id of the visit of the page.");
    public static final Field QUERY_PARAMETERS = map("queryParameters", Type.TEXT)
            .personal()
            .doc("Query parameters of the address at which the page was opened.");

    public static final Field AMOUNT_USD = money("amountUsd")
            .doc("`amount` in US dollars, at a fixed approximate rate. Null if Tollgate has no rate for the currency.");
    public static final Field DYNAMIC_PRICE =
            money("dynamicPrice").doc("Price that the page's address set. Null if it set none.");
    public static final Field PAYMENT_ERROR =
            text("paymentError").doc("Why the last attempt to pay failed. It may persist after a later success.");
    public static final Field PAYMENT_INTENT =
            text("processorPaymentIntentId").doc("Id of the payment intent at the payment processor.");

    public static final Field UPSELL =
            bool("upsell").doc("Whether the buyer bought this as a second offer after another purchase.");
    public static final Field UPSELL_PAGE =
            id("upsellPageId").doc("Of a second offer: id of the page at which the buyer started. Otherwise null.");
    public static final Field UPSELL_CHARGE = id("upsellChargeId")
            .doc("Of a second offer: id of the first payment or booking. Null if the first purchase was a "
                    + "subscription.");
    public static final Field UPSELL_SUBSCRIPTION = id("upsellSubscriptionId")
            .doc("Of a second offer: id of the first subscription. Null if the first purchase was another.");

    public static final Field REFUNDED_AT = time("lastRefundAt").doc("Time of the last refund. Null without a refund.");
    public static final Field REFUND_REASON = text("lastRefundReason").doc("Reason of the last refund, as a code.");
    public static final Field REFUND_NOTE =
            text("lastRefundReasonNote").personal().doc("Reason of the last refund, in words.");

    public static final Field IS_ABANDONED = bool("isAbandoned")
            .doc("Whether the buyer left without paying. It stays `true` if the buyer returns and pays.");
    public static final Field RECOVERED_AT = time("recoveredAt")
            .doc("Time when a buyer who had left completed the purchase. Null if that did not happen.");
    public static final Field ABANDONMENT = oneOf("abandonmentStatus", "abandoned", "recovered")
            .doc("`abandoned` after the buyer left, `recovered` after the buyer returned and paid. Otherwise null.");
    public static final Field REMINDED_AT =
            time("abandonedCartEmailSentAt").doc("Time when the last reminder was sent. Null if none was sent.");

    private BuyerFields() {}

    /** @param further values that only this kind of record has, with their description */
    public static Field reminder(Map<String, String> further) {
        List<String> states = new ArrayList<>(List.of("pending", "first_sent", "second_sent", "third_sent", "skipped"));
        states.addAll(further.keySet());
        return oneOf("abandonedCartEmailStatus", states.toArray(String[]::new))
                .doc("Last reminder that was sent to a buyer who had left. `pending` if none was sent yet, and one may"
                        + " follow: the address has just received one of another cart. `skipped` if none was sent."
                        + String.join("", further.values()));
    }
}
