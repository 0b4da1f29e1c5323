package io.tollgate.storefront.portal;

import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.sales.subscription.InstallmentPlan;
import io.tollgate.storefront.mails.PurchaseDetails;
import io.tollgate.storefront.pages.Messages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a customer must know of a subscription: what is charged next and when, or until when it runs. */
final class SubscriptionFacts {
    private static final Set<String> CHARGED = Set.of("scheduled", "trialing", "active", "past_due");

    private SubscriptionFacts() {}

    /** Returns the facts; empty for other purchases, and for subscriptions that are not charged any more. */
    static List<Row> of(PurchaseDetails purchase, PortalTexts texts) {
        List<Row> rows = new ArrayList<>(plan(purchase, texts));
        if (!purchase.text("interval").isEmpty() && CHARGED.contains(purchase.text("status"))) {
            rows.addAll(charged(purchase, texts));
        }
        return rows;
    }

    /** Returns what an installment plan costs, what is paid, and what is due until when; empty for other purchases. */
    private static List<Row> plan(PurchaseDetails purchase, PortalTexts texts) {
        InstallmentPlan plan = purchase.plan();
        if (plan == null) {
            return List.of();
        }
        Messages messages = texts.messages();
        String currency = purchase.text("currency");
        List<Row> rows = new ArrayList<>();
        String payment = messages.money(purchase.amount(), currency);
        rows.add(new Row(messages.text("portal.plan"), messages.text("billing.plan", plan.payments(), payment)));
        rows.add(new Row(messages.text("portal.plan.total"), messages.money(plan.total(), currency)));
        rows.add(new Row(messages.text("portal.plan.paid"), messages.money(plan.paid(), currency)));
        if (plan.due() > 0) {
            rows.add(new Row(messages.text("portal.plan.due"), messages.money(plan.due(), currency)));
            rows.add(new Row(messages.text("portal.plan.last"), texts.date(plan.lastPayment())));
        }
        return rows;
    }

    private static List<Row> charged(PurchaseDetails purchase, PortalTexts texts) {
        Messages messages = texts.messages();
        Instant end = purchase.time("cancelAt");
        if (end != null) {
            return List.of(new Row(messages.text("portal.endsOn"), texts.date(end)));
        }
        Instant next = next(purchase);
        return next == null || purchase.amount() == 0
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
