package io.tollgate.storefront.mails;

import io.tollgate.catalog.file.FileLinks;
import io.tollgate.pdf.Formats;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.MailRenderer;
import io.tollgate.platform.mail.MailSettings;
import io.tollgate.platform.mail.QueuedMail;
import io.tollgate.platform.mail.ReminderRecipients;
import io.tollgate.platform.mail.RenderedMail;
import io.tollgate.sales.invoice.InvoicePdfRoutes;
import io.tollgate.sales.ticket.TicketPdfRoutes;
import io.tollgate.storefront.pages.CartLinks;
import io.tollgate.storefront.pages.OverdueLinks;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Renders messages when they are sent, from the records as they are then. Belongs to one event loop, because formats
 * are not thread-safe.
 */
public final class OrderMails implements MailRenderer {
    private final Database database;
    private final MailAttachments attachments;
    private final OverdueLinks overdue;
    private final CartLinks carts;
    private final String publicUrl;
    private final Clock clock;
    private final Duration linkValidity;
    private final Formats formats = new Formats();

    /**
     * The documents that messages attach, and the links to files and pages.
     *
     * @param publicUrl the address at which buyers reach Tollgate, without a trailing slash
     */
    public record Documents(
            InvoicePdfRoutes invoices,
            TicketPdfRoutes tickets,
            FileLinks links,
            OverdueLinks overdue,
            CartLinks carts,
            String publicUrl) {}

    public OrderMails(Database database, Documents documents, Clock clock, MailSettings settings) {
        this.database = database;
        this.overdue = documents.overdue();
        this.carts = documents.carts();
        this.publicUrl = documents.publicUrl();
        this.clock = clock;
        this.linkValidity = settings.fileLinkValidity();
        this.attachments = new MailAttachments(
                database, documents.invoices(), documents.tickets(), documents.links(), linkValidity);
    }

    /** Loads texts and templates. Their first use would otherwise block the event loop. */
    public static void prepare() {
        MailTexts.prepare();
    }

    @Override
    public Future<List<String>> recipients(QueuedMail mail) {
        return SubjectRecords.load(database, mail).compose(records -> {
            List<String> recipients = MailRecipients.of(mail, records);
            return mail.purpose() != MailPurpose.CART_REMINDER || recipients.isEmpty()
                    ? Future.succeededFuture(recipients)
                    : accepts(records, recipients.get(0)).map(accepts -> accepts ? recipients : List.of());
        });
    }

    @Override
    public Future<RenderedMail> render(QueuedMail mail) {
        return mail.purpose() == MailPurpose.CART_REMINDER
                ? SubjectRecords.load(database, mail).compose(records -> reminder(mail, records))
                : SubjectRecords.load(database, mail).compose(records -> order(mail, records));
    }

    private Future<RenderedMail> reminder(QueuedMail mail, SubjectRecords records) {
        return accepts(records, mail.recipient()).map(accepts -> {
            // The cart may have another address by now.
            if (!accepts || !MailRecipients.of(mail, records).contains(mail.recipient())) {
                throw new ObsoleteMessage("the cart was ordered, or reminders were stopped");
            }
            return new ReminderMail(mail, records, MailTexts.of(records.buyerLocale(), formats), carts).compose();
        });
    }

    private Future<Boolean> accepts(SubjectRecords records, String recipient) {
        Instant claimed = records.record().time("abandonedCartEmailSentAt");
        return claimed == null
                ? Future.succeededFuture(false)
                : ReminderRecipients.accepts(
                        database,
                        records.scope(),
                        recipient,
                        claimed,
                        records.record().text("pageId"));
    }

    private Future<RenderedMail> order(QueuedMail mail, SubjectRecords records) {
        Future<Instant> now = new TestClock(database, clock).now(records.scope());
        return Future.join(attachments.collect(mail.purpose(), records), now).map(both -> {
            MailAttachments.Collected files = both.resultAt(0);
            String locale = mail.purpose().isForSeller() ? records.seller().locale() : records.buyerLocale();
            MailTexts texts = MailTexts.of(locale, formats);
            MailLinks links = new MailLinks(
                    overdue,
                    now.result().plus(OverdueLinks.VALIDITY),
                    clock.now().plus(linkValidity),
                    publicUrl);
            return new MailComposer(mail, records, files, texts, links).compose();
        });
    }
}
