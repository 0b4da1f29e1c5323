package io.tollgate.sales.cart;

import org.jspecify.annotations.Nullable;

/** A shipping address with the name and phone number of the recipient. */
public record ShippingAddress(
        @Nullable String name, @Nullable String phone, PostalAddress address) {}
