package io.tollgate.support;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.subscription.SubscriptionPayments;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.ticket.Tickets;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;

/** Creates the records that foreign keys of other records require. */
final class ParentRecords {
    private ParentRecords() {}

    static Future<Void> createFor(TestSeller seller, Resource resource, boolean live, ObjectNode record) {
        if (resource == Tickets.RESOURCE) {
            return createParent(
                    seller, Bookings.RESOURCE, live, record.get("bookingId").textValue());
        }
        if (resource == SubscriptionPayments.RESOURCE) {
            return createParent(
                    seller,
                    Subscriptions.RESOURCE,
                    live,
                    record.get("subscriptionId").textValue());
        }
        return Future.succeededFuture();
    }

    private static Future<Void> createParent(TestSeller seller, Resource resource, boolean live, String id) {
        String sql = "SELECT 1 FROM " + resource.table() + " WHERE seller_id = $1 AND livemode = $2 AND id = $3";
        return TestSeller.query(sql, List.of(seller.id(), live, id)).compose(rows -> {
            if (rows.size() > 0) {
                return Future.succeededFuture();
            }
            Instant createdAt = Instant.ofEpochSecond(Long.parseLong(id.substring(0, 8), 16));
            ObjectNode record = seller.sample(resource, live, createdAt);
            record.put("id", id);
            return seller.insert(resource, live, record);
        });
    }
}
