package io.tollgate.storefront.pages;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The uploads of an order as its page shows them.
 *
 * @param token id of the form with its signature; null if the page takes no files
 * @param byField the files that were uploaded before, by the id of their field
 */
record UploadsView(@Nullable String token, Map<String, List<FieldView.Option>> byField) {
    static final UploadsView NONE = new UploadsView(null, Map.of());
}
