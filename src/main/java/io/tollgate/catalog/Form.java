package io.tollgate.catalog;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A form, which collects answers without payment.
 *
 * @param name the seller's name for the form
 * @param title the title for visitors; null if it is the name
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
