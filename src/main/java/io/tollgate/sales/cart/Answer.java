package io.tollgate.sales.cart;

import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.catalog.model.BuyerField;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A valid answer to a field.
 *
 * @param value the answer as a single text; for several options, their labels joined with commas
 * @param values the labels of the selected options of a multi-select field; null for other fields
 * @param taxIdType the type of a tax id, such as {@code eu_vat}; null for other fields
 * @param billing the billing address of an address field; null for other fields
 * @param shipping the shipping address, if the address field collects one
 * @param files the uploaded files of a file field; null for other fields
 */
public record Answer(
        BuyerField field,
        String value,
        @Nullable List<String> values,
        @Nullable String taxIdType,
        @Nullable PostalAddress billing,
        @Nullable ShippingAddress shipping,
        @Nullable List<BuyerUpload> files) {
    Answer(
            BuyerField field,
            String value,
            @Nullable List<String> values,
            @Nullable String taxIdType,
            @Nullable PostalAddress billing,
            @Nullable ShippingAddress shipping) {
        this(field, value, values, taxIdType, billing, shipping, null);
    }

    static Answer ofFiles(BuyerField field, List<BuyerUpload> files) {
        String names = files.stream().map(BuyerUpload::name).collect(Collectors.joining(", "));
        return new Answer(field, names, null, null, null, null, List.copyOf(files));
    }

    static Answer of(BuyerField field, String value) {
        return new Answer(field, value, null, null, null, null);
    }
}
