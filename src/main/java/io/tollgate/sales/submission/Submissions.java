package io.tollgate.sales.submission;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.accounts.customer.Contact;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.sales.payment.BuyerFields;
import io.tollgate.sales.payment.Charges;

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
                    text("customerEmail").personal().doc("E-mail address of the visitor."),
                    text("customerName").personal().doc("Name of the visitor."),
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
            .ofPage("pageId")
            .counted("pageId", "status")
            .indexed("customerId")
            .createdBounds()
            .search(contains(ANYTHING, "customerEmail", "customerName", "formTitle"))
            .reports(
                    "submission",
                    Reports.created("submission.created", "a form is submitted."),
                    Reports.updated("submission.updated", "a submission changes in any way."))
            .build();
}
