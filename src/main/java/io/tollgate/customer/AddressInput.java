package io.tollgate.customer;

import io.tollgate.input.Input;
import io.tollgate.schema.Field;
import io.tollgate.schema.Type;

/** Postal addresses in request bodies. */
public final class AddressInput {
    /** An address that changes only the fields that it has; null clears it. */
    public static final Field KEY = Field.object(
                    "address",
                    Field.text("line1", 200).orNull(),
                    Field.text("line2", 200).orNull(),
                    Field.text("city", 200).orNull(),
                    Field.text("state", 200).orNull(),
                    Field.text("postalCode", 50).orNull(),
                    Field.of("country", Type.matching(2, 2, "[A-Z]{2}", Countries.EXPECTED))
                            .orNull())
            .orNull();

    private AddressInput() {}

    /** Notes a country that does not exist in the address under {@code sent}. */
    public static void check(Input sent) {
        Input address = sent.object("address");
        String code = address.text("country");
        address.rule(code == null || Countries.has(code), "country", Countries.EXPECTED);
    }
}
