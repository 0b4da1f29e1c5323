package io.tollgate.accounts.customer;

import io.tollgate.platform.input.Input;

/** Postal addresses in request bodies. */
public final class AddressInput {
    private AddressInput() {}

    /** Reports an unknown country in the {@code address} of an input. */
    public static void check(Input sent) {
        Input address = sent.object("address");
        String code = address.text("country");
        address.rule(code == null || Countries.has(code), "country", Countries.EXPECTED);
    }
}
