package io.tollgate.storefront.portal;

import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.storefront.portal.PortalPurchases.Listed;
import java.time.Instant;
import java.util.Set;

/** The texts of the portal about purchases. Dates are those of the account. */
record PortalTexts(Messages messages) {
    private static final Set<String> GOOD = Set.of("paid", "active", "trialing", "completed", "scheduled", "succeeded");
    private static final Set<String> NOTE =
            Set.of("unpaid", "partially_paid", "past_due", "pending", "failed", "incomplete", "canceling");
    private static final Set<String> REFUNDED = Set.of("refunded", "partial_refund");
    private static final String CANCELED = "canceled";

    String date(Instant time) {
        return messages.date(time);
    }

    String status(String status) {
        return messages.text("portal.status." + status);
    }

    /**
     * Returns the status of a purchase. A canceled order keeps its status of payment, which says what was refunded.
     *
     * @param canceled whether the order is canceled
     */
    String status(String status, boolean canceled) {
        if (!canceled) {
            return status(status);
        }
        return REFUNDED.contains(status) ? status(CANCELED) + " · " + status(status) : status(CANCELED);
    }

    /** Returns the status of a purchase, which for a subscription that still runs says whether it will end. */
    static String effective(String status, boolean ending) {
        return ending && SubscriptionStatus.isRunning(status) ? "canceling" : status;
    }

    static String tone(String status, boolean canceled) {
        return tone(canceled ? CANCELED : status);
    }

    static String tone(String status) {
        return GOOD.contains(status) ? "good" : NOTE.contains(status) ? "note" : "plain";
    }

    String kind(Listed purchase) {
        return switch (purchase.kind()) {
            case PAYMENT -> messages.text("portal.payment");
            case BOOKING -> messages.text("portal.booking");
            case SUBSCRIPTION -> messages.text(purchase.plan() ? "portal.plan" : "portal.subscription");
        };
    }
}
