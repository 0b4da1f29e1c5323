package io.tollgate.storefront.portal;

import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.storefront.mails.PurchaseDetails;
import io.tollgate.storefront.pages.OverdueLinks;
import io.tollgate.storefront.pages.PortalOrderView.Action;
import io.tollgate.storefront.portal.PortalSessions.PortalCustomer;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leads customers to the page on which they replace the card of a subscription, or pay what is due. The page has a
 * signed address, because e-mail messages link to it as well.
 */
record PortalCard(PortalPurchases purchases, OverdueLinks links, TestClock time) {
    static final String PATH = "/card";

    private static final Duration VALIDITY = Duration.ofHours(1);
    private static final Set<String> OVERDUE = Set.of("past_due", "unpaid");
    private static final Set<String> CHARGED = Set.of("scheduled", "trialing", "active");

    /** Returns the link to the card of a subscription; null if the processor does not charge it. */
    @Nullable
    Action link(PortalRequest open, String id, PurchaseDetails purchase) {
        String status = purchase.text("status");
        if (purchase.text("processorSubscriptionId").isEmpty()
                || !(OVERDUE.contains(status) || CHARGED.contains(status))) {
            return null;
        }
        String text = OVERDUE.contains(status) ? "overdue.title" : "overdue.change.title";
        return new Action(
                open.keep(open.paths().order(id) + PATH), open.messages().text(text));
    }

    /** Redirects to a link that is valid for an hour. */
    Future<?> show(PortalRequest open, PortalCustomer customer) {
        String id = Objects.requireNonNull(open.ctx().pathParam("id"));
        return purchases
                .find(customer, id)
                .compose(kind -> PurchaseDetails.load(purchases.database(), customer.scope(), id))
                .compose(purchase -> {
                    if (link(open, id, purchase) == null) {
                        throw ApiError.notFound("Subscription");
                    }
                    return time.now(customer.scope());
                })
                .onSuccess(now -> open.redirect(
                        links.signCard(customer.scope(), open.seller().name(), id, now.plus(VALIDITY))));
    }
}
