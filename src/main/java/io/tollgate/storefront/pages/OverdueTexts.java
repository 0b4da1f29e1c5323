package io.tollgate.storefront.pages;

import io.tollgate.processor.PaymentState;
import io.tollgate.sales.subscription.OverduePayment;
import io.tollgate.storefront.pages.OverdueView.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the page of an overdue payment says about it. */
final class OverdueTexts {
    private OverdueTexts() {}

    static String reason(OverduePayment payment) {
        return payment.plan() ? "overdue.plan.text" : payment.canceled() ? "overdue.text.canceled" : "overdue.text";
    }

    static List<Fact> facts(Messages messages, OverduePayment payment) {
        List<Fact> facts = new ArrayList<>();
        Instant since = payment.since();
        if (since != null) {
            facts.add(new Fact(messages.text("overdue.amount"), messages.money(payment.amount(), payment.currency())));
            facts.add(new Fact(messages.text("overdue.since"), messages.date(since)));
        }
        PaymentState.Card card = payment.card();
        if (card != null) {
            facts.add(new Fact(messages.text("overdue.card"), CardName.of(card.brand(), card.last4())));
        }
        return facts;
    }
}
