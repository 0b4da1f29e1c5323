package io.tollgate.customer;

import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.text;

import io.tollgate.schema.Field;
import io.tollgate.schema.Type;

/** Name and address fields of buyers in records. */
public final class Contact {
    private Contact() {}

    /** In bodies, an address that changes only the fields that it has; null clears it. */
    public static final Field ADDRESS = object(
            "address",
            text("line1", 200).example("Invalidenstr. 1").orNull(),
            text("line2", 200).orNull(),
            text("city", 200).example("Berlin").orNull(),
            text("state", 200).orNull(),
            text("postalCode", 50).example("10115").orNull(),
            Field.of("country", Type.matching(2, 2, "[A-Z]{2}", Countries.EXPECTED))
                    .orNull());

    public static final Field BILLING = object(
            "billing", text("name"), text("companyName"), text("email"), text("billingEmail"), text("phone"), ADDRESS);

    public static final Field SHIPPING =
            object("shipping", text("name", 200).orNull(), text("phone", 50).orNull(), ADDRESS.orNull());
}
