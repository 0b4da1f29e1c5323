package io.tollgate.storefront.mails;

import io.tollgate.catalog.page.EmailPlaceholders;
import io.tollgate.pdf.ContentNode;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.sales.ticket.TicketPdfTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The texts that a page sets for its messages, with the values of their placeholders.
 *
 * @param customerName empty if the message does not name the buyer
 */
record MailContent(SubjectRecords records, MailTexts texts, String customerName) {
    MailContent(SubjectRecords records, MailTexts texts) {
        this(records, texts, records.charge().text("customerName"));
    }

    /** Returns a text of the page; null if the page does not customize its confirmation, or has no such text. */
    @Nullable
    String customized(String setting) {
        ContentNode page = records.page();
        return page.is("customizeEmailConfirmation") && page.has(setting) ? page.text(setting) : null;
    }

    /** @param html whether the text is HTML, for which values are escaped */
    String fill(String text, boolean html) {
        return EmailPlaceholders.fill(text, name -> html ? escaped(value(name)) : value(name));
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private String value(String name) {
        ContentNode charge = records.charge();
        ContentNode event = records.page().at("eventDetails");
        Instant created = charge.time("createdAt");
        return switch (name) {
            case "amount" -> money("amount");
            case "amount.due" -> money("amountDue");
            case "amount.paid" -> money("amountPaid");
            case "customer.email" -> charge.text("customerEmail");
            case "customer.name" -> customerName;
            case "event.date" ->
                TicketPdfTimes.of(event, texts.formats(), texts.locale()).date();
            case "event.time" ->
                TicketPdfTimes.of(event, texts.formats(), texts.locale()).time();
            case "event.location" -> event.text("location");
            case "event.meetingLink" -> event.text("meetingLink");
            case "event.title" -> charge.text("eventTitle");
            case "form.title" -> charge.text("formTitle");
            case "order.date" -> created == null ? "" : texts.date(created, records.accountTimezone());
            case "order.id" -> charge.text("orderId");
            case "product.title" -> charge.text("productTitle");
            case "seller.name" -> records.seller().displayName();
            case "ticket.count" -> tickets();
            default -> throw new IllegalArgumentException("no placeholder " + name);
        };
    }

    private String money(String field) {
        ContentNode charge = records.charge();
        return charge.has(field) ? texts.money(charge.amount(field), charge.text("currency")) : "";
    }

    private String tickets() {
        List<ContentNode> types = records.charge().list("tickets");
        long count = types.stream().mapToLong(type -> type.amount("quantity")).sum();
        return types.isEmpty() ? "" : Long.toString(count);
    }

    /** Returns the address of the buyer; null without one. */
    @Nullable
    String customerEmail() {
        String email = records.charge().text("customerEmail");
        return email.isBlank() ? null : email;
    }

    /** Returns the name of the buyer; empty without one. */
    String buyerName() {
        return records.charge().text("customerName");
    }

    /** Returns who ordered, as sellers read it. */
    List<Row> customer() {
        ContentNode charge = records.charge();
        List<Row> rows = new ArrayList<>();
        for (String[] fact :
                new String[][] {{"customer", "customerName"}, {"email", "customerEmail"}, {"order", "orderId"}}) {
            if (charge.has(fact[1])) {
                rows.add(new Row(texts.text(fact[0]), charge.text(fact[1])));
            }
        }
        return rows;
    }
}
