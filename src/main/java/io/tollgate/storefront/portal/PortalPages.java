package io.tollgate.storefront.portal;

import io.tollgate.accounts.seller.Sellers;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.EmailAddress;
import io.tollgate.platform.secret.LinkSigner;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.subscription.CustomerCancellation;
import io.tollgate.storefront.pages.BuyerRateLimit;
import io.tollgate.storefront.pages.BuyerRequest;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.storefront.pages.NoticeView;
import io.tollgate.storefront.pages.OverdueLinks;
import io.tollgate.storefront.pages.PageRenderer;
import io.tollgate.storefront.pages.PortalEntryView;
import io.tollgate.storefront.pages.PortalHomeView;
import io.tollgate.storefront.pages.PortalLoginView;
import io.tollgate.storefront.pages.PortalPaths;
import io.tollgate.storefront.portal.PortalPurchases.ListPage;
import io.tollgate.storefront.portal.PortalPurchases.Listed;
import io.tollgate.storefront.portal.PortalSessions.PortalCustomer;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The pages of the customer portal: login, and the list of purchases. */
public final class PortalPages {
    private static final int FORM_MAX = 4 * 1024;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");
    private static final String EMAIL = "email";

    private final PortalLinks links;
    private final PortalSessions sessions;
    private final PortalPurchases purchases;
    private final Parts parts;
    private final BuyerRequest request;
    private final PortalRouting routing;
    private final PortalOrders orders;

    /**
     * @param key from which the tokens of links derive, and which signs forms
     * @param cards signs the links to the pages of cards
     * @param secure whether buyers reach Tollgate over https
     */
    public record Parts(
            WriteExecutor writes,
            RotatingKey key,
            PortalSettings settings,
            BuyerRateLimit rateLimit,
            DocumentSources sources,
            OverdueLinks cards,
            CustomerCancellation cancellations,
            Networks trustedProxies,
            boolean secure,
            long bodyTimeoutMillis) {}

    public PortalPages(Sellers sellers, Parts parts) {
        this.parts = parts;
        this.links = new PortalLinks(parts.writes(), parts.key(), parts.settings());
        this.sessions = new PortalSessions(parts.writes());
        this.purchases = new PortalPurchases(parts.writes().database());
        this.request = new BuyerRequest(new LinkSigner(parts.key()), parts.trustedProxies(), parts.secure());
        this.routing =
                new PortalRouting(sellers, sessions, request, BodyReader.ofForms(FORM_MAX, parts.bodyTimeoutMillis()));
        Database database = parts.writes().database();
        PortalCancellation cancellation = new PortalCancellation(routing, purchases, database, parts.cancellations());
        this.orders = new PortalOrders(
                routing,
                purchases,
                new PortalDocuments(database, purchases, parts.sources()),
                new PortalCard(
                        purchases,
                        parts.cards(),
                        new TestClock(database, parts.writes().clock())),
                cancellation,
                new PortalContinuation(routing, purchases, cancellation, parts.cancellations()));
    }

    /** Mounts the portals of both modes. */
    public void mount(Router router) {
        mount(router, "/s/:seller/portal" + PortalPaths.TEST, false);
        mount(router, "/s/:seller/portal", true);
        router.route("/s/:seller/portal/*").handler(ctx -> ctx.fail(ApiError.notFound("Page")));
    }

    private void mount(Router router, String base, boolean live) {
        routing.get(router, base, live, this::home);
        routing.get(router, base + "/sent", live, this::sent);
        routing.get(router, base + "/login/:token", live, this::showLogin);
        routing.post(router, base, live, this::requestLink);
        routing.post(router, base + "/login/:token", live, this::login);
        routing.post(router, base + "/logout", live, this::logout);
        orders.mount(router, base, live);
    }

    private Future<?> home(PortalRequest open) {
        return sessions.find(open.scope(), open.session()).compose(customer -> {
            if (customer == null) {
                showEntry(open, 200, "", null, null);
                return Future.succeededFuture();
            }
            String cursor = BuyerRequest.parameters(open.ctx()).get("after");
            String after = cursor != null && ID.matcher(cursor).matches() ? cursor : null;
            return purchases.list(customer, after).onSuccess(page -> showHome(open, customer, page, after));
        });
    }

    private void showHome(PortalRequest open, PortalCustomer customer, ListPage page, @Nullable String after) {
        String base = open.paths().base();
        String next = page.next() == null ? null : open.keep(base + "?after=" + page.next());
        PortalHomeView view = new PortalHomeView(
                open.shell(open.messages().text("portal.purchases"), base),
                routing.account(open, customer),
                page.purchases().stream().map(one -> item(open, one)).toList(),
                next,
                after == null ? null : open.keep(base));
        PageRenderer.sendUnstored(open.ctx(), 200, "portal/home.jte", view);
    }

    private static PortalHomeView.Item item(PortalRequest open, Listed purchase) {
        Messages messages = open.messages();
        PortalTexts texts = new PortalTexts(messages);
        List<String> about =
                new ArrayList<>(List.of(texts.kind(purchase), purchase.orderId(), texts.date(purchase.createdAt())));
        if (purchase.card() != null) {
            about.add(messages.leftToRight(purchase.card()));
        }
        String status = PortalTexts.effective(purchase.status(), purchase.ending());
        return new PortalHomeView.Item(
                open.keep(open.paths().order(purchase.id())),
                purchase.title().isEmpty() ? purchase.orderId() : purchase.title(),
                String.join(" · ", about),
                messages.money(purchase.amount(), purchase.currency()),
                texts.status(status, purchase.canceled()),
                PortalTexts.tone(status, purchase.canceled()));
    }

    private void showEntry(
            PortalRequest open, int status, String email, @Nullable String error, @Nullable String notice) {
        PortalEntryView view = new PortalEntryView(
                open.shell(open.messages().text("portal.title"), open.paths().base()),
                open.keep(open.paths().base()),
                routing.csrf(open),
                email,
                error,
                notice);
        PageRenderer.sendUnstored(open.ctx(), status, "portal/entry.jte", view);
    }

    /** Takes the same steps for every address, whether or not it has bought anything. */
    private Future<?> requestLink(PortalRequest open) {
        SubmittedForm sent = SubmittedForm.of(BodyReader.of(open.ctx()));
        String given = Objects.requireNonNullElse(sent.text(EMAIL), "");
        try {
            request.requireOwn(open.ctx(), sent);
        } catch (ApiError foreign) {
            showEntry(open, foreign.status(), given, null, open.messages().text("notice.form.expired"));
            return Future.succeededFuture();
        }
        String email = given.toLowerCase(Locale.ROOT);
        if (EmailAddress.ascii(email) == null) {
            showEntry(open, 422, given, open.messages().text("portal.email.invalid"), null);
            return Future.succeededFuture();
        }
        String address = request.address(open.ctx().request());
        if (address != null) {
            parts.rateLimit().takeForm(address);
        }
        // The response is the same, so that nobody learns of requests by others.
        Future<Void> stored = parts.rateLimit().takeLink(open.scope(), email)
                ? links.request(open.scope(), email, open.messages().tag())
                : Future.succeededFuture();
        return stored.onSuccess(done -> open.redirect(open.paths().sent()));
    }

    private Future<?> sent(PortalRequest open) {
        notice(open, 200, "portal.sent", open.paths().sent(), "portal.again");
        return Future.succeededFuture();
    }

    /** Shows a notice with a link to the entry. The keys of its texts begin with the given one. */
    private static void notice(PortalRequest open, int status, String key, String path, String linkKey) {
        Messages messages = open.messages();
        String title = messages.text(key + ".title");
        NoticeView view = new NoticeView(
                open.shell(title, path),
                title,
                messages.text(key + ".text"),
                open.keep(open.paths().base()),
                messages.text(linkKey),
                null);
        PageRenderer.sendUnstored(open.ctx(), status, "notice.jte", view);
    }

    /** Shows a button and changes nothing, because mail scanners open links. */
    private Future<?> showLogin(PortalRequest open) {
        String token = token(open);
        return links.isUsable(open.scope(), token).onSuccess(usable -> {
            if (!usable) {
                expired(open);
                return;
            }
            String path = open.paths().login(token);
            PortalLoginView view = new PortalLoginView(
                    open.shell(open.messages().text("portal.title"), path), open.keep(path), routing.csrf(open));
            PageRenderer.sendUnstored(open.ctx(), 200, "portal/login.jte", view);
        });
    }

    private static String token(PortalRequest open) {
        return Objects.requireNonNull(open.ctx().pathParam("token"));
    }

    private static void expired(PortalRequest open) {
        notice(open, 410, "portal.expired", open.paths().base(), "portal.again");
    }

    private Future<?> login(PortalRequest open) {
        routing.form(open);
        return links.use(open.scope(), token(open), open.session()).onSuccess(session -> {
            if (session == null) {
                expired(open);
                return;
            }
            open.setSession(session, parts.settings().sessionValidity().toSeconds(), parts.secure());
            open.redirect(open.paths().base());
        });
    }

    private Future<?> logout(PortalRequest open) {
        routing.form(open);
        String session = open.session();
        Future<Void> ended = session == null ? Future.succeededFuture() : sessions.end(open.scope(), session);
        return ended.onSuccess(done -> {
            open.setSession("", 0, parts.secure());
            open.redirect(open.paths().base());
        });
    }
}
