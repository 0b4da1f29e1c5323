package io.tollgate.storefront.portal;

import io.tollgate.accounts.seller.Sellers;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.storefront.pages.BuyerRequest;
import io.tollgate.storefront.pages.PortalHomeView;
import io.tollgate.storefront.portal.PortalSessions.PortalCustomer;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;

/** Opens requests to the portal: the seller of the path, the session, and the proof that a form is Tollgate's own. */
record PortalRouting(Sellers sellers, PortalSessions sessions, BuyerRequest request, BodyReader forms) {
    /** Answers a request. */
    interface Page {
        Future<?> show(PortalRequest open);
    }

    /** Answers a request of a customer who is logged in. */
    interface CustomerPage {
        Future<?> show(PortalRequest open, PortalCustomer customer);
    }

    void get(Router router, String path, boolean live, Page page) {
        router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(ctx -> answer(ctx, live, page));
    }

    void post(Router router, String path, boolean live, Page page) {
        router.post(path).handler(forms).handler(ctx -> answer(ctx, live, page));
    }

    private void answer(RoutingContext ctx, boolean live, Page page) {
        open(ctx, live).<Void>compose(open -> page.show(open).mapEmpty()).onFailure(ctx::fail);
    }

    private Future<PortalRequest> open(RoutingContext ctx, boolean live) {
        return sellers.named(Objects.requireNonNull(ctx.pathParam("seller"))).map(seller -> {
            if (seller == null) {
                throw ApiError.notFound("Page");
            }
            return PortalRequest.of(ctx, seller, live);
        });
    }

    /** Returns a page that redirects to the entry if nobody is logged in. */
    Page ofCustomer(CustomerPage page) {
        return open -> sessions.find(open.scope(), open.session()).<Void>compose(customer -> {
            if (customer == null) {
                open.redirect(open.paths().base());
                return Future.succeededFuture();
            }
            return page.show(open, customer).mapEmpty();
        });
    }

    /**
     * Returns the form of a request.
     *
     * @throws ApiError 403 if it does not come from a page of Tollgate in the same browser
     */
    SubmittedForm form(PortalRequest open) {
        SubmittedForm form = SubmittedForm.of(BodyReader.of(open.ctx()));
        request.requireOwn(open.ctx(), form);
        return form;
    }

    String csrf(PortalRequest open) {
        return request.csrf(open.ctx(), request.visitId(open.ctx(), SubmittedForm.EMPTY));
    }

    PortalHomeView.Account account(PortalRequest open, PortalCustomer customer) {
        return new PortalHomeView.Account(
                customer.email(), open.keep(open.paths().logout()), csrf(open));
    }
}
