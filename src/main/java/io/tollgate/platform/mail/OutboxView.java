package io.tollgate.platform.mail;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A page of the outbox: the list of messages, or one message.
 *
 * @param sends whether a mail server is configured, so that texts are not shown
 * @param message null for the list
 */
public record OutboxView(
        boolean sends, List<Line> lines, @Nullable Message message) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** A message of the list. */
    public record Line(
            String path,
            String created,
            String seller,
            String mode,
            String purpose,
            String subjectId,
            String recipient,
            String state,
            int attempts,
            @Nullable String failure) {}

    /**
     * A rendered message.
     *
     * @param attachments names of the attached files, in order
     */
    public record Message(Line line, String sender, String subject, String text, List<String> attachments) {}

    static Line line(OutboxList.Entry entry) {
        QueuedMail mail = entry.mail();
        return new Line(
                entry.path(),
                TIME.format(mail.createdAt()),
                entry.sellerName(),
                mail.scope().live() ? "live" : "test",
                mail.purpose().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                mail.subjectId(),
                mail.recipient().isEmpty() ? "not determined yet" : mail.recipient(),
                entry.state().toLowerCase(Locale.ROOT),
                mail.attempts(),
                entry.failure());
    }

    static OutboxView list(boolean sends, List<OutboxList.Entry> entries) {
        return new OutboxView(sends, entries.stream().map(OutboxView::line).toList(), null);
    }

    static OutboxView message(boolean sends, OutboxList.Entry entry, RenderedMail mail) {
        Line line = line(entry);
        List<String> names =
                mail.attachments().stream().map(RenderedMail.Attachment::name).toList();
        return new OutboxView(
                sends, List.of(line), new Message(line, mail.senderName(), mail.subject(), mail.text(), names));
    }
}
