package io.tollgate.storefront;

import io.tollgate.cart.TaxAddress;
import io.tollgate.catalog.PageStatus;
import io.tollgate.catalog.PageTexts.Redirect;
import io.tollgate.checkout.Checkouts;
import io.tollgate.checkout.OrderPrice;
import io.tollgate.checkoutpage.HostedPages;
import io.tollgate.checkoutpage.HostedPages.HostedPage;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.input.BodyReader;
import io.tollgate.secret.RecordTokens;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The pages on which buyers order a product: shows them, updates their totals, and takes orders. */
record ProductPages(
        HostedPages pages,
        Checkouts checkouts,
        RecordTokens tokens,
        BuyerRequest request,
        VisitCounter visits,
        Previews previews)
        implements PageDispatch.Pages {
    private static final Pattern COMMA = Pattern.compile(",");

    /** A request for a page, with what it needs to show it. */
    private record Open(
            RoutingContext ctx,
            HostedPage hosted,
            SubmittedForm form,
            Messages messages,
            String visitId,
            Display display) {
        List<String> revealed() {
            return BuyerRequest.parameters(ctx).values().stream()
                    .flatMap(COMMA::splitAsStream)
                    .toList();
        }

        OrderFormReader.Read read(BuyerRequest request) {
            return OrderFormReader.read(hosted, form, request.visit(ctx, form, visitId));
        }
    }

    @Override
    public void show(RoutingContext ctx) {
        open(ctx, SubmittedForm.EMPTY)
                .compose(open -> {
                    Redirect redirect = open.hosted().content().redirect();
                    boolean preview = open.display().preview();
                    if (!preview && redirect != null && redirect.enabled() && redirect.url() != null) {
                        ctx.response()
                                .setStatusCode(302)
                                .putHeader("Location", redirect.url())
                                .end();
                        return Future.succeededFuture();
                    }
                    if (!preview && ctx.request().method().equals(HttpMethod.GET)) {
                        visits.count(
                                open.hosted().seller().id(),
                                open.hosted().page().id());
                    }
                    return render(open, 200, FormErrors.NONE, null);
                })
                .onFailure(ctx::fail);
    }

    /** Takes an order, or shows its total if the buyer asked for that. */
    @Override
    public void submit(RoutingContext ctx) {
        open(ctx, SubmittedForm.of(BodyReader.of(ctx)))
                .compose(open -> Inputs.UPDATE.equals(open.form().text(Inputs.ACTION))
                        ? render(open, 200, FormErrors.NONE, null)
                        : place(open))
                .onFailure(ctx::fail);
    }

    /** Sends the price of an order as a fragment of the page, for its script. */
    @Override
    public void summarize(RoutingContext ctx) {
        open(ctx, SubmittedForm.of(BodyReader.of(ctx)))
                .compose(open -> quote(open).map(quote -> {
                    SummaryView view =
                            SummaryView.of(open.messages(), quote, open.hosted().page(), open.form());
                    PageRenderer.send(
                            ctx, 200, "summary.jte", view, open.display().policy());
                    return null;
                }))
                .onFailure(ctx::fail);
    }

    private Future<Open> open(RoutingContext ctx, SubmittedForm form) {
        return pages.complete(PageDispatch.page(ctx)).map(found -> {
            if (!(found instanceof HostedPage hosted)) {
                throw ApiError.notFound("Page");
            }
            boolean preview = previews.isValid(
                    ctx, hosted.seller(), hosted.page().id(), hosted.page().status());
            if (hosted.page().status() == PageStatus.DRAFT && !preview) {
                throw ApiError.notFound("Page");
            }
            Messages messages =
                    Messages.of(ctx.request().getParam("lang"), hosted.page().locale());
            HostedPage addressed = DynamicTexts.apply(hosted, BuyerRequest.parameters(ctx));
            Display display = Display.of(ctx, hosted.seller(), hosted.behavior());
            Display shown = preview ? display.asPreview() : display;
            return new Open(ctx, addressed, form, messages, request.visitId(ctx, form), shown);
        });
    }

    private Future<Void> place(Open open) {
        OrderFormReader.Read read = open.read(request);
        if (open.display().preview()) {
            return render(open, 409, FormErrors.NONE, open.messages().text("notice.preview"));
        }
        try {
            request.requireOwn(open.ctx(), open.form());
        } catch (ApiError foreign) {
            return render(
                    open, foreign.status(), FormErrors.NONE, open.messages().text("notice.formExpired"));
        }
        if (!read.problems().isEmpty()) {
            return render(open, read, read.problems());
        }
        String pageId = open.hosted().page().id();
        return checkouts
                .place(open.hosted().scope(), pageId, read.order(), BuyerRequest.submission(open.ctx(), open.visitId()))
                .compose(id -> {
                    String path = OrderPages.path(
                            open.hosted().seller().name(),
                            tokens.sign(open.hosted().scope(), id));
                    redirect(open.ctx(), path);
                    return Future.<Void>succeededFuture();
                })
                .recover(failure -> refused(open, read, failure));
    }

    /** Redirects after a form, keeping the language that the buyer selected and the embedding of the page. */
    static void redirect(RoutingContext ctx, String path) {
        ctx.response()
                .setStatusCode(303)
                .putHeader("Location", Display.keep(ctx, path))
                .end();
    }

    private Future<Void> refused(Open open, OrderFormReader.Read read, Throwable failure) {
        if (!(failure instanceof ApiError error)) {
            return Future.failedFuture(failure);
        }
        String notice = Notices.key(error);
        if (error.status() == 400) {
            return render(open, read, error.problems());
        }
        return notice == null
                ? Future.failedFuture(failure)
                : render(open, error.status(), FormErrors.NONE, open.messages().text(notice));
    }

    private Future<Void> render(Open open, OrderFormReader.Read read, Collection<Problem> problems) {
        FormErrors errors =
                FormErrors.of(open.messages(), open.hosted(), open.form(), read.inputs(), List.copyOf(problems));
        return render(open, 422, errors, null);
    }

    private Future<Void> render(Open open, int status, FormErrors errors, @Nullable String notice) {
        HostedPage hosted = open.hosted();
        return quote(open).map(quote -> {
            Shell shell = new Shell(
                    open.messages(),
                    CheckoutViews.heading(hosted),
                    hosted.seller().displayName(),
                    hosted.seller().logoUrl(),
                    "/s/" + hosted.seller().name() + "/" + hosted.page().slug(),
                    hosted.page().testmode(),
                    hosted.content().googleIndex()
                            && hosted.page().status() == PageStatus.PUBLISHED
                            && !open.display().embedded(),
                    null,
                    open.display());
            String closed = closed(open);
            String shown = notice != null
                    ? notice
                    : closed == null ? null : open.messages().text(closed);
            CheckoutView view = new CheckoutViews(hosted, open.messages(), open.form(), errors, open.revealed())
                    .build(
                            shell,
                            action(open, shell),
                            request.csrf(open.ctx(), open.visitId()),
                            quote,
                            shown,
                            closed != null);
            PageRenderer.send(
                    open.ctx(), status, "checkout.jte", view, open.display().policy());
            return null;
        });
    }

    /** Returns the address that the form is sent to: that of the page, with its query, which the order records. */
    private static String action(Open open, Shell shell) {
        String query = open.ctx().request().query();
        return query == null ? shell.path() : shell.path() + "?" + query;
    }

    /** Returns the message that says why the page sells nothing; null if it sells. */
    private static @Nullable String closed(Open open) {
        HostedPage hosted = open.hosted();
        if (hosted.page().status() != PageStatus.PUBLISHED && !open.display().preview()) {
            return "notice.closed";
        }
        Integer stock = hosted.content().product().stock();
        if (stock != null && stock <= 0 && !hosted.page().testmode()) {
            return "notice.soldOut";
        }
        boolean once = hosted.page().product().prices().stream()
                .anyMatch(price -> price.isEnabled() && price.recurrence() == null);
        boolean known = once || hosted.page().product().price().recurrence() == null;
        return known && !TaxAddress.isMissing(hosted.page()) ? null : "notice.unsupported";
    }

    /** Returns the price of the order as far as it is filled in. */
    private Future<OrderPrice> quote(Open open) {
        OrderFormReader.Read read = open.read(request);
        List<Problem> problems = new ArrayList<>(read.problems());
        return checkouts
                .price(open.hosted().scope(), open.hosted().page().id(), read.order())
                .map(price -> problems.isEmpty() ? price : OrderPrice.NONE)
                .recover(failure -> failure instanceof ApiError error && error.status() < 500
                        ? Future.succeededFuture(OrderPrice.NONE)
                        : Future.failedFuture(failure));
    }
}
