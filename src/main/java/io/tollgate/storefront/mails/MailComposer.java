package io.tollgate.storefront.mails;

import io.tollgate.pdf.ContentNode;
import io.tollgate.platform.mail.MailAddress;
import io.tollgate.platform.mail.MailDocument;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Kind;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.MailTemplates;
import io.tollgate.platform.mail.QueuedMail;
import io.tollgate.platform.mail.RenderedMail;
import io.tollgate.storefront.mails.MailAttachments.Collected;
import io.tollgate.storefront.mails.MailFrame.Head;
import io.tollgate.storefront.pages.SellerHtml;
import java.util.ArrayList;
import java.util.List;

/** Composes one message from the records that it is about. */
final class MailComposer {
    private static final int TITLE_MAX = 120;

    private final QueuedMail mail;
    private final SubjectRecords records;
    private final Collected files;
    private final MailTexts texts;
    private final OrderBlocks order;
    private final MailContent content;
    private final OrderGoods goods;
    private final ReceiptBlocks receipt;
    private final MailLinks links;
    private final List<Block> blocks = new ArrayList<>();

    MailComposer(QueuedMail mail, SubjectRecords records, Collected files, MailTexts texts, MailLinks links) {
        this.mail = mail;
        this.records = records;
        this.files = files;
        this.texts = texts;
        this.order = new OrderBlocks(records, texts);
        this.content = new MailContent(records, texts);
        this.receipt = ReceiptBlocks.of(records, texts);
        this.links = links;
        this.goods = new OrderGoods(records, files, texts, links.filesUntil());
    }

    RenderedMail compose() {
        Head head = switch (mail.purpose()) {
            case ORDER_CONFIRMATION -> confirmation();
            case TICKET_CONFIRMATION -> ticket();
            case ORDER_NOTIFICATION -> notification();
            case PAYMENT_RECEIVED -> received();
            case REFUND -> refund();
            case BOOKING_CANCELED -> bookingCanceled();
            case TICKET_CANCELED -> ticketCanceled();
            case LATE_PAYMENT_REFUNDED -> latePayment();
            case LATE_PAYMENT_NOTIFICATION -> latePaymentNotification();
            case FORM_CONFIRMATION -> formConfirmation();
            case FORM_NOTIFICATION -> formNotification();
            case SUBSCRIPTION_CONFIRMATION,
                    SUBSCRIPTION_NOTIFICATION,
                    SUBSCRIPTION_PAYMENT_FAILED,
                    SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION,
                    SUBSCRIPTION_PAYMENT_NOTIFICATION,
                    SUBSCRIPTION_RECEIPT,
                    SUBSCRIPTION_CANCELED,
                    SUBSCRIPTION_CANCELED_NOTIFICATION -> subscription();
            default -> throw new IllegalArgumentException("not about an order");
        };
        MailDocument document = MailFrame.around(head, blocks, mail.purpose(), records, texts);
        String subject = records.scope().live() ? head.subject() : texts.text("test.subject", head.subject());
        return new RenderedMail(
                records.seller().displayName(),
                mail.purpose().isForSeller()
                        ? content.customerEmail()
                        : records.seller().email(),
                subject,
                MailTemplates.text(document),
                MailTemplates.html(document),
                files.attachments());
    }

    private String title() {
        return MailAddress.header(records.title(), TITLE_MAX);
    }

    private String orderId() {
        return records.charge().text("orderId");
    }

    private String money(long amount) {
        return texts.money(amount, records.charge().text("currency"));
    }

    private void greet() {
        boolean attends =
                records.kind() == SubjectRecords.Kind.TICKET && records.record().has("attendeeName");
        String name = attends ? records.record().text("attendeeName") : content.buyerName();
        blocks.add(Block.text(null, name.isBlank() ? texts.text("greeting.nobody") : texts.text("greeting", name)));
    }

    private void say(String text) {
        if (!text.isEmpty()) {
            blocks.add(Block.text(null, text));
        }
    }

    private void orderNumber() {
        if (!orderId().isEmpty()) {
            blocks.add(Block.rows(Kind.FACTS, null, List.of(new Row(texts.text("order"), orderId()))));
        }
    }

    /** Adds the seller's message instead of the greeting and the default text, if the page has one. */
    private void introduce(String text) {
        String html = content.customized("confirmationEmailMessage");
        String clean = html == null ? null : SellerHtml.clean(content.fill(html, true));
        if (clean == null) {
            greet();
            say(text);
        } else {
            blocks.add(Block.html(clean));
        }
    }

    private Head headed(String subject, String heading) {
        String custom = content.customized("confirmationEmailSubject");
        return new Head(custom == null ? subject : content.fill(custom, false), heading);
    }

    private Head confirmation() {
        String seller = records.seller().displayName();
        boolean booking = records.kind() == SubjectRecords.Kind.BOOKING;
        introduce(
                booking
                        ? texts.text("booking.text", seller, records.title())
                        : texts.text("confirmation.text", seller));
        orderNumber();
        if (booking) {
            blocks.addAll(order.event());
            blocks.addAll(goods.attendees());
            say(goods.ticketNote());
        }
        blocks.addAll(goods.blocks());
        blocks.addAll(receipt.all());
        blocks.addAll(order.addresses());
        noteDocuments();
        return booking
                ? headed(texts.text("booking.subject", title()), texts.text("booking.heading"))
                : headed(texts.text("confirmation.subject", orderId(), seller), texts.text("confirmation.heading"));
    }

    private void noteInvoice() {
        say(files.invoice() == null ? "" : texts.text("invoice.attached"));
    }

    private void noteDocuments() {
        noteInvoice();
        blocks.addAll(receipt.links(links.publicUrl(), true));
    }

    private Head notification() {
        blocks.add(Block.rows(Kind.FACTS, null, content.customer()));
        if (records.kind() == SubjectRecords.Kind.BOOKING) {
            blocks.addAll(order.event());
            blocks.addAll(goods.attendees());
        }
        blocks.add(order.amounts());
        blocks.addAll(order.answers());
        blocks.addAll(order.addresses());
        return new Head(
                texts.text(
                        "notify.order.subject", title(), money(records.record().amount("amount"))),
                texts.text("notify.order.heading"));
    }

    private Head received() {
        greet();
        say(texts.text("received.text"));
        orderNumber();
        if (records.kind() == SubjectRecords.Kind.BOOKING) {
            blocks.addAll(order.event());
            if (files.tickets() != null) {
                say(goods.ticketNote());
            }
        }
        blocks.addAll(goods.blocks());
        blocks.addAll(receipt.all());
        noteDocuments();
        return new Head(texts.text("received.subject", orderId()), texts.text("received.heading"));
    }

    private Head refund() {
        ContentNode record = records.record();
        Long one = mail.occasion().amount();
        long refunded = one == null ? record.amount("amountRefunded") : one;
        greet();
        say(
                refunded >= record.amount("amountPaid")
                        ? texts.text("refund.full", money(refunded))
                        : texts.text("refund.partial", money(refunded), money(record.amount("amountPaid"))));
        say(texts.text("refund.wait"));
        orderNumber();
        amounts();
        noteInvoice();
        return new Head(texts.text("refund.subject", orderId()), texts.text("refund.heading"));
    }

    private void amounts() {
        ContentNode record = records.record();
        blocks.add(
                records.kind() == SubjectRecords.Kind.SUBSCRIPTION_PAYMENT
                        ? Block.rows(
                                Kind.FACTS, null, List.of(new Row(records.title(), money(record.amount("amount")))))
                        : order.amounts());
    }

    private Head bookingCanceled() {
        greet();
        say(texts.text("canceled.text", records.title()));
        orderNumber();
        blocks.addAll(order.event());
        return new Head(texts.text("canceled.subject", title()), texts.text("canceled.heading"));
    }

    private Head ticket() {
        greet();
        say(texts.text("attendee.text", records.title(), records.record().text("ticketShortId")));
        orderNumber();
        blocks.addAll(order.event());
        if (files.tickets() != null) {
            say(texts.text("attendee.attached"));
        }
        return new Head(texts.text("attendee.subject", title()), texts.text("attendee.heading"));
    }

    private Head ticketCanceled() {
        greet();
        say(texts.text("ticket.text", records.record().text("ticketShortId"), records.title()));
        orderNumber();
        return new Head(texts.text("ticket.subject", title()), texts.text("ticket.heading"));
    }

    private Head latePayment() {
        greet();
        say(texts.text("late.text", money(records.record().amount("amountPaid"))));
        say(texts.text("refund.wait"));
        orderNumber();
        return new Head(texts.text("late.subject"), texts.text("late.subject"));
    }

    private Head latePaymentNotification() {
        say(texts.text("notify.late.text", money(records.record().amount("amountPaid"))));
        blocks.add(Block.rows(Kind.FACTS, null, content.customer()));
        amounts();
        return new Head(texts.text("notify.late.subject", title()), texts.text("notify.late.heading"));
    }

    private Head formConfirmation() {
        introduce(texts.text("form.text", records.seller().displayName(), records.title()));
        blocks.addAll(order.answers());
        return headed(texts.text("form.subject", title()), texts.text("form.heading"));
    }

    private Head formNotification() {
        blocks.add(Block.rows(Kind.FACTS, null, content.customer()));
        blocks.addAll(order.answers());
        return new Head(texts.text("notify.form.subject", title()), texts.text("notify.form.heading"));
    }

    private Head subscription() {
        SubscriptionBlocks subscription = new SubscriptionBlocks(mail, records, texts);
        if (mail.purpose() == MailPurpose.SUBSCRIPTION_CONFIRMATION) {
            introduce(subscription.text());
        } else if (mail.purpose().isForSeller()) {
            say(subscription.text());
        } else {
            greet();
            say(subscription.text());
        }
        blocks.add(Block.rows(Kind.FACTS, null, subscription.facts()));
        if (mail.purpose() == MailPurpose.SUBSCRIPTION_CONFIRMATION) {
            blocks.addAll(goods.blocks());
            blocks.addAll(receipt.all());
            blocks.addAll(order.addresses());
        }
        if (!mail.purpose().isForSeller() && mail.purpose() != MailPurpose.SUBSCRIPTION_PAYMENT_FAILED) {
            boolean withInvoice = mail.purpose() != MailPurpose.SUBSCRIPTION_CANCELED;
            blocks.addAll(receipt.links(links.publicUrl(), withInvoice));
        }
        if (mail.purpose().isForSeller()) {
            blocks.add(Block.rows(Kind.FACTS, null, content.customer()));
        } else if (mail.purpose() == MailPurpose.SUBSCRIPTION_PAYMENT_FAILED && !records.isCanceled()) {
            blocks.addAll(subscription.payNow(links));
        }
        return mail.purpose() == MailPurpose.SUBSCRIPTION_CONFIRMATION
                ? headed(subscription.subject(), subscription.heading())
                : new Head(subscription.subject(), subscription.heading());
    }
}
