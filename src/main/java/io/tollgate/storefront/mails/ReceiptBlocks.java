package io.tollgate.storefront.mails;

import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Kind;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.subscription.InstallmentPlan;
import io.tollgate.storefront.mails.Receipt.Billing;
import io.tollgate.storefront.mails.Receipt.Due;
import io.tollgate.storefront.pages.BillingTexts;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.storefront.pages.PortalPaths;
import io.tollgate.storefront.pages.SummaryView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds the parts of messages and pages that show a receipt. */
record ReceiptBlocks(SubjectRecords records, Receipt receipt, MailTexts texts) {
    static ReceiptBlocks of(SubjectRecords records, MailTexts texts) {
        return new ReceiptBlocks(records, Receipt.of(records), texts);
    }

    private String money(long amount) {
        return texts.money(amount, records.charge().text("currency"));
    }

    private String date(Instant time) {
        return texts.date(time, records.accountTimezone());
    }

    /** Returns how to pay what is due, what was bought and paid, and what is charged next. */
    List<Block> all() {
        List<Block> blocks = new ArrayList<>(payment());
        blocks.addAll(amounts());
        List<Row> facts = billing();
        if (!facts.isEmpty()) {
            blocks.add(Block.rows(Kind.FACTS, null, facts));
        }
        return blocks;
    }

    /** Returns how to pay what is due; empty if nothing is due. */
    List<Block> payment() {
        Due due = receipt.due();
        if (due == null) {
            return List.of();
        }
        Instant until = due.until();
        String asked = until == null
                ? texts.text("pay.amount", money(due.amount()))
                : texts.text("pay.by", money(due.amount()), date(until));
        String first = receipt.paid() == 0 ? asked : texts.text("pay.paid", money(receipt.paid())) + " " + asked;
        String instructions = due.instructions();
        if (instructions == null && due.bankDetails() == null && !due.onDelivery()) {
            instructions = texts.text("pay.later");
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.text(
                Objects.requireNonNullElse(due.method(), texts.text("pay.title")),
                instructions == null ? first : first + "\n" + instructions));
        if (due.bankDetails() != null) {
            blocks.add(Block.text(texts.label("bankDetails"), due.bankDetails()));
        }
        return blocks;
    }

    private List<Block> amounts() {
        Billing billing = receipt.billing();
        if (billing == null) {
            return List.of(new OrderBlocks(records, texts).amounts());
        }
        SubscriptionCart cart = records.extras().cart();
        if (cart == null) {
            // What an imported subscription has cost before is not known.
            return receipt.paid() == 0 ? List.of() : List.of(ordered(List.of(), List.of()));
        }
        return ordered(cart, billing);
    }

    private List<Block> ordered(SubscriptionCart cart, Billing billing) {
        Messages messages = texts.messages(records.accountTimezone());
        String currency = records.record().text("currency");
        SummaryView summary = SummaryView.of(
                messages, cart.today(), cart, currency, cart.today().total());
        List<Block> blocks = new ArrayList<>();
        blocks.add(ordered(summary.lines(), summary.included()));
        // After a change of the quantity or the price, the order no longer says what is charged.
        boolean asOrdered = cart.regular().total() == billing.amount();
        if (billing.continues() && asOrdered && !summary.later().isEmpty()) {
            blocks.add(Block.text(null, String.join("\n", summary.later())));
        }
        return blocks;
    }

    /** Returns the lines of a subscription with what was paid; without lines, what it is. */
    private Block ordered(List<SummaryView.Row> lines, List<SummaryView.Row> included) {
        List<Row> rows = new ArrayList<>();
        lines.forEach(line -> rows.add(new Row(texts.times(line.quantity(), line.label()), line.amount())));
        if (rows.isEmpty()) {
            rows.add(new Row(records.title(), money(receipt.paid())));
        }
        rows.add(new Row(texts.text("receipt.paid"), money(receipt.paid()), true));
        included.forEach(line -> rows.add(new Row(line.label(), line.amount())));
        return Block.rows(Kind.AMOUNTS, texts.text("summary"), rows);
    }

    /** Returns what a subscription or an installment plan charges next, until when; empty for other purchases. */
    List<Row> billing() {
        Billing billing = receipt.billing();
        if (billing == null) {
            return List.of();
        }
        List<Row> rows = new ArrayList<>();
        String price = new BillingTexts(
                        texts.messages(records.accountTimezone()),
                        records.record().text("currency"))
                .price(billing.amount(), billing.recurrence());
        InstallmentPlan plan = billing.plan();
        if (plan != null) {
            addPlan(rows, plan, price);
        } else if (billing.continues()) {
            rows.add(new Row(texts.text("subscription.amount"), price));
        }
        Receipt.Charge next = billing.next();
        if (next != null) {
            rows.add(new Row(
                    texts.text("subscription.next"), texts.text("receipt.on", money(next.amount()), date(next.at()))));
        }
        Instant end = billing.endsOn();
        if (end != null) {
            rows.add(new Row(texts.text("receipt.ends"), date(end)));
        }
        return rows;
    }

    private void addPlan(List<Row> rows, InstallmentPlan plan, String price) {
        rows.add(new Row(texts.text("receipt.plan"), price));
        rows.addAll(plan(plan));
    }

    /** Returns what an installment plan costs, what is paid, and what is due until when. */
    List<Row> plan(@Nullable InstallmentPlan plan) {
        if (plan == null) {
            return List.of();
        }
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(texts.text("plan.total"), money(plan.total())));
        rows.add(new Row(texts.text("plan.paid"), money(plan.paid())));
        if (plan.due() > 0) {
            rows.add(new Row(texts.text("plan.due"), money(plan.due())));
            rows.add(new Row(texts.text("plan.last"), date(plan.lastPayment())));
        }
        return rows;
    }

    /** Returns the link to the processor's invoice of a payment of the subscription; empty without one. */
    List<Row> processorInvoice() {
        String url = records.extras().paymentPdf();
        return url == null ? List.of() : List.of(new Row(texts.text("receipt.invoice"), url));
    }

    /** Returns what the buyer can do in the portal. */
    String portalText() {
        Billing billing = receipt.billing();
        String text = texts.text("receipt.portal.text");
        if (billing == null || !billing.continues()) {
            return text;
        }
        return text + " " + texts.text(billing.cancelable() ? "receipt.portal.change" : "receipt.portal.card");
    }

    /**
     * Returns the link to the portal.
     *
     * @param publicUrl the address at which buyers reach Tollgate, without a trailing slash
     */
    Row portal(String publicUrl) {
        String path =
                PortalPaths.of(records.seller().name(), records.scope().live()).base();
        return new Row(
                texts.text("portal.open"),
                publicUrl + path + "?lang=" + texts.locale().getLanguage());
    }

    /**
     * Returns the blocks of a message about documents and the portal.
     *
     * @param withInvoice whether the message is about a payment, whose invoice it links
     */
    List<Block> links(String publicUrl, boolean withInvoice) {
        List<Block> blocks = new ArrayList<>();
        if (withInvoice && !processorInvoice().isEmpty()) {
            blocks.add(Block.rows(Kind.LINKS, null, processorInvoice()));
        }
        blocks.add(Block.text(texts.text("receipt.portal"), portalText()));
        blocks.add(Block.rows(Kind.LINKS, null, List.of(portal(publicUrl))));
        return blocks;
    }
}
