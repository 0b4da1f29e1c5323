package io.tollgate.processor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order whose tax the processor calculates.
 *
 * @param currency ISO 4217 code in lower case
 * @param lines at least one
 * @param address where the buyer receives the order
 */
public record TaxableOrder(String currency, List<Line> lines, Address address) {
    /**
     * A line to tax.
     *
     * @param amount the amount of the line after discounts, at least 1
     * @param inclusive whether the amount includes the tax
     * @param taxCode the processor's category of the product; null for the account's default
     */
    public record Line(
            long amount,
            int quantity,
            boolean inclusive,
            @Nullable String taxCode) {}

    /**
     * An address, of which only the country is always known.
     *
     * @param shipping whether the order is shipped to the address; otherwise it is the billing address
     */
    public record Address(
            @Nullable String line1,
            @Nullable String line2,
            @Nullable String city,
            @Nullable String state,
            @Nullable String postalCode,
            String country,
            boolean shipping) {}

    public TaxableOrder {
        lines = List.copyOf(lines);
    }
}
