package io.tollgate.storefront.mails;

import io.tollgate.pdf.Formats;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.mail.MailAddress;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Kind;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.MailRenderer;
import io.tollgate.platform.mail.QueuedMail;
import io.tollgate.platform.mail.RenderedMail;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.webhook.FailureDeadlines;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Renders the messages to sellers about webhooks that fail. Belongs to one event loop. */
public final class WebhookMails implements MailRenderer {
    private static final int NAME_MAX = 100;
    private static final String GUIDE = "/docs/guides/webhooks#failures";

    /** Addresses may have secrets in their queries, which messages do not repeat. */
    private static final String READ = """
            SELECT w.seller_id, NULL::boolean, w.status, w.document ->> 'name', split_part(w.url, '?', 1),
                   s.failing_since, %s
            FROM webhook w
            JOIN webhook_state s ON s.seller_id = w.seller_id AND s.webhook_id = w.id
            %s
            WHERE w.seller_id = $1 AND w.id = $2
            """.formatted(AccountMail.COLUMNS, AccountMail.TABLES);

    private static final int ACCOUNT = 6;

    private final Database database;
    private final String publicUrl;
    private final Formats formats = new Formats();

    /** @param publicUrl the address at which the documentation is, without a trailing slash */
    public WebhookMails(Database database, String publicUrl) {
        this.database = database;
        this.publicUrl = publicUrl;
    }

    /**
     * A webhook and its seller.
     *
     * @param failing time of the first failed attempt after the last success; null if the last attempt succeeded
     */
    private record Failure(
            String status,
            String name,
            String address,
            @Nullable OffsetDateTime failing,
            AccountMail account) {
        /** Returns whether the webhook still is in the state that the message is about. */
        boolean lasts(MailPurpose purpose) {
            return purpose == MailPurpose.WEBHOOK_FAILED
                    ? status.equals("failed")
                    : status.equals("active") && failing != null;
        }
    }

    /** Returns the webhook; null if it was deleted. */
    private Future<@Nullable Failure> read(Scope scope, String webhookId) {
        return database.get(READ, Tuple.of(scope.sellerId(), webhookId)).map(rows -> {
            for (var row : rows) {
                TenantGuard.requireTenant(scope, row);
                return new Failure(
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getOffsetDateTime(5),
                        AccountMail.of(row, ACCOUNT));
            }
            return null;
        });
    }

    @Override
    public Future<List<String>> recipients(QueuedMail mail) {
        return read(mail.scope(), mail.subjectId()).map(failure -> {
            String email = failure == null ? null : failure.account().email();
            return email == null ? List.of() : List.of(email);
        });
    }

    @Override
    public Future<RenderedMail> render(QueuedMail mail) {
        return read(mail.scope(), mail.subjectId()).map(failure -> {
            if (failure == null || !failure.lasts(mail.purpose())) {
                throw new ObsoleteMessage("the webhook was deleted, works again, or is no longer active");
            }
            return render(mail, failure, MailTexts.of(failure.account().locale(), formats));
        });
    }

    private RenderedMail render(QueuedMail mail, Failure failure, MailTexts texts) {
        String name = MailAddress.header(failure.name(), NAME_MAX);
        boolean failed = mail.purpose() == MailPurpose.WEBHOOK_FAILED;
        String subject = texts.text(failed ? "webhook.failed.subject" : "webhook.failing.subject", name);
        List<Block> blocks = failed ? failed(mail, failure, texts) : failing(failure, texts);
        String heading = texts.text(failed ? "webhook.failed.heading" : "webhook.failing.heading");
        return failure.account().render(texts, subject, heading, blocks, texts.text("webhook.why"));
    }

    private List<Block> failing(Failure failure, MailTexts texts) {
        OffsetDateTime since = Objects.requireNonNull(failure.failing());
        String stop = texts.date(
                FailureDeadlines.stop(since.toInstant()), failure.account().zone());
        String from = texts.date(since.toInstant(), failure.account().zone());
        return List.of(
                Block.text(null, texts.text("webhook.failing.text", failure.name(), from, stop)),
                Block.rows(Kind.FACTS, null, facts(failure, texts)),
                guide(texts));
    }

    private List<Block> failed(QueuedMail mail, Failure failure, MailTexts texts) {
        boolean gone = mail.occasion().id().startsWith(MailPurpose.GONE);
        return List.of(
                Block.text(null, texts.text(gone ? "webhook.gone.text" : "webhook.failed.text", failure.name())),
                Block.rows(Kind.FACTS, null, facts(failure, texts)),
                Block.text(null, texts.text("webhook.failed.next")),
                guide(texts));
    }

    private static List<Row> facts(Failure failure, MailTexts texts) {
        List<Row> facts = new ArrayList<>();
        facts.add(new Row(texts.text("webhook.name"), failure.name()));
        facts.add(new Row(texts.text("webhook.address"), failure.address()));
        if (failure.failing() != null) {
            String since =
                    texts.date(failure.failing().toInstant(), failure.account().zone());
            facts.add(new Row(texts.text("webhook.since"), since));
        }
        return facts;
    }

    private Block guide(MailTexts texts) {
        return Block.rows(Kind.BUTTON, null, List.of(new Row(texts.text("webhook.guide"), publicUrl + GUIDE)));
    }
}
