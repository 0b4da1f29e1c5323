package io.tollgate.storefront.mails;

import io.tollgate.pdf.ContentNode;
import io.tollgate.platform.mail.MailAddress;
import io.tollgate.platform.mail.MailDocument;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Kind;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.platform.mail.MailTemplates;
import io.tollgate.platform.mail.QueuedMail;
import io.tollgate.platform.mail.RenderedMail;
import io.tollgate.storefront.pages.ButtonTheme;
import io.tollgate.storefront.pages.CartLinks;
import io.tollgate.storefront.pages.SellerHtml;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Composes the reminder of a cart that its buyer has left. */
record ReminderMail(QueuedMail mail, SubjectRecords records, MailTexts texts, CartLinks links) {
    private static final int TITLE_MAX = 120;
    private static final int NAME_MAX = 60;

    /** Letters, spaces and the punctuation of names. Anyone can enter anything next to an address of someone else. */
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{M} .,'’()-]{1," + NAME_MAX + "}");

    /** Mail programs turn it into a link. */
    private static final Pattern DOMAIN = Pattern.compile("[\\p{L}-]{2,}\\.\\p{L}{2,}");

    /** Returns whether the cart was not ordered yet, and the page sells and sends reminders. */
    static boolean isWanted(SubjectRecords records) {
        ContentNode page = records.page();
        return records.record().text("status").equals("draft")
                && page.text("status").equals("published")
                && !page.at("checkoutAbandonment").is("disableEmails");
    }

    RenderedMail compose() {
        String language = "?lang=" + texts.locale().getLanguage();
        String name = records.seller().name();
        String stop = links.refuse(records.scope(), name, mail.subjectId()) + language;
        List<Block> blocks = new ArrayList<>(introduction());
        blocks.add(new OrderBlocks(records, texts).amounts());
        String button = customized("buttonText");
        blocks.add(Block.rows(
                Kind.BUTTON,
                null,
                List.of(new Row(
                        button == null
                                ? texts.text("reminder.button")
                                : new MailContent(records, texts, name()).fill(button, false),
                        links.restore(records.scope(), name, mail.subjectId()) + language))));
        String subject = subject();
        MailDocument document = document(blocks, new Row(texts.text("reminder.stop"), stop));
        return new RenderedMail(
                records.seller().displayName(),
                records.seller().email(),
                records.scope().live() ? subject : texts.text("test.subject", subject),
                MailTemplates.text(document),
                MailTemplates.html(document),
                List.of(),
                stop);
    }

    private MailDocument document(List<Block> blocks, Row stop) {
        ContentNode settings = records.page().at("checkoutAbandonment");
        return new MailDocument(
                texts.tag(),
                texts.direction(),
                MailAddress.header(text(), TITLE_MAX),
                shows(settings, "showStoreName") ? records.seller().displayName() : null,
                shows(settings, "showStoreLogo") ? records.seller().logoUrl() : null,
                records.scope().live() ? null : texts.text("test.notice"),
                texts.text("reminder.heading"),
                List.copyOf(blocks),
                List.of(texts.text("reminder.why", records.seller().displayName())),
                stop,
                ButtonTheme.of(records.seller().accentColor()));
    }

    private static boolean shows(ContentNode settings, String name) {
        return !settings.has(name) || settings.is(name);
    }

    /** Returns a text of the page for this reminder; null if the page does not customize it, or has no such text. */
    private @Nullable String customized(String name) {
        ContentNode reminder = records.page()
                .at("checkoutAbandonment")
                .at("emailReminders")
                .at("reminder" + mail.occasion().id());
        return reminder.is("customizeEmail") && reminder.has(name) ? reminder.text(name) : null;
    }

    private String subject() {
        String custom = customized("subject");
        return custom == null
                ? texts.text(subjectKey(), MailAddress.header(records.title(), TITLE_MAX))
                : new MailContent(records, texts, name()).fill(custom, false);
    }

    private String subjectKey() {
        return switch (mail.occasion().id()) {
            case "1" -> "reminder.subject1";
            case "2" -> "reminder.subject2";
            default -> "reminder.subject3";
        };
    }

    private String text() {
        return texts.text("reminder.text", records.title(), records.seller().displayName());
    }

    private List<Block> introduction() {
        String body = customized("body");
        String clean = body == null ? null : SellerHtml.clean(new MailContent(records, texts, name()).fill(body, true));
        if (clean != null) {
            return List.of(Block.html(clean));
        }
        String name = name();
        return List.of(
                Block.text(null, name.isEmpty() ? texts.text("greeting.nobody") : texts.text("greeting", name)),
                Block.text(null, text()));
    }

    /** Returns the buyer's name; empty if the buyer has entered none, or something else than a name. */
    private String name() {
        String name = records.record().text("customerName");
        return NAME.matcher(name).matches() && !DOMAIN.matcher(name).find() ? name : "";
    }
}
