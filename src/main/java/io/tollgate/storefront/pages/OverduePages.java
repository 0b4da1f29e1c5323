package io.tollgate.storefront.pages;

import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.QuestionThrottle.Occasion;
import io.tollgate.sales.subscription.OverduePayment;
import io.tollgate.sales.subscription.OverduePayment.Status;
import io.tollgate.sales.subscription.OverduePayments;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pages on which a subscriber pays what is due after a failed charge, or replaces the card. The address of the
 * first one is in the e-mail about the charge; the customer portal leads to the second one. A token that Tollgate has
 * not signed, or that is of another seller, leads to the page for unknown addresses.
 */
record OverduePages(
        HostedPages pages, OverduePayments payments, OverdueLinks links, BuyerRequest request, TestClock time) {
    private static final int PROCESSING_REFRESH_SECONDS = 5;

    /** A request with a token that Tollgate has signed. */
    private record Open(RoutingContext ctx, RecordTokens.Key key, Seller seller, String path, boolean hasExpired) {}

    /** Shows what is due, after a card that the buyer has saved meanwhile was charged. */
    void show(RoutingContext ctx) {
        answer(
                ctx,
                open -> payments.open(open.key().scope(), open.key().id(), Occasion.SHOW)
                        .compose(payment -> show(open, payment)));
    }

    /** Lets the buyer replace the card. Shows what is due, if something is. */
    void replaceCard(RoutingContext ctx) {
        answer(
                ctx,
                open -> payments.openCard(open.key().scope(), open.key().id())
                        .compose(payment -> payment != null && payment.status() == Status.PAID
                                ? card(open, payment, Objects.requireNonNull(payment.replacement()))
                                : show(open, payment)));
    }

    /** Completes the replacement of the card, and shows which card is charged from now on. */
    void showSavedCard(RoutingContext ctx) {
        answer(
                ctx,
                open -> payments.open(open.key().scope(), open.key().id(), Occasion.RETURN)
                        .compose(payment -> {
                            PaymentState.Card card = payment == null ? null : payment.card();
                            return payment != null && payment.status() == Status.PAID && card != null
                                    ? with(open, payment, hosted -> saved(open, hosted, payment, card))
                                    : show(open, payment);
                        }));
    }

    /** Completes what the buyer has done at the processor, and returns to the page. */
    void comeBack(RoutingContext ctx) {
        open(ctx)
                .compose(open -> open.hasExpired()
                        ? Future.succeededFuture(open)
                        : payments.open(open.key().scope(), open.key().id(), Occasion.RETURN)
                                .map(open))
                .onSuccess(open -> PageRenderer.redirect(ctx, open.path()))
                .onFailure(ctx::fail);
    }

    /** Charges the saved card. */
    void retry(RoutingContext ctx) {
        request.requireOwn(ctx, SubmittedForm.of(BodyReader.of(ctx)));
        open(ctx)
                .compose(open -> open.hasExpired()
                        ? Future.succeededFuture(open)
                        : payments.retry(open.key().scope(), open.key().id()).map(open))
                .onSuccess(open -> PageRenderer.redirect(ctx, open.path()))
                .onFailure(ctx::fail);
    }

    private void answer(RoutingContext ctx, Function<Open, Future<Void>> page) {
        open(ctx)
                .compose(open -> open.hasExpired() ? expired(open) : page.apply(open))
                .onFailure(ctx::fail);
    }

    /** @throws ApiError 404 without a valid token, whether or not it has expired */
    private Future<Open> open(RoutingContext ctx) {
        String token = Objects.requireNonNull(ctx.pathParam("token"));
        RecordTokens.Key key = links.tokens().key(token);
        if (key == null || key.expiresAt() == null) {
            throw ApiError.notFound("Page");
        }
        Instant until = key.expiresAt();
        return pages.addresses().sellers().seller(key.scope().sellerId()).compose(seller -> {
            if (!seller.name().equals(ctx.pathParam("seller"))) {
                throw ApiError.notFound("Page");
            }
            String path = OverdueLinks.path(seller.name(), token);
            return time.now(key.scope()).map(now -> new Open(ctx, key, seller, path, !now.isBefore(until)));
        });
    }

    /** @param show gets the page on which the buyer subscribed; null if it is not known or was deleted */
    private Future<Void> with(Open open, OverduePayment payment, Consumer<@Nullable Hosted> show) {
        return pages.byId(open.key().scope().sellerId(), payment.pageId())
                .onSuccess(show::accept)
                .mapEmpty();
    }

    private Future<Void> show(Open open, @Nullable OverduePayment payment) {
        if (payment == null) {
            checking(open);
            return Future.succeededFuture();
        }
        return with(open, payment, hosted -> {
            switch (payment.status()) {
                case DUE -> due(open, hosted, payment, Objects.requireNonNull(payment.replacement()));
                case PROCESSING -> notice(open, hosted, "processing", PROCESSING_REFRESH_SECONDS);
                case PAID -> settled(open, hosted, payment);
                case ENDED -> notice(open, hosted, payment.plan() ? "plan.ended" : "ended", null);
            }
        });
    }

    private static Messages messages(Open open, @Nullable Hosted hosted) {
        return Messages.of(
                        open.ctx().request().getParam(Display.LANGUAGE),
                        hosted == null
                                ? BuyerRequest.preferredLanguage(open.ctx())
                                : hosted.page().locale())
                .in(open.seller().zone());
    }

    private static Display display(Open open, @Nullable Hosted hosted) {
        // No site can frame the page, because one click charges the saved card.
        return hosted == null ? Display.PLAIN : Display.alone(open.seller());
    }

    private static Shell shell(
            Open open, Messages messages, Display display, String title, @Nullable Integer refreshSeconds) {
        return new Shell(
                messages,
                title,
                open.seller().displayName(),
                open.seller().logoUrl(),
                open.path(),
                !open.key().scope().live(),
                false,
                refreshSeconds,
                display);
    }

    /** Says that nothing is due, and when a canceled subscription ends. */
    private static void settled(Open open, @Nullable Hosted hosted, OverduePayment payment) {
        Messages messages = messages(open, hosted);
        Instant end = payment.canceled() ? payment.endsAt() : null;
        if (payment.plan()) {
            notice(open, hosted, "plan.paid", null);
        } else if (end == null) {
            notice(open, hosted, "paid", null);
        } else {
            String text = messages.text("overdue.canceled.text", messages.date(end));
            notice(open, hosted, "canceled", text, null);
        }
    }

    private static void notice(Open open, @Nullable Hosted hosted, String key, @Nullable Integer refreshSeconds) {
        String text = messages(open, hosted).text("overdue." + key + ".text");
        notice(open, hosted, key, text, refreshSeconds);
    }

    private static void notice(
            Open open, @Nullable Hosted hosted, String key, String text, @Nullable Integer refreshSeconds) {
        Messages messages = messages(open, hosted);
        Display display = display(open, hosted);
        String title = messages.text("overdue." + key + ".title");
        Shell shell = shell(open, messages, display, title, refreshSeconds);
        NoticeView view = new NoticeView(shell, title, text, null, "", null);
        PageRenderer.send(open.ctx(), 200, "notice.jte", view, display.policy());
    }

    /** Lets the page load itself again, because the processor has not answered in time. */
    private static void checking(Open open) {
        Messages messages = messages(open, null);
        String title = messages.text("notice.checking.title");
        Shell shell = shell(open, messages, Display.PLAIN, title, PROCESSING_REFRESH_SECONDS);
        NoticeView view = new NoticeView(shell, title, messages.text("notice.checking.text"), null, "", null);
        open.ctx().response().putHeader("Retry-After", String.valueOf(PROCESSING_REFRESH_SECONDS));
        PageRenderer.send(open.ctx(), 200, "notice.jte", view, Display.PLAIN.policy());
    }

    private static String portal(Open open) {
        PortalPaths paths =
                PortalPaths.of(open.seller().name(), open.key().scope().live());
        return Display.keep(open.ctx(), paths.base());
    }

    /** Leads to the customer portal, which sends a link to the customer's address and to nobody else. */
    private static Future<Void> expired(Open open) {
        Messages messages = messages(open, null);
        String title = messages.text("overdue.expired.title");
        NoticeView view = new NoticeView(
                shell(open, messages, Display.PLAIN, title, null),
                title,
                messages.text("overdue.expired.text"),
                portal(open),
                messages.text("portal.title"),
                null);
        PageRenderer.send(open.ctx(), 410, "notice.jte", view, Display.PLAIN.policy());
        return Future.succeededFuture();
    }

    private static void saved(Open open, @Nullable Hosted hosted, OverduePayment payment, PaymentState.Card card) {
        Messages messages = messages(open, hosted);
        Display display = display(open, hosted);
        String title = messages.text("overdue.saved.title");
        NoticeView view = new NoticeView(
                shell(open, messages, display, title, null),
                title,
                messages.text("overdue.saved.text", payment.title(), CardName.of(card.brand(), card.last4())),
                portal(open),
                messages.text("portal.title"),
                null);
        PageRenderer.send(open.ctx(), 200, "notice.jte", view, display.policy());
    }

    private Future<Void> card(Open open, OverduePayment payment, OverduePayment.Replacement replacement) {
        return with(open, payment, hosted -> {
            Messages messages = messages(open, hosted);
            Display display = display(open, hosted);
            OverdueView view = new OverdueView(
                    shell(open, messages, display, messages.text("overdue.change.title"), null),
                    messages.text("overdue.change.text", payment.title()),
                    messages.text("overdue.change.replace"),
                    OverdueTexts.facts(messages, payment),
                    replacement.access().scriptUrl(),
                    replacement.access().publishableKey(),
                    replacement.clientSecret(),
                    open.path() + OverdueLinks.CARD + "/saved",
                    payment.email(),
                    messages.text("overdue.change.save"),
                    null,
                    null,
                    null);
            send(open, display, view, replacement);
        });
    }

    private void due(
            Open open, @Nullable Hosted hosted, OverduePayment payment, OverduePayment.Replacement replacement) {
        Messages messages = messages(open, hosted);
        Display display = display(open, hosted);
        OverduePayment.Confirmation confirmation = payment.confirmation();
        String amount = messages.money(payment.amount(), payment.currency());
        OverdueView view = new OverdueView(
                shell(open, messages, display, messages.text("overdue.title"), null),
                messages.text(OverdueTexts.reason(payment), payment.title()),
                messages.text("overdue.replace"),
                OverdueTexts.facts(messages, payment),
                replacement.access().scriptUrl(),
                replacement.access().publishableKey(),
                replacement.clientSecret(),
                open.path() + "/return",
                payment.email(),
                messages.text("payment.pay", amount),
                payment.decline() == null ? null : messages.text("payment.declined", payment.decline()),
                confirmation == null ? null : confirmation.clientSecret(),
                payment.card() == null || confirmation != null
                        ? null
                        : new OverdueView.Retry(
                                Display.keep(open.ctx(), open.path() + "/retry"),
                                request.csrf(open.ctx(), request.visitId(open.ctx(), SubmittedForm.EMPTY)),
                                messages.text("overdue.retry", amount)));
        send(open, display, view, replacement);
    }

    private static void send(Open open, Display display, OverdueView view, OverduePayment.Replacement replacement) {
        String policy = display.policy(replacement.access().origins());
        PageRenderer.send(open.ctx(), 200, "overdue.jte", view, policy);
    }
}
