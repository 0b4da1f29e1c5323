package io.tollgate.submission;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import io.tollgate.customer.Contact;
import io.tollgate.payment.Charges;
import io.tollgate.resource.Resource;

/** Submissions: what was sent through a form. */
public final class Submissions {
    private Submissions() {}

    public static final Resource RESOURCE = Resource.at("/v1/submissions")
            .noun("Submission")
            .idName("submissionId")
            .table("submission")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    id("id"),
                    oneOf("status", "succeeded", "failed"),
                    id("sellerId"),
                    id("pageId").always(),
                    id("customerId"),
                    text("customerEmail"),
                    text("customerName"),
                    text("formTitle").example("Contact us").always(),
                    Contact.BILLING,
                    Contact.SHIPPING,
                    Charges.ANSWERS,
                    bool("livemode"),
                    text("locale"),
                    text("sessionId"),
                    text("clientIp"),
                    text("userAgent"),
                    integer("screenWidth"),
                    text("visitId"),
                    Charges.QUERY_PARAMETERS,
                    text("pageSlug"),
                    time("createdAt"),
                    time("updatedAt"))
            .counted("pageId", "status")
            .indexed("customerId")
            .createdBounds()
            .search(contains(ANYTHING, "customerEmail", "customerName", "formTitle"))
            .build();
}
