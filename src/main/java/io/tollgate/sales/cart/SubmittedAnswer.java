package io.tollgate.sales.cart;

import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.platform.schema.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer in a request, before validation. It names its field by id or by reference. Clients can also send back the
 * answers of a record, whose format differs for addresses.
 *
 * @param text the value; null if it is not a string
 * @param addresses the value of an address field; null if it is not an object
 * @param values the labels or values of options; null if the request has none
 * @param taxIdType the type of a tax id, from {@code meta}
 * @param recordedAddresses the addresses in the format of records, from {@code meta}
 * @param files the uploaded files; null if the answer was not sent through a hosted page
 */
public record SubmittedAnswer(
        @Nullable String fieldId,
        @Nullable String reference,
        @Nullable String text,
        @Nullable Addresses addresses,
        @Nullable List<String> values,
        @Nullable String taxIdType,
        @Nullable Addresses recordedAddresses,
        @Nullable List<BuyerUpload> files) {

    /** An answer without files. */
    public SubmittedAnswer(
            @Nullable String fieldId,
            @Nullable String reference,
            @Nullable String text,
            @Nullable Addresses addresses,
            @Nullable List<String> values,
            @Nullable String taxIdType,
            @Nullable Addresses recordedAddresses) {
        this(fieldId, reference, text, addresses, values, taxIdType, recordedAddresses, null);
    }

    /** Returns the answer to a file field. */
    public static SubmittedAnswer ofFiles(String fieldId, List<BuyerUpload> files) {
        return new SubmittedAnswer(fieldId, null, null, null, null, null, null, files);
    }

    /** Returns the answer as it is for every upload of the same files. */
    public SubmittedAnswer withoutFileIds() {
        return files == null
                ? this
                : new SubmittedAnswer(
                        fieldId,
                        reference,
                        text,
                        addresses,
                        values,
                        taxIdType,
                        recordedAddresses,
                        files.stream()
                                .map(file -> new BuyerUpload("", file.name(), file.type(), file.size(), null, null))
                                .toList());
    }

    /** The addresses of a buyer; each is null if the request does not have it. */
    public record Addresses(
            @Nullable PostalAddress billing, @Nullable ShippingAddress shipping, boolean sameAsShipping) {}

    /** Returns whether the answer is an empty text, as untouched inputs of any element send it. */
    boolean isBlank() {
        return text != null
                && Texts.isBlank(text)
                && addresses == null
                && recordedAddresses == null
                && files == null
                && !hasValues();
    }

    boolean hasValue() {
        return text != null || addresses != null;
    }

    boolean hasValues() {
        return values != null && !values.isEmpty();
    }
}
