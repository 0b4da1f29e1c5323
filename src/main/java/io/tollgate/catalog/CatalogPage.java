package io.tollgate.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page on which something is bought or submitted. */
public interface CatalogPage {
    String id();

    String slug();

    @Nullable
    String locale();

    List<BuyerField> fields();

    /** What is sold or asked for, as records and invoices name it. */
    String displayTitle();
}
