package io.tollgate.storefront.mails;

import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.mail.MailAddress;
import io.tollgate.platform.mail.MailDocument;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailTemplates;
import io.tollgate.platform.mail.RenderedMail;
import io.tollgate.storefront.pages.ButtonTheme;
import io.vertx.sqlclient.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frame of a message to a seller that is about the account, and about neither an order nor a page.
 *
 * @param seller display name
 * @param email of the account; null without one
 */
record AccountMail(
        String seller,
        @Nullable String email,
        String locale,
        String zone,
        @Nullable String logoUrl,
        @Nullable String accentColor) {
    private static final int PREHEADER_MAX = 120;

    /** What a statement selects for {@link #of}. */
    static final String COLUMNS = """
            coalesce(t.display_name, r.display_name), t.email, coalesce(t.locale, ''), coalesce(t.timezone, 'UTC'),
            l.document::jsonb ->> 'location', t.accent_color
            """;

    /** The tables of {@link #COLUMNS}, for the seller {@code $1}. */
    static final String TABLES = """
            JOIN seller r ON r.id = $1
            LEFT JOIN seller_setting t ON t.seller_id = $1
            LEFT JOIN file l ON l.seller_id = $1 AND l.id = t.logo_file_id
            """;

    /** @param from the position of the first of {@link #COLUMNS} */
    static AccountMail of(Row row, int from) {
        int at = from;
        return new AccountMail(
                row.getString(at++),
                row.getString(at++),
                row.getString(at++),
                row.getString(at++),
                row.getString(at++),
                row.getString(at));
    }

    /** Returns the time zone of the account. */
    String timezone() {
        return TimeZones.has(zone) ? zone : "UTC";
    }

    /** @param why the line that says why the seller receives the message */
    RenderedMail render(MailTexts texts, String subject, String heading, List<Block> blocks, String why) {
        MailDocument document = new MailDocument(
                texts.tag(),
                texts.direction(),
                MailAddress.header(blocks.get(0).text(), PREHEADER_MAX),
                seller,
                logoUrl,
                null,
                heading,
                blocks,
                List.of(why),
                null,
                ButtonTheme.of(accentColor));
        return new RenderedMail(
                seller, null, subject, MailTemplates.text(document), MailTemplates.html(document), List.of());
    }
}
