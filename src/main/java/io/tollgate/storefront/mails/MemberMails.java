package io.tollgate.storefront.mails;

import io.tollgate.accounts.member.DashboardSettings;
import io.tollgate.accounts.member.MemberDevices;
import io.tollgate.accounts.member.MemberDevices.NewDevice;
import io.tollgate.accounts.member.MemberLinks;
import io.tollgate.accounts.member.MemberLinks.SentLink;
import io.tollgate.accounts.passkey.SecurityEvents;
import io.tollgate.accounts.passkey.SecurityEvents.SecurityEvent;
import io.tollgate.pdf.Formats;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.mail.MailAddress;
import io.tollgate.platform.mail.MailDocument;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Kind;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.MailRenderer;
import io.tollgate.platform.mail.MailTemplates;
import io.tollgate.platform.mail.QueuedMail;
import io.tollgate.platform.mail.RenderedMail;
import io.tollgate.storefront.pages.ButtonTheme;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Renders the messages to members: links that sign in, invitations, sign-ins in new browsers, and changes of the ways
 * to sign in. Belongs to one event loop.
 */
public final class MemberMails implements MailRenderer {
    private static final int PREHEADER_MAX = 120;

    /** The keys of the texts that every message has. */
    private record Texts(String subject, String heading, String text) {
        static final Texts LINK = new Texts("member.subject", "member.heading", "member.text");
        static final Texts INVITATION = new Texts("invitation.subject", "invitation.heading", "invitation.text");
        static final Texts SIGN_IN = new Texts("signin.subject", "signin.heading", "signin.text");
        static final Texts SECURITY = new Texts("security.subject", "security.heading", "security.heading");
    }

    private final MemberLinks links;
    private final MemberDevices devices;
    private final SecurityEvents events;
    private final Clock clock;
    private final String publicUrl;
    private final DashboardSettings settings;
    private final Formats formats = new Formats();

    /**
     * @param publicUrl the address of the dashboard, without a path
     * @param settings the validity of links
     */
    public MemberMails(
            MemberLinks links,
            MemberDevices devices,
            SecurityEvents events,
            Clock clock,
            String publicUrl,
            DashboardSettings settings) {
        this.links = links;
        this.devices = devices;
        this.events = events;
        this.clock = clock;
        this.publicUrl = publicUrl;
        this.settings = settings;
    }

    /** An invitation goes to the member; a link that a person requested has its recipient from the start. */
    @Override
    public Future<List<String>> recipients(QueuedMail mail) {
        return isInvitation(mail)
                ? links.address(mail.scope().sellerId(), mail.subjectId())
                        .map(address -> address == null ? List.of() : List.of(address))
                : Future.succeededFuture(List.of());
    }

    private static boolean isInvitation(QueuedMail mail) {
        return mail.purpose() == MailPurpose.MEMBER_INVITATION;
    }

    @Override
    public Future<RenderedMail> render(QueuedMail mail) {
        String seller = mail.scope().sellerId();
        if (mail.purpose() == MailPurpose.MEMBER_SIGN_IN) {
            return devices.read(seller, mail.subjectId()).map(device -> {
                if (device == null) {
                    throw new LateMessage("the browser is no longer known");
                }
                return render(device);
            });
        }
        if (mail.purpose() == MailPurpose.MEMBER_SECURITY) {
            return events.read(seller, mail.subjectId()).map(event -> {
                if (event == null) {
                    throw new LateMessage("the event is no longer kept");
                }
                return render(event);
            });
        }
        Future<@Nullable SentLink> sent =
                isInvitation(mail) ? links.invitation(seller, mail.subjectId()) : links.read(seller, mail.subjectId());
        return sent.map(link -> {
            if (link == null || !clock.now().isBefore(link.expiresAt())) {
                throw new LateMessage("the link was used or has expired");
            }
            return isInvitation(mail)
                    ? render(link, Texts.INVITATION, "invitation.valid", settings.invitationDays())
                    : render(link, Texts.LINK, "portal.valid", settings.linkMinutes());
        });
    }

    private RenderedMail render(NewDevice device) {
        MailTexts texts = MailTexts.of(device.locale(), formats);
        return render(
                texts,
                device.seller(),
                Texts.SIGN_IN,
                List.of(
                        Block.text(null, texts.text(Texts.SIGN_IN.text(), device.seller())),
                        facts(texts, device.at(), device.zone(), device.address(), device.userAgent()),
                        Block.text(null, texts.text("signin.advice"))),
                List.of());
    }

    private RenderedMail render(SecurityEvent event) {
        MailTexts texts = MailTexts.of(event.locale(), formats);
        String text = texts.text(key(event.kind()), event.seller(), event.detail());
        return render(
                texts,
                event.seller(),
                Texts.SECURITY,
                List.of(
                        Block.text(null, text),
                        facts(texts, event.at(), event.zone(), event.address(), event.userAgent()),
                        Block.text(null, texts.text("security.advice"))),
                List.of());
    }

    private static String key(SecurityEvents.Kind kind) {
        return switch (kind) {
            case PASSKEY_ADDED -> "security.passkey_added";
            case PASSKEY_REMOVED -> "security.passkey_removed";
            case PASSKEY_BLOCKED -> "security.passkey_blocked";
            case RECOVERY_CODES_CREATED -> "security.recovery_codes_created";
            case RECOVERY_CODE_USED -> "security.recovery_code_used";
        };
    }

    /** Returns when and where something happened. */
    private static Block facts(
            MailTexts texts, Instant at, String zone, @Nullable String address, @Nullable String userAgent) {
        List<Row> facts = new ArrayList<>();
        facts.add(new Row(texts.text("signin.time"), texts.moment(at, zone)));
        if (address != null) {
            facts.add(new Row(texts.text("signin.address"), address));
        }
        if (userAgent != null) {
            facts.add(new Row(texts.text("signin.browser"), userAgent));
        }
        return Block.rows(Kind.FACTS, null, facts);
    }

    private RenderedMail render(SentLink link, Texts kind, String validity, int quantity) {
        MailTexts texts = MailTexts.of(link.locale(), formats);
        return render(
                texts,
                link.seller(),
                kind,
                List.of(
                        Block.text(null, texts.text(kind.text(), link.seller())),
                        Block.rows(
                                Kind.BUTTON,
                                null,
                                List.of(new Row(
                                        texts.text("member.open"), publicUrl + MemberLinks.path(link.token())))),
                        Block.text(null, texts.text(validity, texts.quantity(quantity)))),
                List.of(texts.text("portal.ignore")));
    }

    private static RenderedMail render(
            MailTexts texts, String seller, Texts kind, List<Block> blocks, List<String> footer) {
        MailDocument document = new MailDocument(
                texts.tag(),
                texts.direction(),
                MailAddress.header(texts.text(kind.text(), seller), PREHEADER_MAX),
                seller,
                null,
                null,
                texts.text(kind.heading()),
                blocks,
                footer,
                null,
                ButtonTheme.of(null));
        return new RenderedMail(
                seller,
                null,
                texts.text(kind.subject(), MailAddress.header(seller, PREHEADER_MAX)),
                MailTemplates.text(document),
                MailTemplates.html(document),
                List.of());
    }
}
