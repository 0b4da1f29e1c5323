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
import io.tollgate.sales.savedexport.ExportLinks;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders the messages to sellers about files of exports. Belongs to one event loop. */
public final class ExportMails implements MailRenderer {
    /** The file is named by the occasion. A failed run has none. */
    private static final String READ = """
            SELECT e.seller_id, e.livemode, e.list, e.record ->> 'notifyEmail', e.record ->> 'failure',
                   f.id, f.name, f.records, f.expires_at, %s
            FROM (SELECT seller_id, livemode, id, list, convert_from(record, 'UTF8')::jsonb AS record
                  FROM saved_export WHERE seller_id = $1 AND livemode = $2 AND id = $3) e
            LEFT JOIN export_file f ON f.seller_id = $1 AND f.livemode = $2 AND f.export_id = $3 AND f.id = $4
            %s""".formatted(AccountMail.COLUMNS, AccountMail.TABLES);

    private static final int ACCOUNT = 9;

    private final Database database;
    private final ExportLinks links;
    private final Formats formats = new Formats();

    public ExportMails(Database database, ExportLinks links) {
        this.database = database;
        this.links = links;
    }

    /** @param expiresAt when the file is deleted */
    private record Made(String id, String name, long records, Instant expiresAt) {}

    /**
     * An export and its seller.
     *
     * @param notifyEmail the addresses that are told; null for that of the account
     * @param failure why the last file could not be made; null if it was made
     * @param file null if there is none, or if it was deleted
     */
    private record Told(
            String list,
            @Nullable String notifyEmail,
            @Nullable String failure,
            @Nullable Made file,
            AccountMail account) {}

    /** Returns the export; null if it was deleted. */
    private Future<@Nullable Told> read(QueuedMail mail) {
        Scope scope = mail.scope();
        Tuple values = Tuple.of(
                scope.sellerId(),
                scope.live(),
                mail.subjectId(),
                mail.occasion().id());
        return database.get(READ, values).map(rows -> {
            for (io.vertx.sqlclient.Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                OffsetDateTime expires = row.getOffsetDateTime(8);
                Made file = expires == null
                        ? null
                        : new Made(row.getString(5), row.getString(6), row.getLong(7), expires.toInstant());
                return new Told(
                        row.getString(2), row.getString(3), row.getString(4), file, AccountMail.of(row, ACCOUNT));
            }
            return null;
        });
    }

    @Override
    public Future<List<String>> recipients(QueuedMail mail) {
        return read(mail).map(told -> {
            if (told == null) {
                return List.of();
            }
            String email = told.account().email();
            return told.notifyEmail() != null
                    ? MailAddress.list(told.notifyEmail())
                    : email == null ? List.of() : List.of(email);
        });
    }

    @Override
    public Future<RenderedMail> render(QueuedMail mail) {
        return read(mail).map(told -> {
            if (told == null) {
                throw new ObsoleteMessage("the export was deleted");
            }
            MailTexts texts = MailTexts.of(told.account().locale(), formats);
            return mail.purpose() == MailPurpose.EXPORT_FAILED
                    ? failed(mail.scope(), told, texts)
                    : ready(mail.scope(), told, texts);
        });
    }

    private RenderedMail ready(Scope scope, Told told, MailTexts texts) {
        Made file = told.file();
        Instant now = links.now();
        if (file == null || !file.expiresAt().isAfter(now)) {
            throw new ObsoleteMessage("the file was deleted");
        }
        Instant usual = now.plus(ExportLinks.MAIL_VALIDITY);
        Instant until = usual.isBefore(file.expiresAt()) ? usual : file.expiresAt();
        String link = links.sign(scope, file.id(), file.name(), until);
        List<Block> blocks = List.of(
                Block.text(null, texts.text("export.ready.text", told.list())),
                Block.rows(
                        Kind.FACTS,
                        null,
                        List.of(
                                new Row(texts.text("export.file"), file.name()),
                                new Row(texts.text("export.records"), texts.quantity(file.records())))),
                Block.rows(Kind.BUTTON, null, List.of(new Row(texts.text("export.download"), link))),
                Block.text(
                        null,
                        texts.text(
                                "export.ready.link",
                                texts.moment(until, told.account().timezone()))));
        String subject = texts.text("export.ready.subject", told.list());
        return rendered(scope, told, texts, subject, texts.text("export.ready.heading"), blocks);
    }

    private RenderedMail failed(Scope scope, Told told, MailTexts texts) {
        if (told.failure() == null) {
            throw new ObsoleteMessage("a later file is being made or is complete");
        }
        List<Block> blocks = List.of(
                Block.text(null, texts.text("export.failed.text", told.list())),
                Block.rows(Kind.FACTS, null, List.of(new Row(texts.text("export.reason"), told.failure()))),
                Block.text(null, texts.text("export.failed.next")));
        String subject = texts.text("export.failed.subject", told.list());
        return rendered(scope, told, texts, subject, texts.text("export.failed.heading"), blocks);
    }

    private static RenderedMail rendered(
            Scope scope, Told told, MailTexts texts, String subject, String heading, List<Block> blocks) {
        String shown = scope.live() ? subject : texts.text("test.subject", subject);
        return told.account().render(texts, shown, heading, blocks, texts.text("export.why"));
    }
}
