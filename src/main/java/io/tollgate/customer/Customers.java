package io.tollgate.customer;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import io.tollgate.resource.Resource;
import io.tollgate.schema.Type;

/** Customers: one for each e-mail address that bought from a seller, in the mode of the purchase. */
public final class Customers {
    private Customers() {}

    public static final Resource RESOURCE = Resource.at("/v1/customers")
            .noun("Customer")
            .idName("customerId")
            .table("customer")
            .modes(Resource.Modes.OF_THE_KEY)
            .fields(
                    id("id"),
                    id("sellerId"),
                    text("name"),
                    text("email").always(),
                    text("billingEmail"),
                    text("companyName"),
                    text("phone"),
                    Contact.ADDRESS,
                    Contact.SHIPPING,
                    text("taxId"),
                    text("taxIdType"),
                    text("processorCustomerId"),
                    time("createdAt"),
                    time("updatedAt"))
            .unique(Type.EMAIL, "email")
            .createdBounds()
            .search(contains(ANYTHING, "name", "email", "companyName", "taxId"))
            .build();
}
