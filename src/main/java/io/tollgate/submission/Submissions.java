package io.tollgate.submission;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;

import io.tollgate.customer.Contact;
import io.tollgate.payment.BuyerFields;
import io.tollgate.payment.Charges;
import io.tollgate.resource.Resource;
import io.tollgate.schema.CommonFields;

/** Defines submissions: the answers that a visitor sent through a form. */
public final class Submissions {
    private Submissions() {}

    public static final Resource RESOURCE = Resource.at("/v1/submissions")
            .noun("Submission")
            .idName("submissionId")
            .table("submission")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    CommonFields.ID,
                    oneOf("status", "succeeded", "failed").doc("Whether the submission succeeded or failed."),
                    CommonFields.SELLER_ID,
                    id("pageId").doc("Id of the form.").always(),
                    id("customerId").doc("Id of the visitor's customer record."),
                    text("customerEmail").doc("E-mail address of the visitor."),
                    text("customerName").doc("Name of the visitor."),
                    text("formTitle")
                            .doc("Title of the form at the time.")
                            .example("Contact us")
                            .always(),
                    Contact.BILLING,
                    Contact.SHIPPING,
                    Charges.ANSWERS,
                    CommonFields.LIVEMODE,
                    BuyerFields.LOCALE,
                    BuyerFields.SESSION_ID,
                    BuyerFields.CLIENT_IP,
                    BuyerFields.USER_AGENT,
                    BuyerFields.SCREEN_WIDTH,
                    BuyerFields.VISIT_ID,
                    BuyerFields.QUERY_PARAMETERS,
                    BuyerFields.PAGE_SLUG,
                    CommonFields.CREATED_AT,
                    CommonFields.UPDATED_AT)
            .counted("pageId", "status")
            .indexed("customerId")
            .createdBounds()
            .search(contains(ANYTHING, "customerEmail", "customerName", "formTitle"))
            .build();
}
