package io.tollgate.cart;

import io.tollgate.catalog.BuyerField;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A valid answer to a field.
 *
 * @param value the answer as one text
 * @param values labels of the selected options; null if the field takes one answer
 * @param taxIdType the kind of a tax id, or null
 * @param billing the address of an address field; null for others
 * @param shipping likewise, if the field collects it
 */
public record Answer(
        BuyerField field,
        String value,
        @Nullable List<String> values,
        @Nullable String taxIdType,
        @Nullable PostalAddress billing,
        @Nullable ShippingAddress shipping) {

    static Answer of(BuyerField field, String value) {
        return new Answer(field, value, null, null, null, null);
    }
}
