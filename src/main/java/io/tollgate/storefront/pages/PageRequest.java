package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.page.VisitedPage;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.sales.checkout.DynamicTerms;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/**
 * A request for a hosted page, with what it needs to show it.
 *
 * @param stored the page without what the address sets
 * @param hosted the page as visitors at this address see it
 * @param form empty if the visitor has just opened the page
 * @param visitId the visit of the browser
 * @param own the orders that the browser can still pay
 */
record PageRequest<P extends VisitedPage>(
        RoutingContext ctx,
        P stored,
        P hosted,
        SubmittedForm form,
        Messages messages,
        String visitId,
        Display display,
        OpenOrders own) {
    /** Returns this request for another state of the page. */
    PageRequest<P> with(P now, P addressed) {
        return new PageRequest<>(ctx, now, addressed, form, messages, visitId, display, own);
    }

    /** Returns this request with other inputs. */
    PageRequest<P> with(SubmittedForm inputs) {
        return new PageRequest<>(ctx, stored, hosted, inputs, messages, visitId, display, own);
    }

    /** Returns whether visitors see the page but cannot use it, because it is archived. */
    boolean isArchived() {
        return hosted.page().status() != PageStatus.PUBLISHED && !display.preview();
    }

    /** Returns the address that the form is sent to: that of the page, with its query, which the record keeps. */
    String action() {
        String query = ctx.request().query();
        return query == null ? hosted.path() : hosted.path() + "?" + query;
    }

    /** Returns the references of hidden prices and tickets that the address shows. */
    List<String> revealed() {
        return DynamicTerms.revealed(BuyerRequest.parameters(ctx));
    }

    /** Returns whether search engines may index the page: what they show must be on sale. */
    private boolean isIndexed() {
        return hosted.googleIndex()
                && hosted.page().status() == PageStatus.PUBLISHED
                && !hosted.page().testmode()
                && !display.embedded();
    }

    Shell shell() {
        return new Shell(
                messages,
                hosted.heading(),
                hosted.seller().displayName(),
                hosted.seller().logoUrl(),
                hosted.path(),
                hosted.page().testmode(),
                isIndexed(),
                null,
                display);
    }
}
