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

    String subject() {
        String key = switch (mail.purpose()) {
            case SUBSCRIPTION_CONFIRMATION -> "subscription.begun.subject";
            case SUBSCRIPTION_NOTIFICATION -> "notify.subscription.begun.subject";
            case SUBSCRIPTION_PAYMENT_FAILED -> "subscription.failed.subject";
            case SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION -> "notify.subscription.failed.subject";
            case SUBSCRIPTION_PAYMENT_NOTIFICATION -> "notify.subscription.paid.subject";
            case SUBSCRIPTION_CANCELED_NOTIFICATION -> "notify.subscription.subject";
            default -> "subscription.subject";
        };
        return texts.text(key, MailAddress.header(records.title(), TITLE_MAX));
    }

    String heading() {
        return texts.text(
                switch (mail.purpose()) {
                    case SUBSCRIPTION_CONFIRMATION -> "subscription.begun.heading";
                    case SUBSCRIPTION_NOTIFICATION -> "notify.subscription.begun.heading";
                    case SUBSCRIPTION_PAYMENT_FAILED -> "subscription.failed.heading";
                    case SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION -> "notify.subscription.failed.heading";
                    case SUBSCRIPTION_PAYMENT_NOTIFICATION -> "notify.subscription.paid.heading";
                    case SUBSCRIPTION_CANCELED_NOTIFICATION -> "notify.subscription.heading";
                    default -> "subscription.heading";
                });
    }

    /** Returns what the message says first; empty if only its facts say it. */
    String text() {
        return switch (mail.purpose()) {
            case SUBSCRIPTION_CONFIRMATION ->
                texts.text("confirmation.text", records.seller().displayName());
            case SUBSCRIPTION_PAYMENT_FAILED -> texts.text("subscription.failed.text", money(), records.title());
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
    List<Block> payNow(MailComposer.Links links) {
        Instant until = links.overdueUntil();
        String url = links.overdue()
                .sign(records.scope(), records.seller().name(), records.record().text("id"), until);
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
            case SUBSCRIPTION_CANCELED, SUBSCRIPTION_CANCELED_NOTIFICATION -> {}
            case SUBSCRIPTION_CONFIRMATION, SUBSCRIPTION_NOTIFICATION -> {
                rows.add(new Row(texts.text("subscription.amount"), money()));
                Instant next = record.time("currentPeriodEnd");
                if (next != null && !record.text("status").equals("completed")) {
                    rows.add(new Row(texts.text("subscription.next"), texts.date(next, records.timezone())));
                }
            }
            default -> rows.add(new Row(texts.text("subscription.payment"), money()));
        }
        return rows;
    }
}
