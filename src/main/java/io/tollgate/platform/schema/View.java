package io.tollgate.platform.schema;

/** What a declaration is used for. Each field says in which views it occurs. */
public enum View {
    /** The record as the API returns it. */
    READ,
    /** The body of the request that creates a record. */
    CREATE,
    /** The body of the request that changes a record. */
    CHANGE
}
