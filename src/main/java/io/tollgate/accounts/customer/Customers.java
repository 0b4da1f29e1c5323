package io.tollgate.accounts.customer;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.email;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;

/** Customers: one for each email address that bought from a seller, in the mode of the purchase. */
public final class Customers {
    static final Schema SCHEMA = Schema.of(
            CommonFields.ID,
            CommonFields.SELLER_ID,
            text("name", 200).personal().doc("Name of the customer.").orNull().writable(),
            email("email")
                    .personal()
                    .doc("E-mail address of the customer, unique for a seller and mode. Stored in lower case.")
                    .always()
                    .writable(),
            email("billingEmail")
                    .personal()
                    .doc("E-mail address for invoices. Null: invoices use `email`.")
                    .orNull()
                    .writable(),
            text("companyName", 200)
                    .personal()
                    .doc("Name of the customer's company.")
                    .orNull()
                    .writable(),
            text("phone", 50)
                    .personal()
                    .doc("Phone number of the customer.")
                    .orNull()
                    .writable(),
            Contact.ADDRESS.orNull().writable(),
            Contact.SHIPPING.orNull().writable(),
            text("taxId").personal().doc("Tax id of the customer, such as a VAT number."),
            text("taxIdType").doc("Type of the tax id, such as `eu_vat`."),
            text("processorCustomerId").personal().doc("Id of the customer at the payment processor."),
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    public static final Resource RESOURCE = Resource.at("/v1/customers")
            .noun("Customer")
            .idName("customerId")
            .table("customer")
            .modes(Resource.Modes.OF_THE_KEY)
            .fields(SCHEMA.read())
            .unique(Type.EMAIL, "email")
            .createdBounds()
            .search(contains(ANYTHING, "name", "email", "companyName", "taxId"))
            .reports(
                    "customer",
                    Reports.created("customer.created", "a buyer is recorded for the first time."),
                    Reports.updated("customer.updated", "a customer changes in any way."))
            .build();

    private Customers() {}
}
