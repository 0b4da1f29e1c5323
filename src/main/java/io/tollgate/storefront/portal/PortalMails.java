package io.tollgate.storefront.portal;

import io.tollgate.accounts.seller.Sellers;
import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.pdf.Formats;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.mail.MailAddress;
import io.tollgate.platform.mail.MailDocument;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Kind;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.platform.mail.MailRenderer;
import io.tollgate.platform.mail.MailTemplates;
import io.tollgate.platform.mail.QueuedMail;
import io.tollgate.platform.mail.RenderedMail;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.storefront.mails.MailTexts;
import io.tollgate.storefront.pages.ButtonTheme;
import io.tollgate.storefront.pages.PortalPaths;
import io.tollgate.storefront.portal.PortalLinks.StoredLink;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders the messages with links to the customer portal. Belongs to one event loop. */
public final class PortalMails implements MailRenderer {
    private static final int PREHEADER_MAX = 120;

    private final Database database;
    private final Sellers sellers;
    private final PortalTokens tokens;
    private final TestClock time;
    private final PortalSettings settings;
    private final String publicUrl;
    private final Formats formats = new Formats();

    public PortalMails(Database database, RotatingKey key, Clock clock, PortalSettings settings, String publicUrl) {
        this.database = database;
        this.sellers = new Sellers(database);
        this.tokens = new PortalTokens(key);
        this.time = new TestClock(database, clock);
        this.settings = settings;
        this.publicUrl = publicUrl;
    }

    /** Returns the address of the link if a customer has it. */
    @Override
    public Future<List<String>> recipients(QueuedMail mail) {
        return valid(mail).map(link -> link == null || !link.hasCustomer() ? List.of() : List.of(link.email()));
    }

    /** Returns the link of a message; null if it has expired or was deleted. */
    private Future<@Nullable StoredLink> valid(QueuedMail mail) {
        return time.now(mail.scope())
                .compose(now -> PortalLinks.read(database, mail.scope(), mail.subjectId())
                        .map(link -> link == null || !now.isBefore(link.expiresAt()) ? null : link));
    }

    @Override
    public Future<RenderedMail> render(QueuedMail mail) {
        return valid(mail).compose(link -> {
            if (link == null) {
                return Future.failedFuture(new LateMessage("the link has expired"));
            }
            String token = tokens.ofLink(mail.scope(), mail.subjectId(), link.hash());
            if (token == null) {
                return Future.failedFuture(new UnusableSubject("the key of the link is no longer kept"));
            }
            return sellers.seller(mail.scope().sellerId()).map(seller -> render(mail.scope(), seller, link, token));
        });
    }

    private RenderedMail render(Scope scope, Seller seller, StoredLink link, String token) {
        MailTexts texts = MailTexts.of(link.language(), formats);
        String name = seller.displayName();
        String url = publicUrl + PortalPaths.of(seller.name(), scope.live()).login(token) + "?lang="
                + texts.locale().getLanguage();
        String text = texts.text("portal.text", name);
        String subject = texts.text("portal.subject", MailAddress.header(name, PREHEADER_MAX));
        MailDocument document = new MailDocument(
                texts.tag(),
                texts.direction(),
                MailAddress.header(text, PREHEADER_MAX),
                name,
                seller.logoUrl(),
                scope.live() ? null : texts.text("portal.test"),
                texts.text("portal.heading"),
                List.of(
                        Block.text(null, text),
                        Block.rows(Kind.BUTTON, null, List.of(new Row(texts.text("portal.open"), url))),
                        Block.text(null, texts.text("portal.valid", texts.quantity(settings.linkMinutes())))),
                List.of(texts.text("portal.ignore")),
                null,
                ButtonTheme.of(seller.accentColor()));
        return new RenderedMail(
                name,
                null,
                scope.live() ? subject : texts.text("test.subject", subject),
                MailTemplates.text(document),
                MailTemplates.html(document),
                List.of());
    }
}
