package io.tollgate.catalog;

/** How many choices a ticket group or variant takes. */
public enum Selection {
    /** One. */
    SINGLE,
    /** Any number, once each. */
    MULTIPLE,
    /** Any number, each with a quantity. */
    QUANTITY
}
