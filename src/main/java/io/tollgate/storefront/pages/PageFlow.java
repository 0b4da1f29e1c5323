package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.model.PageTexts.Redirect;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.catalog.page.VisitedPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** Opens hosted pages, shows them and processes their forms. {@link HostedPageType} has what kinds do differently. */
record PageFlow<P extends VisitedPage>(HostedPageType<P> type, Visitors visitors) {
    /** What the pages of all kinds need of their visitors. */
    record Visitors(BuyerRequest request, VisitCounter visits, Previews previews) {}

    /** Opens the page that {@link PageDispatch} has found; 404 if it is a draft, unless its preview is asked for. */
    Future<PageRequest<P>> open(RoutingContext ctx, SubmittedForm form) {
        FoundPage found = PageDispatch.page(ctx);
        if (found.kind() != type.kind()) {
            return Future.failedFuture(ApiError.notFound("Page"));
        }
        return type.openOrders(ctx, form, found)
                .compose(own -> type.complete(found, own).map(hosted -> {
                    PageStatus status = hosted.page().status();
                    boolean preview = visitors.previews()
                            .isValid(ctx, hosted.seller(), hosted.page().id(), status);
                    if (status == PageStatus.DRAFT && !preview) {
                        throw ApiError.notFound("Page");
                    }
                    Display display = Display.of(ctx, hosted.seller(), hosted.behavior());
                    return new PageRequest<>(
                            ctx,
                            hosted,
                            type.addressed(hosted, BuyerRequest.parameters(ctx)),
                            form,
                            Messages.of(
                                            ctx.request().getParam("lang"),
                                            hosted.page().locale())
                                    .in(hosted.seller().zone()),
                            visitors.request().visitId(ctx, form),
                            preview ? display.asPreview() : display,
                            own);
                }));
    }

    /** Shows the page and counts the visit, or redirects to another address if the page names one. */
    void show(RoutingContext ctx) {
        type.restore(ctx, PageDispatch.page(ctx))
                .compose(restored -> open(ctx, restored.form())
                        .compose(open -> show(
                                open,
                                restored.notice() == null
                                        ? null
                                        : open.messages().text(restored.notice()))))
                .onFailure(ctx::fail);
    }

    private Future<Void> show(PageRequest<P> open, @Nullable String notice) {
        RoutingContext ctx = open.ctx();
        P hosted = open.hosted();
        Redirect redirect = hosted.redirect();
        boolean preview = open.display().preview();
        if (!preview && redirect != null && redirect.enabled() && redirect.url() != null) {
            ctx.response()
                    .setStatusCode(302)
                    .putHeader("Location", redirect.url())
                    .end();
            return Future.succeededFuture();
        }
        if (!preview && ctx.request().method().equals(HttpMethod.GET)) {
            visitors.visits().count(hosted.scope(), hosted.page().id());
        }
        return type.render(open, 200, FormErrors.NONE, notice);
    }

    /** Processes the form of the page, or shows it again: in another language, or with its price. */
    void submit(RoutingContext ctx) {
        open(ctx, FileForms.decode(ctx)).compose(this::submit).onFailure(ctx::fail);
    }

    private Future<Void> submit(PageRequest<P> open) {
        if (Inputs.UPDATE.equals(open.form().text(Inputs.ACTION))) {
            return update(open);
        }
        if (type.rejectsWhenArchived() && open.isArchived()) {
            return type.render(open, 409, FormErrors.NONE, null);
        }
        if (open.display().preview()) {
            return type.render(open, 409, FormErrors.NONE, open.messages().text(type.previewNotice()));
        }
        try {
            visitors.request().requireOwn(open.ctx(), open.form());
        } catch (ApiError foreign) {
            String notice = open.messages().text(type.expiredNotice());
            return type.render(open, foreign.status(), FormErrors.NONE, notice);
        }
        return type.accept(open);
    }

    /** Shows the page again. Files are stored only if the form is of the page, and not a preview. */
    private Future<Void> update(PageRequest<P> open) {
        boolean stores = !open.display().preview() && !open.isArchived();
        return stores && visitors.request().isOwn(open.ctx(), open.form())
                ? type.update(open)
                : type.render(open, 200, FormErrors.NONE, null);
    }

    /** Saves what the visitor has filled in so far. The response does not tell whether that was needed. */
    void save(RoutingContext ctx) {
        open(ctx, FileForms.decode(ctx))
                .compose(open -> {
                    visitors.request().requireOwn(ctx, open.form());
                    return open.display().preview() || open.isArchived() ? Future.succeededFuture() : type.save(open);
                })
                .onSuccess(saved -> ctx.response().setStatusCode(204).end())
                .onFailure(ctx::fail);
    }

    /** Sends the parts of the page that depend on its form; 404 if the form has no price. */
    void summarize(RoutingContext ctx) {
        HostedPageType.Summary<P> summary = type.summary();
        if (summary == null) {
            throw ApiError.notFound("Page");
        }
        open(ctx, FileForms.decode(ctx)).compose(summary::send).onFailure(ctx::fail);
    }
}
