package io.tollgate.platform.mail;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.Management;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pages of the outbox on the management server. They show personal data. The texts of messages are shown only if no
 * mail server is configured, as during development.
 */
public final class OutboxPages implements Management.Pages {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxPages.class);

    private static final String LIST = "/outbox";
    private static final Pattern MESSAGE =
            Pattern.compile("/outbox/([0-9a-f]{24})/(live|test)/([0-9a-f]{24})(/html|/attachments/([0-9]{1,2}))?");

    /** Names without a registered domain, and addresses: other names could belong to a site that a browser visits. */
    private static final Pattern LOCAL_HOST = Pattern.compile("(localhost|[0-9.]+|\\[[0-9a-fA-F:.]+])(:[0-9]{1,5})?");

    private static final String PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self';"
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final String MESSAGE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline';"
            + " img-src http: https: data:; frame-ancestors 'self'";

    private final Vertx vertx;
    private final Context context;
    private final OutboxList list;
    private final MailRenderer renderer;
    private final boolean sends;

    /** @param context the event loop of the list and the renderer */
    OutboxPages(Vertx vertx, Context context, OutboxList list, MailRenderer renderer, boolean sends) {
        this.vertx = vertx;
        this.context = context;
        this.list = list;
        this.renderer = renderer;
        this.sends = sends;
    }

    @Override
    public boolean matches(String path) {
        return path.equals(LIST) || path.startsWith(LIST + "/");
    }

    /** A page or file. */
    private record Content(
            int status,
            String type,
            String policy,
            @Nullable String fileName,
            Buffer body) {
        static Content page(int status, String html) {
            return new Content(status, "text/html; charset=utf-8", PAGE_POLICY, null, Buffer.buffer(html));
        }
    }

    @Override
    public void handle(HttpServerRequest request) {
        String host = request.getHeader("Host");
        if (host == null || !LOCAL_HOST.matcher(host).matches()) {
            send(
                    request,
                    new Content(
                            421,
                            "text/plain; charset=utf-8",
                            PAGE_POLICY,
                            null,
                            Buffer.buffer("The outbox is served under localhost and under IP addresses only.\n")));
            return;
        }
        // The clients of the database belong to the event loop of the outbox.
        Context own = vertx.getOrCreateContext();
        String path = request.path();
        context.runOnContext(any -> content(path)
                .recover(OutboxPages::failed)
                .onComplete(done -> own.runOnContext(again -> send(request, done.result()))));
    }

    private static Future<Content> failed(Throwable failure) {
        if (ApiError.isNotFound(failure) || failure instanceof MailRenderer.UnusableSubject) {
            return Future.succeededFuture(notFound());
        }
        if (failure instanceof MailRenderer.LateMessage || failure instanceof MailRenderer.ObsoleteMessage) {
            Buffer reason = Buffer.buffer("The message is not sent any more: " + failure.getMessage() + ".\n");
            return Future.succeededFuture(new Content(410, "text/plain; charset=utf-8", PAGE_POLICY, null, reason));
        }
        LOG.warn("Showing the outbox failed: {}", String.valueOf(failure));
        return Future.succeededFuture(new Content(
                503, "text/plain; charset=utf-8", PAGE_POLICY, null, Buffer.buffer("Try again shortly.\n")));
    }

    private static Content notFound() {
        return new Content(404, "text/plain; charset=utf-8", PAGE_POLICY, null, Buffer.buffer("No such message.\n"));
    }

    private Future<Content> content(String path) {
        if (path.equals(LIST)) {
            return list.newest()
                    .map(entries -> Content.page(
                            200, MailTemplates.render("mail/outbox.jte", OutboxView.list(sends, entries))));
        }
        Matcher named = MESSAGE.matcher(path);
        if (!named.matches() || sends) {
            return Future.succeededFuture(notFound());
        }
        Scope scope = new Scope(named.group(1), named.group(2).equals("live"));
        return list.find(scope, named.group(3)).compose(entry -> {
            if (entry == null) {
                return Future.succeededFuture(notFound());
            }
            return renderer.render(entry.mail()).map(mail -> part(entry, mail, named.group(4), named.group(5)));
        });
    }

    private Content part(
            OutboxList.Entry entry, RenderedMail mail, @Nullable String part, @Nullable String attachment) {
        if (part == null) {
            return Content.page(200, MailTemplates.render("mail/outbox.jte", OutboxView.message(sends, entry, mail)));
        }
        if (attachment == null) {
            return new Content(200, "text/html; charset=utf-8", MESSAGE_POLICY, null, Buffer.buffer(mail.html()));
        }
        int index = Integer.parseInt(attachment);
        if (index >= mail.attachments().size()) {
            return notFound();
        }
        RenderedMail.Attachment file = mail.attachments().get(index);
        return new Content(200, file.contentType(), MESSAGE_POLICY, file.name(), file.bytes());
    }

    private static void send(HttpServerRequest request, Content content) {
        HttpServerResponse response = request.response()
                .setStatusCode(content.status())
                .putHeader("Content-Type", content.type())
                .putHeader("Content-Length", Integer.toString(content.body().length()))
                .putHeader("Content-Security-Policy", content.policy())
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader("Cross-Origin-Resource-Policy", "same-origin")
                .putHeader("Cache-Control", "no-store");
        if (content.fileName() != null) {
            response.putHeader("Content-Disposition", "attachment; filename=\"" + content.fileName() + "\"");
        }
        response.end(request.method().equals(HttpMethod.HEAD) ? Buffer.buffer() : content.body());
    }
}
