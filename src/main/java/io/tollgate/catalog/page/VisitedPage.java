package io.tollgate.catalog.page;

import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.catalog.model.CatalogPage;
import io.tollgate.catalog.model.PageBehavior;
import io.tollgate.catalog.model.PageTexts.Redirect;
import io.tollgate.platform.resource.Scope;
import org.jspecify.annotations.Nullable;

/** A page of any kind as visitors open it, with everything that it shows. */
public interface VisitedPage {
    Seller seller();

    CatalogPage page();

    /** Returns how the page can be shown, and where its visitors go after its form. */
    PageBehavior behavior();

    /** Returns the address to which the page sends its visitors; null without one. */
    @Nullable
    Redirect redirect();

    /** Returns whether search engines may index the page. */
    boolean googleIndex();

    /** Returns the title that visitors see. */
    String heading();

    /** Returns the path of the page's address. */
    default String path() {
        return "/s/" + seller().name() + "/" + page().slug();
    }

    /** Returns the scope of the page's records: test records while its test mode is on. */
    default Scope scope() {
        return new Scope(seller().id(), !page().testmode());
    }
}
