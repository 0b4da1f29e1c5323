package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Form;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.cart.Buyer;
import java.time.Instant;

/** Writes submissions of forms as the interface shows them. */
public final class SubmissionWriter {
    private SubmissionWriter() {}

    /**
     * Answers that were sent through a form.
     *
     * @param buyer who sent them
     */
    public record SubmissionContent(
            Scope scope,
            String id,
            boolean succeeded,
            String customerId,
            Form form,
            Answers answers,
            Buyer buyer,
            Visit visit,
            Instant createdAt) {}

    public static ObjectNode write(SubmissionContent sent) {
        Buyer buyer = sent.buyer();
        ObjectNode record = JsonNodeFactory.instance
                .objectNode()
                .put("id", sent.id())
                .put("status", sent.succeeded() ? "succeeded" : "failed")
                .put("sellerId", sent.scope().sellerId())
                .put("pageId", sent.form().id())
                .put("customerId", sent.customerId())
                .put("customerEmail", buyer.email())
                .put("customerName", buyer.name())
                .put("formTitle", sent.form().displayTitle())
                .put("livemode", sent.scope().live())
                .put("locale", sent.visit().locale(sent.form().locale()))
                .put("pageSlug", sent.form().slug())
                .put("createdAt", Times.text(sent.createdAt()))
                .put("updatedAt", Times.text(sent.createdAt()));
        record.set("billing", ChargeEncoder.billing(buyer));
        record.set("shipping", ChargeEncoder.shipping(buyer));
        record.set("fields", ChargeEncoder.answers(sent.answers().all()));
        MemberEncoder.putVisit(record, sent.visit());
        return record;
    }
}
