package io.tollgate.storefront.mails;

import io.tollgate.pdf.ContentNode;
import io.tollgate.platform.mail.MailAddress;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Kind;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.platform.mail.QueuedMail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What messages about subscriptions contain. */
record SubscriptionBlocks(QueuedMail mail, SubjectRecords records, MailTexts texts) {
    private static final int TITLE_MAX = 120;

    /** Returns the text about an installment plan if the record is one, else that about a subscription. */
    private String named(String ofSubscription, String ofPlan, Object... values) {
        return texts.text(records.extras().plan() == null ? ofSubscription : ofPlan, values);
    }

    String subject() {
        String title = MailAddress.header(records.title(), TITLE_MAX);
        return switch (mail.purpose()) {
            case SUBSCRIPTION_CONFIRMATION -> named("subscription.begun.subject", "plan.begun.subject", title);
            case SUBSCRIPTION_NOTIFICATION ->
                named("notify.subscription.begun.subject", "notify.plan.begun.subject", title);
            case SUBSCRIPTION_PAYMENT_FAILED -> texts.text("subscription.failed.subject", title);
            case SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION -> texts.text("notify.subscription.failed.subject", title);
            case SUBSCRIPTION_PAYMENT_NOTIFICATION -> texts.text("notify.subscription.paid.subject", title);
            case SUBSCRIPTION_RECEIPT -> texts.text("receipt.subject", title);
            case SUBSCRIPTION_CANCELED_NOTIFICATION ->
                named("notify.subscription.subject", "notify.plan.subject", title);
            default -> named("subscription.subject", "plan.subject", title);
        };
    }

    String heading() {
        return switch (mail.purpose()) {
            case SUBSCRIPTION_CONFIRMATION -> named("subscription.begun.heading", "plan.begun.heading");
            case SUBSCRIPTION_NOTIFICATION -> named("notify.subscription.begun.heading", "notify.plan.begun.heading");
            case SUBSCRIPTION_PAYMENT_FAILED -> texts.text("subscription.failed.heading");
            case SUBSCRIPTION_RECEIPT -> texts.text("receipt.heading");
            case SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION ->
                named("notify.subscription.failed.heading", "notify.plan.failed.heading");
            case SUBSCRIPTION_PAYMENT_NOTIFICATION ->
                named("notify.subscription.paid.heading", "notify.plan.paid.heading");
            case SUBSCRIPTION_CANCELED_NOTIFICATION -> named("notify.subscription.heading", "notify.plan.heading");
            default -> named("subscription.heading", "plan.heading");
        };
    }

    /** Returns what the message says first; empty if only its facts say it. */
    String text() {
        return switch (mail.purpose()) {
            case SUBSCRIPTION_CONFIRMATION ->
                texts.text("confirmation.text", records.seller().displayName());
            case SUBSCRIPTION_PAYMENT_FAILED -> texts.text("subscription.failed.text", money(), records.title());
            case SUBSCRIPTION_RECEIPT -> texts.text("receipt.text", money(), records.title());
            case SUBSCRIPTION_CANCELED, SUBSCRIPTION_CANCELED_NOTIFICATION -> canceled();
            default -> "";
        };
    }

    private String canceled() {
        Instant end = records.record().time("cancelAt");
        Long due = mail.occasion().amount();
        if (due != null) {
            return end == null
                    ? texts.text("subscription.now.due", records.title(), money())
                    : texts.text(
                            "subscription.later.due", records.title(), texts.date(end, records.timezone()), money());
        }
        return end == null
                ? texts.text("subscription.now", records.title())
                : texts.text("subscription.later", records.title(), texts.date(end, records.timezone()));
    }

    /** Returns the amount of the payment that the message is about; the regular one without a payment. */
    private String money() {
        ContentNode record = records.record();
        Long amount = mail.occasion().amount();
        return texts.money(amount == null ? record.amount("amount") : amount, record.text("currency"));
    }

    /** Returns the link to the page on which the subscriber pays what is due. */
    List<Block> payNow(MailLinks links) {
        Instant until = links.overdueUntil();
        String url = links.overdue()
                        .sign(
                                records.scope(),
                                records.seller().name(),
                                records.record().text("id"),
                                until)
                + "?lang=" + texts.locale().getLanguage();
        return List.of(
                Block.rows(Kind.BUTTON, null, List.of(new Row(texts.text("subscription.failed.button"), url))),
                Block.text(null, texts.text("subscription.failed.valid", texts.date(until, records.timezone()))));
    }

    List<Row> facts() {
        ContentNode record = records.record();
        List<Row> rows = new ArrayList<>();
        if (record.has("orderId")) {
            rows.add(new Row(texts.text("order"), record.text("orderId")));
        }
        switch (mail.purpose()) {
            case SUBSCRIPTION_CANCELED, SUBSCRIPTION_CANCELED_NOTIFICATION -> addPlan(rows);
            case SUBSCRIPTION_CONFIRMATION -> {}
            case SUBSCRIPTION_NOTIFICATION -> {
                rows.add(new Row(texts.text("subscription.amount"), money()));
                Instant next = record.time("currentPeriodEnd");
                if (next != null && !record.text("status").equals("completed")) {
                    rows.add(new Row(texts.text("subscription.next"), texts.date(next, records.timezone())));
                }
                addPlan(rows);
            }
            case SUBSCRIPTION_RECEIPT -> {
                rows.add(new Row(texts.text("subscription.payment"), money()));
                rows.addAll(ReceiptBlocks.of(records, texts).billing());
            }
            default -> {
                rows.add(new Row(texts.text("subscription.payment"), money()));
                addPlan(rows);
            }
        }
        return rows;
    }

    private void addPlan(List<Row> rows) {
        rows.addAll(ReceiptBlocks.of(records, texts).plan(records.extras().plan()));
    }
}
