package io.tollgate.catalog.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A form, which collects answers without payment.
 *
 * @param name the seller's name for the form
 * @param title the title for visitors; null if it is the name
 * @param testmode whether submissions are tests
 */
public record Form(
        @Override String id,
        @Override String slug,
        String name,
        @Nullable String title,
        @Override @Nullable String locale,
        @Override PageStatus status,
        @Override boolean testmode,
        @Override List<BuyerField> fields,
        @Nullable Details formDetails)
        implements CatalogPage {
    /** @param limitSubmissions whether each customer can submit the form only once; null if not */
    public record Details(@Nullable Limit limitSubmissions) {}

    public record Limit(boolean enabled) {}

    public Form withTitle(String other) {
        return new Form(id, slug, name, other, locale, status, testmode, fields, formDetails);
    }

    /** Returns whether each customer, by e-mail address, can submit the form only once. */
    public boolean isLimited() {
        return formDetails != null && formDetails.limitSubmissions != null && formDetails.limitSubmissions.enabled;
    }

    @Override
    public String displayTitle() {
        return Objects.requireNonNullElse(title, name);
    }
}
