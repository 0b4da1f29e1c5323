package io.tollgate.storefront.pages;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.QueryString;
import io.tollgate.platform.http.RequestId;
import io.tollgate.platform.server.FailureHandler;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** Shows failures as pages. A buyer never sees more of a failure than a text and the id of the request. */
final class FailurePages {
    private FailurePages() {}

    static void show(RoutingContext ctx) {
        if (ctx.response().headWritten() || ctx.response().ended()) {
            FailureHandler.handle(ctx);
            return;
        }
        ApiError error = FailureHandler.error(ctx);
        Messages messages = Messages.of(asked(ctx), BuyerRequest.preferredLanguage(ctx));
        String key = error.status() == 404
                ? "notFound"
                : error.status() == 429 || error.status() >= 503
                        ? "busy"
                        : error.status() >= 500 ? "failed" : "invalid";
        String notice = Notices.key(error);
        String title = messages.text("notice." + key + ".title");
        NoticeView view = new NoticeView(
                new Shell(messages, title, null, null, ctx.request().path(), false, false, null, Display.PLAIN),
                title,
                messages.text(notice == null ? "notice." + key + ".text" : notice),
                null,
                "",
                error.status() >= 500 ? RequestId.of(ctx) : null);
        error.headers().forEach((name, value) -> ctx.response().putHeader(name, value));
        PageRenderer.send(ctx, error.status(), "notice.jte", view, policy(ctx));
    }

    /** Returns the policy of a failure's page. It has nothing to protect, so any site may show it in a frame. */
    private static String policy(RoutingContext ctx) {
        String alone = PageRenderer.policy("");
        try {
            return Display.embed(ctx) == null
                    ? alone
                    : alone.replace("frame-ancestors 'none'", "frame-ancestors " + Display.ANY_SITE);
        } catch (ApiError unreadable) {
            return alone;
        }
    }

    /** Returns the language that the address names; null if it names none or cannot be read. */
    private static @Nullable String asked(RoutingContext ctx) {
        try {
            return QueryString.only(QueryString.parse(ctx.request().query()), "lang");
        } catch (ApiError unreadable) {
            return null;
        }
    }
}
