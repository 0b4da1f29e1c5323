package io.tollgate.cart;

import org.jspecify.annotations.Nullable;

/** Where to ship to, and to whom. */
public record ShippingAddress(
        @Nullable String name, @Nullable String phone, PostalAddress address) {}
