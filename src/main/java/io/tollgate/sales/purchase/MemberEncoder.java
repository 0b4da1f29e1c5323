package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import org.jspecify.annotations.Nullable;

/** Encodes the fields other than amounts that payments, bookings, subscriptions and submissions share. */
final class MemberEncoder {
    private MemberEncoder() {}

    static void putVisit(ObjectNode record, Visit visit) {
        record.put("clientIp", visit.clientIp())
                .put("sessionId", visit.sessionId())
                .put("userAgent", visit.userAgent())
                .put("screenWidth", visit.screenWidth())
                .put("visitId", visit.visitId());
        ObjectNode parameters = record.putObject("queryParameters");
        visit.queryParameters().forEach(parameters::put);
    }

    static void putUpsell(ObjectNode record, Upsell upsell) {
        record.put("upsell", upsell.isAccepted())
                .put("upsellPageId", upsell.pageId())
                .put("upsellChargeId", upsell.chargeId())
                .put("upsellSubscriptionId", upsell.subscriptionId());
    }

    /** @param abandonment null if the buyer did not abandon the cart */
    static void putAbandonment(ObjectNode record, @Nullable Abandonment abandonment) {
        record.put("isAbandoned", abandonment != null);
        if (abandonment != null) {
            record.put("recoveredAt", Times.textOrNull(abandonment.recoveredAt()))
                    .put("abandonmentStatus", abandonment.recoveredAt() == null ? "abandoned" : "recovered")
                    .put("abandonedCartEmailStatus", abandonment.emailStatus())
                    .put("abandonedCartEmailSentAt", Times.textOrNull(abandonment.emailSentAt()));
        }
    }

    /** @param refund null if nothing was refunded */
    static void putRefund(ObjectNode record, @Nullable Refund refund) {
        if (refund != null) {
            record.put("lastRefundAt", Times.text(refund.at()))
                    .put("lastRefundReason", refund.reason())
                    .put("lastRefundReasonNote", refund.note());
        }
    }

    static JsonNode paymentMethod(@Nullable PaymentMethod method) {
        if (method == null) {
            return NullNode.instance;
        }
        ObjectNode encoded = JsonNodeFactory.instance
                .objectNode()
                .put("gateway", method.gateway())
                .put("method", method.method())
                .put("wallet", method.wallet())
                .put("mode", method.mode())
                .put("last4", method.last4())
                .put("country", method.country());
        PaymentMethod.Card card = method.card();
        if (card != null) {
            encoded.put("brand", card.brand())
                    .put("exp_month", card.expMonth())
                    .put("exp_year", card.expYear())
                    .put("expMonth", card.expMonth())
                    .put("expYear", card.expYear())
                    .put("funding", card.funding());
        }
        return encoded;
    }
}
