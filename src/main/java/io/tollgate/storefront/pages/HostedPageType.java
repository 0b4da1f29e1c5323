package io.tollgate.storefront.pages;

import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.VisitedPage;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What hosted pages of one kind do differently from those of other kinds. */
interface HostedPageType<P extends VisitedPage> {
    /** The price of a form, and other parts of the page that depend on the form. */
    interface Summary<P extends VisitedPage> {
        /** Sends these parts as fragments of the page, for its script. */
        Future<Void> send(PageRequest<P> request);
    }

    PageKind kind();

    /**
     * Completes a page of this kind that was found at its address.
     *
     * @param own the open orders of the visitor
     */
    Future<P> complete(FoundPage found, OpenOrders own);

    /** Returns the orders that the visitor has begun. Pages that sell nothing have none. */
    default Future<OpenOrders> openOrders(RoutingContext ctx, SubmittedForm form, FoundPage found) {
        return Future.succeededFuture(OpenOrders.NONE);
    }

    /** Returns the page as visitors at an address with these query parameters see it. */
    P addressed(P hosted, Map<String, String> parameters);

    /**
     * Sends the page with its form as the visitor filled it in.
     *
     * @param notice what the visitor needs to know before the form; null for nothing
     */
    Future<Void> render(PageRequest<P> request, int status, FormErrors errors, @Nullable String notice);

    /** Shows the page again with the form that was sent to change it, for example with its price. */
    default Future<Void> update(PageRequest<P> request) {
        return render(request, 200, FormErrors.NONE, null);
    }

    /** Processes a form that was sent from the page. */
    Future<Void> accept(PageRequest<P> request);

    /** Returns the key of the message for a form that is sent from a preview. */
    String previewNotice();

    /** Returns the key of the message for a form that was not sent from the page in the same browser. */
    String expiredNotice();

    /** Returns whether the forms of an archived page are rejected before they are read. */
    boolean rejectsWhenArchived();

    /** Returns what sends the price of the form; null if the form has no price. */
    @Nullable
    Summary<P> summary();

    /** Returns the form that a page shows at first: that of the cart which the address names, or an empty one. */
    default Future<SavedCarts.Restored> restore(RoutingContext ctx, FoundPage page) {
        return Future.succeededFuture(SavedCarts.Restored.NOTHING);
    }

    /** Saves a form that is not sent yet. Pages that sell nothing save none. */
    default Future<Void> save(PageRequest<P> request) {
        return Future.succeededFuture();
    }
}
