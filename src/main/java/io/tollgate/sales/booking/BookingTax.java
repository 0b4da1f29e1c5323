package io.tollgate.sales.booking;

import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.Element;
import io.tollgate.platform.error.ApiError;
import io.tollgate.processor.TaxableOrder;
import io.tollgate.sales.cart.Answer;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.SubmittedAnswer;
import io.tollgate.sales.cart.SubmittedAnswer.Addresses;
import io.tollgate.sales.cart.TaxAddress;
import io.tollgate.sales.tax.OrderTaxes;
import io.tollgate.sales.tax.TaxAddressProblems;
import io.tollgate.sales.tax.TaxQuestion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tax of a booking over the API that the processor calculates from the answers of the buyer. */
record BookingTax(BookingDraft draft) {
    private static final String EXPLANATION = ", because the processor calculates the tax from the address";

    /**
     * Returns the booking for the processor; null if its price is final.
     *
     * @throws ApiError 400 if the answers contain no address; 422 if the event does not ask for one
     */
    @Nullable
    TaxableOrder question() {
        if (!TaxQuestion.isOpen(draft.tax(), draft.cart().quote())) {
            return null;
        }
        TaxAddress address = TaxAddress.of(draft.answers());
        if (address == null) {
            throw missing();
        }
        return TaxQuestion.of(draft.event(), draft.cart().quote(), List.of(), address);
    }

    /**
     * Returns the tax with the processor's result.
     *
     * @param question the booking as it is now
     * @throws ApiError 503 if the event has changed since the processor was asked; 400 if the address is not
     *     sufficient
     */
    OrderTax calculated(@Nullable TaxableOrder question, OrderTaxes.Known tax) {
        if (!tax.isOf(question)) {
            throw ApiError.unavailable();
        }
        if (tax.calculation() == null) {
            throw insufficient();
        }
        return draft.tax().calculated(tax.calculation());
    }

    private ApiError missing() {
        if (TaxAddress.isMissing(draft.event())) {
            return ApiError.unprocessable(
                    "tax_address_needed",
                    "The processor calculates the tax of this event from the buyer's address, for which the event does"
                            + " not ask. Give the event a field of the element `address` or `country`.");
        }
        String fields = draft.event().fields().stream()
                .filter(field -> !field.hidden())
                .filter(field -> field.element() == Element.ADDRESS || field.element() == Element.COUNTRY)
                .map(field -> field.label() + " (" + field.reference() + ")")
                .findFirst()
                .orElse("the field for the country");
        return ApiError.invalid("fields", "must include an answer to " + fields + EXPLANATION, null);
    }

    private ApiError insufficient() {
        Answer answer = draft.answers().ofElement(Element.ADDRESS);
        TaxAddress address = TaxAddress.of(draft.answers());
        if (answer == null || address == null) {
            String message = "must also include the state and postal code, on which the tax depends in this country";
            return ApiError.invalid("fields", message, null);
        }
        return TaxAddressProblems.insufficient(path(answer.field(), address.shipping()), address.address());
    }

    /** Returns the path of an address in the request. */
    private String path(BuyerField field, boolean shipping) {
        List<SubmittedAnswer> sent = draft.request().answers();
        for (int i = 0; i < sent.size(); i++) {
            SubmittedAnswer one = sent.get(i);
            if (field.id().equals(one.fieldId()) || field.reference().equals(one.reference())) {
                Addresses value = one.addresses();
                Addresses addresses = value != null ? value : one.recordedAddresses();
                boolean shipped = shipping && addresses != null && addresses.shipping() != null;
                return "fields[" + i + "]." + (value != null ? "value." : "meta.") + (shipped ? "shipping" : "billing");
            }
        }
        return "fields";
    }
}
