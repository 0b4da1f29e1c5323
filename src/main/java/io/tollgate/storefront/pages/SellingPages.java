package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.sales.checkout.Checkouts;
import io.tollgate.sales.checkout.OrderForm;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pages on which buyers order: prices orders and takes them. {@link SellingPageType} has what is sold. */
record SellingPages<P extends Hosted>(SellingPageType<P> type, Orders orders, FileForms files, BuyerRequest request)
        implements HostedPageType<P> {
    /** The messages that tell buyers why their files were not stored. */
    private static final Map<String, String> FILE_NOTICES =
            Map.of("storage_quota_exceeded", "notice.form.noSpace", "rate_limited", "notice.form.tooMany");

    /** @param tokens signs the addresses of orders */
    record Orders(
            HostedPages pages,
            Checkouts checkouts,
            RecordTokens tokens,
            SavedCarts carts,
            BuyerRateLimit rateLimit,
            OwnOrderPages own) {}

    @Override
    public PageKind kind() {
        return type.kind();
    }

    @Override
    public Future<P> complete(FoundPage found, OpenOrders own) {
        Map<String, Integer> held = own.heldOn(found.id());
        return orders.pages().complete(found, held).map(type.pageClass()::cast);
    }

    @Override
    public Future<OpenOrders> openOrders(RoutingContext ctx, SubmittedForm form, FoundPage found) {
        return orders.own().open(ctx, form, found);
    }

    @Override
    public P addressed(P hosted, Map<String, String> parameters) {
        return type.addressed(hosted, parameters);
    }

    @Override
    public String previewNotice() {
        return "notice.preview";
    }

    @Override
    public String expiredNotice() {
        return "notice.formExpired";
    }

    /** Returns false, because a form that arrives again leads to its order, which was placed before. */
    @Override
    public boolean rejectsWhenArchived() {
        return false;
    }

    @Override
    public Summary<P> summary() {
        return this::summarize;
    }

    @Override
    public Future<Void> render(PageRequest<P> open, int status, FormErrors errors, @Nullable String notice) {
        return files.usable(open).compose(usable -> show(usable, status, errors, notice));
    }

    private Future<Void> show(PageRequest<P> open, int status, FormErrors errors, @Nullable String notice) {
        OpenOrders begun = status == 409 || status == 403
                ? open.own()
                : new OpenOrders(open.own().on(open.hosted().page().id()));
        List<OpenOrderLink> links = orders.own().links(open, begun);
        return live(open).map(live -> {
            String csrf = request.csrf(open.ctx(), open.visitId());
            FormErrors shown = errors.byInput().isEmpty() && status == 200 ? live.errors() : errors;
            Object view = type.view(open, new OrderState(live, csrf, shown, notice, links, files.view(open)));
            String policy = open.display().policy();
            if (links.isEmpty()) {
                PageRenderer.send(open.ctx(), status, type.template(), view, policy);
            } else {
                PageRenderer.sendUncompressed(open.ctx(), status, type.template(), view, policy);
            }
            return null;
        });
    }

    @Override
    public Future<SavedCarts.Restored> restore(RoutingContext ctx, FoundPage page) {
        return orders.own()
                .restore(ctx, page)
                .compose(own -> own == SavedCarts.Restored.NOTHING
                        ? orders.carts().restore(ctx, page)
                        : Future.succeededFuture(own));
    }

    @Override
    public Future<Void> save(PageRequest<P> open) {
        return files.usable(open)
                .compose(usable -> orders.carts()
                        .save(
                                usable,
                                read(usable, files.ofOrder(usable.hosted(), usable.form()))
                                        .order()));
    }

    private Future<Void> summarize(PageRequest<P> open) {
        return live(open).map(live -> {
            String csrf = request.csrf(open.ctx(), open.visitId());
            Object view = type.view(open, new OrderState(live, csrf, live.errors(), null, List.of(), UploadsView.NONE));
            PageRenderer.send(
                    open.ctx(),
                    200,
                    type.fragmentTemplate(),
                    view,
                    open.display().policy());
            return null;
        });
    }

    /** Returns the order as far as it is filled in, with its price. */
    private Future<LiveOrder> live(PageRequest<P> open) {
        takeCode(open);
        return new LivePrices<>(type, orders.checkouts())
                .of(open, request.visit(open.ctx(), open.form(), open.visitId()));
    }

    private OrderFormReader.Read read(PageRequest<P> open, FormUploads uploads) {
        takeCode(open);
        return type.read(
                open.hosted(),
                open.form(),
                open.messages().numbers(),
                uploads.byField(),
                request.visit(open.ctx(), open.form(), open.visitId()));
    }

    /** Takes a token for a coupon code that the form names, or fails with 429. */
    private void takeCode(PageRequest<P> open) {
        String code = open.form().text(Inputs.COUPON);
        if (code != null) {
            String address = request.address(open.ctx().request());
            orders.rateLimit().takeCode(address, open.hosted().page().id(), code);
        }
    }

    /** Takes the tokens of an order, or fails with 429. */
    private void takeTokens(PageRequest<P> open, OrderForm order) {
        P hosted = open.hosted();
        String address = request.address(open.ctx().request());
        orders.rateLimit().takeOrder(address, hosted.scope(), hosted.page().id());
        if (type.sellsOnce(hosted)) {
            orders.rateLimit().takeOnce(address, hosted.page().id());
        }
        BuyerRateLimit.emails(hosted.page().fields(), order.answers())
                .forEach(email -> orders.rateLimit().takeEmail(hosted.scope(), email));
    }

    /** Stores the files that were sent, as an order does: browsers do not send them again. */
    @Override
    public Future<Void> update(PageRequest<P> open) {
        return files.receiveOrder(open)
                .compose(
                        received -> show(
                                received.open(),
                                200,
                                new FormErrors(received.uploads().errors()),
                                null),
                        failure -> refuseFiles(open, failure));
    }

    @Override
    public Future<Void> accept(PageRequest<P> open) {
        return files.receiveOrder(open).compose(this::order, failure -> refuseFiles(open, failure));
    }

    /** Shows the page again if its files were not stored; other failures become a page of their own. */
    private Future<Void> refuseFiles(PageRequest<P> open, Throwable failure) {
        String notice = failure instanceof ApiError error ? FILE_NOTICES.get(error.code()) : null;
        if (notice == null) {
            return Future.failedFuture(failure);
        }
        ApiError error = (ApiError) failure;
        error.headers().forEach((name, value) -> open.ctx().response().putHeader(name, value));
        return render(open, error.status(), FormErrors.NONE, open.messages().text(notice));
    }

    private Future<Void> order(FileForms.Received<P> received) {
        PageRequest<P> open = received.open();
        OrderFormReader.Read read = read(open, received.uploads());
        Map<String, String> fileErrors = received.uploads().errors();
        if (!read.problems().isEmpty() || !fileErrors.isEmpty()) {
            return reject(open, read, read.problems(), fileErrors);
        }
        takeTokens(open, read.order());
        P hosted = open.hosted();
        return orders.checkouts()
                .place(
                        hosted.scope(),
                        hosted.page().id(),
                        read.order(),
                        BuyerRequest.submission(open.ctx(), open.visitId()),
                        SavedCarts.encode(open.form(), BuyerRequest.parameters(open.ctx())))
                .compose(id -> {
                    String token = orders.tokens().sign(hosted.scope(), id);
                    PageRenderer.redirect(
                            open.ctx(), OrderPages.path(hosted.seller().name(), token));
                    return Future.<Void>succeededFuture();
                })
                .recover(failure -> refuse(open, read, failure));
    }

    private Future<Void> refuse(PageRequest<P> open, OrderFormReader.Read read, Throwable failure) {
        if (!(failure instanceof ApiError error)) {
            return Future.failedFuture(failure);
        }
        if (error.status() == 400) {
            return reject(open, read, error.problems(), Map.of());
        }
        String notice = Notices.key(error);
        if (notice == null) {
            return Future.failedFuture(failure);
        }
        // Read again, so that the page shows what is left now.
        Future<PageRequest<P>> current = readAgain(open);
        return current.compose(now -> {
            FormErrors errors = switch (error.code()) {
                case "sold_out" -> new FormErrors(Shortages.of(now.messages(), now.hosted(), now.form()));
                case "coupon_used_up", "coupon_used_by_customer" ->
                    new FormErrors(Map.of(Inputs.COUPON, now.messages().text(notice)));
                default -> FormErrors.NONE;
            };
            return render(now, error.status(), errors, now.messages().text(notice));
        });
    }

    /** Returns the request for the page as it is now, or as it was if it no longer sells. */
    private Future<PageRequest<P>> readAgain(PageRequest<P> open) {
        P hosted = open.hosted();
        return orders.pages()
                .byId(
                        hosted.seller().id(),
                        hosted.page().id(),
                        open.own().heldOn(hosted.page().id()))
                .map(now -> type.pageClass().isInstance(now)
                        ? with(open, type.pageClass().cast(now))
                        : open);
    }

    private PageRequest<P> with(PageRequest<P> open, P now) {
        return open.with(now, addressed(now, BuyerRequest.parameters(open.ctx())));
    }

    private Future<Void> reject(
            PageRequest<P> open, OrderFormReader.Read read, List<Problem> problems, Map<String, String> fileErrors) {
        Map<String, String> errors = new LinkedHashMap<>(fileErrors);
        FormErrors.of(open.messages(), open.hosted(), open.form(), read.inputs(), problems)
                .byInput()
                .forEach(errors::putIfAbsent);
        return show(open, 422, new FormErrors(errors), null);
    }
}
