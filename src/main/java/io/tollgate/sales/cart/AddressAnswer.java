package io.tollgate.sales.cart;

import io.tollgate.accounts.customer.Countries;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.CountryLimit;
import io.tollgate.platform.error.ApiError.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Validates the answer to an address field, which collects a billing address and optionally a shipping address. */
final class AddressAnswer {
    private final BuyerField field;
    private final String path;
    private final List<Problem> problems;

    AddressAnswer(BuyerField field, String path, List<Problem> problems) {
        this.field = field;
        this.path = path;
        this.problems = problems;
    }

    /** Returns the answer. If an address is invalid or missing, returns null and adds the problems. */
    @Nullable
    Answer validate(SubmittedAnswer.Addresses sent) {
        boolean ships = field.collectsShipping();
        boolean same = sent.sameAsShipping();
        PostalAddress billing = sent.billing();
        ShippingAddress shipping = sent.shipping();
        if (same && billing == null && shipping != null) {
            billing = shipping.address();
        } else if (same && shipping == null && billing != null) {
            shipping = new ShippingAddress(null, null, billing);
        }
        int before = problems.size();
        require(billing != null, "billing", "is required");
        require(ships || sent.shipping() == null, "shipping", "is not collected by this field");
        require(!ships || shipping != null, "shipping", "is required unless sameAsShipping is true");
        validateCountry(billing, "billing", field.limitBillingCountries());
        validateCountry(
                ships && shipping != null ? shipping.address() : null, "shipping", field.limitShippingCountries());
        if (problems.size() > before || billing == null) {
            return null;
        }
        return new Answer(field, billing.line(), null, null, billing, ships ? shipping : null);
    }

    private void require(boolean valid, String key, String message) {
        if (!valid) {
            problems.add(new Problem(path + "." + key, message, null));
        }
    }

    private void validateCountry(@Nullable PostalAddress address, String key, @Nullable CountryLimit limit) {
        if (address == null) {
            return;
        }
        String country = address.country() == null ? "" : address.country();
        boolean known = Countries.has(country);
        require(known, key + ".country", Countries.EXPECTED);
        require(!known || CountryLimit.allows(limit, country), key + ".country", "is not an allowed country");
    }
}
