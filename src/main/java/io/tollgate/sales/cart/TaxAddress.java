package io.tollgate.sales.cart;

import io.tollgate.accounts.customer.Countries;
import io.tollgate.catalog.model.BuyerField.Element;
import io.tollgate.catalog.model.PageTax;
import io.tollgate.catalog.model.SellingPage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address that determines the tax of an order: the shipping address, or else the billing address.
 *
 * @param address has a valid country
 */
public record TaxAddress(PostalAddress address, String country, boolean shipping) {
    private static final List<String> TYPES = List.of("address-country", "shipping-address-country");

    /** Returns the address in a buyer's answers so far; null if they do not name a country. */
    public static @Nullable TaxAddress of(Answers answers) {
        ShippingAddress shipping = Buyer.shipping(answers);
        TaxAddress shipped = shipping == null ? null : of(shipping.address(), true);
        if (shipped != null) {
            return shipped;
        }
        PostalAddress billing = Buyer.address(answers);
        TaxAddress billed = billing == null ? null : of(billing, false);
        Answer country = answers.ofElement(Element.COUNTRY);
        return billed != null || country == null
                ? billed
                : of(new PostalAddress(null, null, null, null, null, country.value()), false);
    }

    /** Returns the shipping address, or else the billing address; null if neither has a valid country. */
    public static @Nullable TaxAddress of(@Nullable PostalAddress shipping, @Nullable PostalAddress billing) {
        TaxAddress shipped = shipping == null ? null : of(shipping, true);
        return shipped != null || billing == null ? shipped : of(billing, false);
    }

    private static @Nullable TaxAddress of(PostalAddress address, boolean shipping) {
        String country = address.country();
        return country == null || !Countries.has(country) ? null : new TaxAddress(address, country, shipping);
    }

    /** Returns whether a page cannot sell, because its tax depends on an address that it does not ask for. */
    public static boolean isMissing(SellingPage page) {
        return page.taxMode() == PageTax.Mode.PROCESSOR
                && page.fields().stream()
                        .noneMatch(field -> !field.hidden()
                                && (field.element() == Element.ADDRESS
                                        || field.element() == Element.COUNTRY
                                        || TYPES.contains(field.type())));
    }
}
