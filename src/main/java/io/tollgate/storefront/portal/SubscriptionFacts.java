package io.tollgate.storefront.portal;

import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.storefront.mails.PurchaseDetails;
import io.tollgate.storefront.pages.Messages;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a customer must know of a subscription: what is charged next and when, or until when it runs. */
final class SubscriptionFacts {
    private static final Set<String> CHARGED = Set.of("scheduled", "trialing", "active", "past_due");

    private SubscriptionFacts() {}

    /** Returns the facts; empty for other purchases, and for subscriptions that are not charged any more. */
    static List<Row> of(PurchaseDetails purchase, PortalTexts texts) {
        if (purchase.text("interval").isEmpty() || !CHARGED.contains(purchase.text("status"))) {
            return List.of();
        }
        Messages messages = texts.messages();
        Instant end = purchase.time("cancelAt");
        if (end != null) {
            return List.of(new Row(messages.text("portal.endsOn"), texts.date(end)));
        }
        Instant next = next(purchase);
        return next == null
                ? List.of()
                : List.of(new Row(
                        messages.text("portal.next"),
                        messages.text(
                                "portal.nextOn",
                                messages.money(purchase.amount(), purchase.text("currency")),
                                texts.date(next))));
    }

    private static @Nullable Instant next(PurchaseDetails purchase) {
        return purchase.time(purchase.text("status").equals("scheduled") ? "startDate" : "currentPeriodEnd");
    }
}
