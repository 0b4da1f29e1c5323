package io.tollgate.storefront;

import io.tollgate.catalog.PageStatus;
import io.tollgate.catalog.PageTexts.Redirect;
import io.tollgate.checkout.Checkouts;
import io.tollgate.checkout.OrderPrice;
import io.tollgate.checkoutpage.HostedPages;
import io.tollgate.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.event.EventCalendar;
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

/** The pages on which buyers order tickets of an event: shows them, updates their totals, and takes orders. */
record EventPages(
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
            HostedEvent hosted,
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

        String path() {
            return "/s/" + hosted.seller().name() + "/" + hosted.page().slug();
        }
    }

    /** Shows the page. */
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

    /** Sends the price of an order and the inputs of its attendees as fragments of the page, for its script. */
    @Override
    public void summarize(RoutingContext ctx) {
        open(ctx, SubmittedForm.of(BodyReader.of(ctx)))
                .compose(open -> quote(open).map(quote -> {
                    PageRenderer.send(
                            ctx,
                            200,
                            "eventUpdate.jte",
                            view(open, FormErrors.NONE, null, quote),
                            open.display().policy());
                    return null;
                }))
                .onFailure(ctx::fail);
    }

    /** Sends the event as a calendar file. */
    void calendar(RoutingContext ctx) {
        open(ctx, SubmittedForm.EMPTY)
                .onSuccess(open -> {
                    EventCalendar calendar =
                            PageCalendars.of(open.hosted(), ctx.request().absoluteURI());
                    if (calendar == null) {
                        ctx.fail(ApiError.notFound("Calendar file"));
                        return;
                    }
                    ctx.response()
                            .putHeader("Content-Type", "text/calendar; charset=utf-8")
                            .putHeader("Content-Disposition", "attachment; filename=\"event.ics\"")
                            .putHeader("Cache-Control", "private, no-cache")
                            .putHeader("X-Robots-Tag", "noindex")
                            .end(calendar.text());
                })
                .onFailure(ctx::fail);
    }

    private Future<Open> open(RoutingContext ctx, SubmittedForm form) {
        return pages.complete(PageDispatch.page(ctx)).map(found -> {
            if (!(found instanceof HostedEvent hosted)) {
                throw ApiError.notFound("Page");
            }
            boolean preview = previews.isValid(
                    ctx, hosted.seller(), hosted.page().id(), hosted.page().status());
            if (hosted.page().status() == PageStatus.DRAFT && !preview) {
                throw ApiError.notFound("Page");
            }
            Messages messages =
                    Messages.of(ctx.request().getParam("lang"), hosted.page().locale());
            Display display = Display.of(ctx, hosted.seller(), hosted.behavior());
            return new Open(
                    ctx,
                    DynamicTexts.apply(hosted, BuyerRequest.parameters(ctx)),
                    form,
                    messages,
                    request.visitId(ctx, form),
                    preview ? display.asPreview() : display);
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
            return reject(open, read, read.problems());
        }
        return checkouts
                .place(
                        open.hosted().scope(),
                        open.hosted().page().id(),
                        read.order(),
                        BuyerRequest.submission(open.ctx(), open.visitId()))
                .compose(id -> {
                    String token = tokens.sign(open.hosted().scope(), id);
                    ProductPages.redirect(
                            open.ctx(), OrderPages.path(open.hosted().seller().name(), token));
                    return Future.<Void>succeededFuture();
                })
                .recover(failure -> refused(open, read, failure));
    }

    private Future<Void> refused(Open open, OrderFormReader.Read read, Throwable failure) {
        if (!(failure instanceof ApiError error)) {
            return Future.failedFuture(failure);
        }
        if (error.status() == 400) {
            return reject(open, read, error.problems());
        }
        String notice = Notices.key(error);
        // The page is read again, so that it shows what is left now.
        return notice == null
                ? Future.failedFuture(failure)
                : pages.byId(open.hosted().seller().id(), open.hosted().page().id())
                        .compose(now -> render(
                                now instanceof HostedEvent event
                                        ? new Open(
                                                open.ctx(),
                                                DynamicTexts.apply(event, BuyerRequest.parameters(open.ctx())),
                                                open.form(),
                                                open.messages(),
                                                open.visitId(),
                                                open.display())
                                        : open,
                                error.status(),
                                FormErrors.NONE,
                                open.messages().text(notice)));
    }

    private Future<Void> reject(Open open, OrderFormReader.Read read, Collection<Problem> problems) {
        FormErrors errors =
                FormErrors.of(open.messages(), open.hosted(), open.form(), read.inputs(), List.copyOf(problems));
        return render(open, 422, errors, null);
    }

    private Future<Void> render(Open open, int status, FormErrors errors, @Nullable String notice) {
        return quote(open).map(quote -> {
            PageRenderer.send(
                    open.ctx(),
                    status,
                    "event.jte",
                    view(open, errors, notice, quote),
                    open.display().policy());
            return null;
        });
    }

    private EventView view(Open open, FormErrors errors, @Nullable String notice, OrderPrice price) {
        HostedEvent hosted = open.hosted();
        Shell shell = new Shell(
                open.messages(),
                CheckoutViews.heading(hosted),
                hosted.seller().displayName(),
                hosted.seller().logoUrl(),
                open.path(),
                hosted.page().testmode(),
                hosted.content().googleIndex()
                        && hosted.page().status() == PageStatus.PUBLISHED
                        && !open.display().embedded(),
                null,
                open.display());
        String closed =
                EventViews.closed(hosted, open.messages(), open.display().preview());
        String query = open.ctx().request().query();
        return new EventViews(hosted, open.messages(), open.form(), errors, open.revealed())
                .build(
                        shell,
                        query == null ? open.path() : open.path() + "?" + query,
                        request.csrf(open.ctx(), open.visitId()),
                        price,
                        notice != null ? notice : closed,
                        closed != null);
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
