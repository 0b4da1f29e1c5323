package io.tollgate.processor;

import java.math.BigDecimal;

/** The terms of a tax rate at the processor. */
public record TaxTerms(String displayName, boolean inclusive, BigDecimal percentage) {
    public TaxTerms {
        // The processor does not accept an exponent.
        percentage = new BigDecimal(percentage.toPlainString());
    }
}
