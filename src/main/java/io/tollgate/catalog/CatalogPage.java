package io.tollgate.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A checkout page, event or form. */
public interface CatalogPage {
    String id();

    String slug();

    @Nullable
    String locale();

    List<BuyerField> fields();

    /** Returns the title of the product, event or form in records and invoices. */
    String displayTitle();
}
