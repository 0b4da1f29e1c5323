package io.tollgate.customer;

import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Value;

/** Postal addresses in request bodies. */
public final class AddressInput {
    /** An address that changes only the fields it contains; null clears it. */
    public static final Key KEY = Key.object(
                    "address",
                    Key.text("line1", 200).orNull(),
                    Key.text("line2", 200).orNull(),
                    Key.text("city", 200).orNull(),
                    Key.text("state", 200).orNull(),
                    Key.text("postalCode", 50).orNull(),
                    Key.of("country", Value.matching(2, 2, "[A-Z]{2}", Countries.EXPECTED))
                            .orNull())
            .orNull();

    private AddressInput() {}

    /** Reports an unknown country in the {@code address} of an input. */
    public static void check(Input sent) {
        Input address = sent.object("address");
        String code = address.text("country");
        address.rule(code == null || Countries.has(code), "country", Countries.EXPECTED);
    }
}
