package io.tollgate.catalog.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A checkout page, event or form. */
public interface CatalogPage {
    String id();

    String slug();

    @Nullable
    String locale();

    PageStatus status();

    /** Returns whether the page takes tests: nothing is charged, and its records have test mode. */
    boolean testmode();

    List<BuyerField> fields();

    /** Returns whether visitors can upload files. */
    default boolean takesFiles() {
        return fields().stream().anyMatch(BuyerField::takesFiles);
    }

    /** Returns the title of the product, event or form in records and invoices. */
    String displayTitle();
}
