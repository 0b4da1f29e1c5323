package io.tollgate.customer;

import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.text;

import io.tollgate.resource.Field;

/** Name and address fields of buyers in records. */
public final class Contact {
    private Contact() {}

    public static final Field ADDRESS = object(
            "address", text("line1"), text("line2"), text("city"), text("state"), text("postalCode"), text("country"));

    public static final Field BILLING = object(
            "billing", text("name"), text("companyName"), text("email"), text("billingEmail"), text("phone"), ADDRESS);

    public static final Field SHIPPING = object("shipping", text("name"), text("phone"), ADDRESS);
}
