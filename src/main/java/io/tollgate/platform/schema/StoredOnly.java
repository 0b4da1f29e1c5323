package io.tollgate.platform.schema;

/** Notes on settings that Tollgate stores and returns, but that have no effect yet. */
public final class StoredOnly {
    public static final String STOREFRONT = "Stored only: hosted pages do not use it yet.";

    private StoredOnly() {}
}
