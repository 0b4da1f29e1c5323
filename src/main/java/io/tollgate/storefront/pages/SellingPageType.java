package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.sales.purchase.Visit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What pages that sell do differently, depending on what they sell. */
interface SellingPageType<P extends Hosted> {
    PageKind kind();

    /** Returns the class of the pages. */
    Class<P> pageClass();

    /** Returns the page as buyers at an address with these query parameters see it. */
    P addressed(P hosted, Map<String, String> parameters);

    /** Returns whether a customer can buy from the page only once, so that its refusals reveal who has bought. */
    boolean sellsOnce(P hosted);

    /**
     * Reads an order from the inputs of the page.
     *
     * @param files the uploaded files by the id of their field
     */
    OrderFormReader.Read read(
            P hosted, SubmittedForm form, NumberReader numbers, Map<String, List<BuyerUpload>> files, Visit visit);

    /** Returns the message that says why the page sells nothing; null if it sells. */
    @Nullable
    String closed(PageRequest<P> request);

    /** Returns the template of the page. */
    String template();

    Object view(PageRequest<P> request, OrderState order);

    /** Returns the template of the parts of the page that depend on its form. */
    String fragmentTemplate();
}
