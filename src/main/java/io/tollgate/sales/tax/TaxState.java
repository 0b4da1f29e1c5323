package io.tollgate.sales.tax;

/** Whether the tax of an order is known. */
public enum TaxState {
    /** The price contains the tax, or the order has none. */
    FINAL,
    /** The tax depends on the buyer's address, which is missing or not sufficient. */
    ADDRESS_NEEDED,
    /** The processor did not respond. */
    UNAVAILABLE
}
