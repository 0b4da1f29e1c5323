package io.tollgate.customer;

import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.time;
import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;

import io.tollgate.resource.Resource;
import io.tollgate.resource.Type;

/** Customers: one for each email address that bought from a seller, in the mode of the purchase. */
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
