package io.tollgate.catalog.model;

/** The number of ticket types of a group, or options of a variant, that one order can contain. */
public enum Selection {
    /** One type or option. */
    SINGLE,
    /** Any number of types or options, one of each. */
    MULTIPLE,
    /** Any number of types or options, each with a quantity. */
    QUANTITY
}
