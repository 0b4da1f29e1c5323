package io.tollgate.accounts.customer;

import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;

/** Name and address fields of buyers in records. */
public final class Contact {
    private Contact() {}

    /** In bodies, an address that changes only the fields that it has; null clears it. */
    public static final Field ADDRESS = object(
                    "address",
                    text("line1", 200)
                            .doc("First line of the address, such as street and number.")
                            .example("Invalidenstr. 1")
                            .orNull(),
                    text("line2", 200)
                            .doc("Second line of the address, such as an apartment.")
                            .orNull(),
                    text("city", 200).doc("City or town.").example("Berlin").orNull(),
                    text("state", 200).doc("State, province or region.").orNull(),
                    text("postalCode", 50).doc("Postal code.").example("10115").orNull(),
                    Field.of("country", Type.matching(2, 2, "[A-Z]{2}", Countries.EXPECTED))
                            .doc("ISO 3166-1 code of the country, two upper-case letters.")
                            .orNull())
            .doc("Postal address. In a change, fields that are not sent keep their values; null clears the address.")
            .personal();

    public static final Field BILLING = object(
                    "billing",
                    text("name").doc("Name of the buyer."),
                    text("companyName").doc("Name of the buyer's company."),
                    text("email").doc("E-mail address of the buyer."),
                    text("billingEmail").doc("E-mail address for invoices."),
                    text("phone").doc("Phone number of the buyer."),
                    ADDRESS)
            .doc("Whom the purchase is billed to.")
            .personal();

    public static final Field SHIPPING = object(
                    "shipping",
                    text("name", 200).doc("Name of the recipient.").orNull(),
                    text("phone", 50).doc("Phone number of the recipient.").orNull(),
                    ADDRESS.orNull())
            .doc("Where the purchase is shipped to. Null if nothing is shipped.")
            .personal();
}
