package io.tollgate.platform.mail;

import io.tollgate.platform.schema.EmailAddress;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.LoginOption;
import io.vertx.ext.mail.MailAttachment;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.MailMessage;
import io.vertx.ext.mail.SMTPException;
import io.vertx.ext.mail.StartTLSOptions;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Sends messages with SMTP over pooled connections. */
final class SmtpTransport implements MailTransport, AutoCloseable {
    private static final long MAILS_PER_CONNECTION = 100;

    /** Permanent replies that concern the account or the connection, not the message. An operator can correct them. */
    private static final Set<Integer> CONFIGURATION = Set.of(502, 503, 504, 521, 523, 530, 534, 535, 538);

    private final MailClient client;
    private final MailSettings settings;
    private final String from;
    private final String domain;

    SmtpTransport(Vertx vertx, MailSettings settings) {
        this.settings = settings;
        String address = EmailAddress.ascii(settings.from());
        if (address == null) {
            throw new IllegalArgumentException("mail.from is not an e-mail address");
        }
        this.from = address;
        this.domain = address.substring(address.indexOf('@') + 1);
        this.client = MailClient.create(vertx, config(settings, domain));
    }

    private static MailConfig config(MailSettings settings, String domain) {
        MailConfig config = new MailConfig(settings.smtpHost(), settings.smtpPort())
                .setOwnHostname(domain)
                .setSsl(settings.tls().equals("tls"))
                .setStarttls(settings.tls().equals("starttls") ? StartTLSOptions.REQUIRED : StartTLSOptions.DISABLED)
                .setLogin(settings.username().isEmpty() ? LoginOption.DISABLED : LoginOption.REQUIRED)
                .setMaxPoolSize(settings.connections())
                .setMaxMailsPerConnection(MAILS_PER_CONNECTION)
                .setUserAgent("tollgate")
                .setConnectTimeout(settings.connectTimeoutMillis());
        // Closes connections on which the server does not respond, so that they do not fill the pool.
        config.setIdleTimeout(settings.sendTimeoutMillis()).setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        return settings.username().isEmpty()
                ? config
                : config.setUsername(settings.username()).setPassword(settings.password());
    }

    @Override
    public Future<Void> send(QueuedMail mail, RenderedMail rendered) {
        String to = EmailAddress.ascii(mail.recipient());
        if (to == null) {
            return Future.failedFuture(new Rejection("not an address that SMTP servers accept", true));
        }
        return client.sendMail(message(mail, rendered, to))
                .<Void>mapEmpty()
                .timeout(settings.connectTimeoutMillis() + settings.sendTimeoutMillis(), TimeUnit.MILLISECONDS)
                .recover(failure -> Future.failedFuture(classified(failure)));
    }

    private MailMessage message(QueuedMail mail, RenderedMail rendered, String to) {
        MailMessage message = new MailMessage()
                .setFrom(from)
                .setTo(to)
                .setText(rendered.text())
                .setHtml(rendered.html())
                .setHeaders(headers(mail, rendered));
        message.setAttachment(rendered.attachments().stream()
                .map(file -> MailAttachment.create()
                        .setName(file.name())
                        .setContentType(file.contentType())
                        .setDisposition("attachment")
                        .setData(file.bytes()))
                .toList());
        return message;
    }

    /** The client's own encoding of the subject and of names damages characters outside the basic plane. */
    private MultiMap headers(QueuedMail mail, RenderedMail rendered) {
        String name = settings.fromName().isEmpty() ? rendered.senderName() : settings.fromName();
        MultiMap headers = MultiMap.caseInsensitiveMultiMap()
                .set("Message-ID", messageId(mail))
                .set("From", MailHeaders.mailbox(name, from))
                .set("Subject", MailHeaders.subject(rendered.subject()))
                .set("Auto-Submitted", "auto-generated")
                .set("X-Auto-Response-Suppress", "All");
        if (rendered.unsubscribe() != null) {
            headers.set("List-Unsubscribe", "<" + rendered.unsubscribe() + ">")
                    .set("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
        }
        String replyTo = rendered.replyTo() == null ? null : EmailAddress.ascii(rendered.replyTo());
        return replyTo == null ? headers : headers.set("Reply-To", replyTo);
    }

    /** Returns the same id for each attempt, so that a message that is sent twice can be recognized. */
    private String messageId(QueuedMail mail) {
        return "<" + mail.id() + "." + (mail.scope().live() ? "live" : "test") + "@" + domain + ">";
    }

    private static Throwable classified(Throwable failure) {
        if (!(failure instanceof SMTPException smtp)
                || !smtp.isPermanent()
                || CONFIGURATION.contains(smtp.getReplyCode())) {
            return failure;
        }
        String reason = String.valueOf(failure.getMessage());
        return new Rejection(reason, reason.contains("recipient"));
    }

    @Override
    public void close() {
        client.close();
    }
}
