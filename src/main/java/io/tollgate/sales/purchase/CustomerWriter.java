package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.cart.Buyer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Creates customer records in the form of the interface. */
public final class CustomerWriter {
    private CustomerWriter() {}

    /** @param processorId id of the customer at the processor, or null */
    public static ObjectNode write(
            Scope scope, String id, Buyer buyer, @Nullable String processorId, Instant createdAt, Instant updatedAt) {
        ObjectNode record = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("sellerId", scope.sellerId())
                .put("name", buyer.name())
                .put("email", buyer.email())
                .put("billingEmail", buyer.billingEmail())
                .put("companyName", buyer.company())
                .put("phone", buyer.phone())
                .put("taxId", buyer.taxId())
                .put("taxIdType", buyer.taxIdType())
                .put("processorCustomerId", processorId)
                .put("createdAt", Times.text(createdAt))
                .put("updatedAt", Times.text(updatedAt));
        record.set("address", ChargeEncoder.address(buyer.address()));
        record.set("shipping", ChargeEncoder.shipping(buyer));
        return record;
    }
}
