package io.tollgate.customer;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.email;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import io.tollgate.resource.Resource;
import io.tollgate.schema.Schema;
import io.tollgate.schema.Type;

/** Customers: one for each email address that bought from a seller, in the mode of the purchase. */
public final class Customers {
    static final Schema SCHEMA = Schema.of(
            id("id"),
            id("sellerId"),
            text("name", 200).orNull().writable(),
            email("email").always().writable(),
            email("billingEmail").orNull().writable(),
            text("companyName", 200).orNull().writable(),
            text("phone", 50).orNull().writable(),
            Contact.ADDRESS.orNull().writable(),
            Contact.SHIPPING.orNull().writable(),
            text("taxId"),
            text("taxIdType"),
            text("processorCustomerId"),
            time("createdAt"),
            time("updatedAt"));

    public static final Resource RESOURCE = Resource.at("/v1/customers")
            .noun("Customer")
            .idName("customerId")
            .table("customer")
            .modes(Resource.Modes.OF_THE_KEY)
            .fields(SCHEMA.read())
            .unique(Type.EMAIL, "email")
            .createdBounds()
            .search(contains(ANYTHING, "name", "email", "companyName", "taxId"))
            .build();

    private Customers() {}
}
