package io.tollgate.catalog;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A form.
 *
 * @param name the seller's name for the form
 * @param title what visitors read; null if that is the name
 */
public record Form(
        @Override String id,
        @Override String slug,
        String name,
        @Nullable String title,
        @Override @Nullable String locale,
        @Override List<BuyerField> fields)
        implements CatalogPage {
    @Override
    public String displayTitle() {
        return Objects.requireNonNullElse(title, name);
    }
}
