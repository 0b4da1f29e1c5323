package io.tollgate.customer;

import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.text;

import io.tollgate.schema.Field;

/** Names and addresses of buyers, as the records of purchases carry them. */
public final class Contact {
    private Contact() {}

    public static final Field ADDRESS = object(
            "address", text("line1"), text("line2"), text("city"), text("state"), text("postalCode"), text("country"));

    public static final Field BILLING = object(
            "billing", text("name"), text("companyName"), text("email"), text("billingEmail"), text("phone"), ADDRESS);

    public static final Field SHIPPING = object("shipping", text("name"), text("phone"), ADDRESS);
}
