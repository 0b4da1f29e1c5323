package io.tollgate.storefront.mails;

import io.tollgate.pdf.ContentNode;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Kind;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.sales.ticket.BookedTickets.BookedTicket;
import io.tollgate.storefront.mails.MailAttachments.Collected;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Builds the parts of messages that deliver an order: its license key, links to its files, and its tickets.
 *
 * @param validUntil when the links expire
 */
record OrderGoods(SubjectRecords records, Collected files, MailTexts texts, Instant validUntil) {
    /** Returns the license key and the links; empty without any. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        String key = records.extras().licenseKey();
        if (key != null) {
            blocks.add(Block.text(texts.text("license"), key));
        }
        if (!files.files().isEmpty()) {
            blocks.add(Block.rows(
                    Kind.LINKS,
                    texts.text("files"),
                    files.files().stream()
                            .map(file -> new Row(file.name(), file.url()))
                            .toList()));
            blocks.add(Block.text(null, texts.text("files.valid", texts.date(validUntil, records.accountTimezone()))));
        }
        return blocks;
    }

    /** Returns the attendees of a booking; empty if each ticket is for the buyer. */
    List<Block> attendees() {
        Map<String, String> types = records.record().list("tickets").stream()
                .collect(Collectors.toMap(
                        type -> type.text("ticketTypeId"), type -> type.text("name"), (first, second) -> first));
        List<BookedTicket> valid =
                files.booked().stream().filter(ticket -> !ticket.canceled()).toList();
        String buyer = records.record().text("customerName");
        return valid.stream().allMatch(ticket -> ticket.attendee().equals(buyer))
                ? List.of()
                : List.of(Block.rows(
                        Kind.FACTS,
                        texts.text("attendees"),
                        valid.stream()
                                .map(ticket ->
                                        new Row(types.getOrDefault(ticket.typeId(), ticket.code()), ticket.attendee()))
                                .toList()));
    }

    /** Returns how the buyer gets the tickets; empty if the event has none, or if they were canceled. */
    String ticketNote() {
        if (files.tickets() != null) {
            return texts.text("tickets.attached");
        }
        ContentNode details = records.page().at("eventDetails");
        boolean disabled = details.has("pdfTicketsEnabled") && !details.is("pdfTicketsEnabled");
        boolean canceled = records.record().text("orderStatus").equals("canceled");
        return disabled || canceled ? "" : texts.text("tickets.large");
    }
}
