package io.tollgate.storefront.mails;

import io.tollgate.platform.mail.MailAddress;
import io.tollgate.platform.mail.MailDocument;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Kind;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.storefront.pages.ButtonTheme;
import java.util.ArrayList;
import java.util.List;

/** What is around the blocks of each message: preheader, store, heading, notice of the test mode, and footer. */
final class MailFrame {
    private static final int PREHEADER_MAX = 120;

    private MailFrame() {}

    /** A composed subject and heading. */
    record Head(String subject, String heading) {}

    static MailDocument around(
            Head head, List<Block> blocks, MailPurpose purpose, SubjectRecords records, MailTexts texts) {
        return new MailDocument(
                texts.tag(),
                texts.direction(),
                MailAddress.header(preheader(head, blocks, purpose), PREHEADER_MAX),
                records.pageHas("confirmationEmailShowStoreName", true)
                        ? records.seller().displayName()
                        : null,
                records.pageHas("confirmationEmailShowLogo", true)
                        ? records.seller().logoUrl()
                        : null,
                records.scope().live() ? null : texts.text("test.notice"),
                head.heading(),
                List.copyOf(blocks),
                footer(purpose, records, texts),
                null,
                ButtonTheme.of(records.seller().accentColor()));
    }

    /** Returns the first text after the greeting. */
    private static String preheader(Head head, List<Block> blocks, MailPurpose purpose) {
        return blocks.stream()
                .filter(block -> block.kind() == Kind.TEXT && block.title() == null)
                .map(Block::text)
                .skip(purpose.isForSeller() ? 0 : 1)
                .findFirst()
                .orElse(head.heading());
    }

    private static List<String> footer(MailPurpose purpose, SubjectRecords records, MailTexts texts) {
        if (purpose.isForSeller()) {
            return List.of(texts.text("footer.seller", records.page().text("name")));
        }
        List<String> footer = new ArrayList<>();
        if (records.seller().email() != null) {
            footer.add(texts.text("footer.reply"));
        }
        footer.add(texts.text("footer.buyer", records.seller().displayName()));
        return footer;
    }
}
