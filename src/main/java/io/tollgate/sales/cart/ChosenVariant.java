package io.tollgate.sales.cart;

import io.tollgate.catalog.model.Variant;
import io.tollgate.pricing.Part;
import java.util.List;

/** A variant with the options that a buyer selected. */
public record ChosenVariant(Variant variant, List<Option> options) {
    /** @param part the priced line of the option in the quote */
    public record Option(Variant.Option option, Part part) {
        public int quantity() {
            return part.line().quantity();
        }
    }
}
