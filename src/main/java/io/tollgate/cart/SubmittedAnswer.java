package io.tollgate.cart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer to a field of a page as a request has it: as a client writes it, or as a record shows it. A field is
 * named by its id or its reference.
 *
 * @param text the value; null if it is not a text
 * @param addresses the value of an address field; null if it is not an object
 * @param values labels or values of options; null if the request has none
 * @param taxIdType the kind of a tax id, from {@code meta}
 * @param recordedAddresses the addresses of a record, from {@code meta}
 */
public record SubmittedAnswer(
        @Nullable String fieldId,
        @Nullable String reference,
        @Nullable String text,
        @Nullable Addresses addresses,
        @Nullable List<String> values,
        @Nullable String taxIdType,
        @Nullable Addresses recordedAddresses) {

    /** Addresses of a buyer; null if the request does not have one. */
    public record Addresses(
            @Nullable PostalAddress billing, @Nullable ShippingAddress shipping, boolean sameAsShipping) {}

    boolean hasValue() {
        return text != null || addresses != null;
    }

    boolean hasValues() {
        return values != null && !values.isEmpty();
    }
}
