package io.tollgate.platform.mail;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is sent.
 *
 * @param senderName name of the sender, which the recipient sees
 * @param replyTo address for answers; null for the sender's
 * @param text the plain text part
 * @param html the HTML part
 * @param unsubscribe address that stops such messages, for the button of mail programs; null if they cannot be stopped
 */
public record RenderedMail(
        String senderName,
        @Nullable String replyTo,
        String subject,
        String text,
        String html,
        List<Attachment> attachments,
        @Nullable String unsubscribe) {

    /** A message that cannot be stopped. */
    public RenderedMail(
            String senderName,
            @Nullable String replyTo,
            String subject,
            String text,
            String html,
            List<Attachment> attachments) {
        this(senderName, replyTo, subject, text, html, attachments, null);
    }

    /**
     * An attached file.
     *
     * @param name ASCII file name
     */
    public record Attachment(String name, String contentType, Buffer bytes) {}
}
