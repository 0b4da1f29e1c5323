package io.tollgate.sales.erasure;

import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.subscription.SubscriptionPayments;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.ticket.Tickets;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds everything with an id that belongs to a customer. */
final class CustomerRecords {
    /** The records whose personal values are replaced. */
    static final List<Resource> REPLACED = List.of(
            Payments.RESOURCE,
            Bookings.RESOURCE,
            Tickets.RESOURCE,
            Subscriptions.RESOURCE,
            SubscriptionPayments.RESOURCE,
            Submissions.RESOURCE);

    /** A query for the ids of the orders, subscriptions and payments of the customer {@code $3}. */
    static final String CHARGES =
            ids(List.of(Payments.RESOURCE, Bookings.RESOURCE, Subscriptions.RESOURCE, SubscriptionPayments.RESOURCE));

    /** A query for the ids of the files that the customer uploaded, also of those that were deleted. */
    static final String FILES = """
            SELECT s.file_id FROM submission_file s
            WHERE s.seller_id = $1 AND s.submission_id IN (%s)
            UNION ALL
            SELECT o.file_id FROM order_file o
            WHERE o.seller_id = $1 AND o.livemode = $2 AND o.record_id IN (%s)
            """.formatted(ids(List.of(Submissions.RESOURCE)), CHARGES);

    /** A query for the refunds of the customer. */
    private static final String REFUNDS =
            "SELECT id FROM refund WHERE seller_id = $1 AND livemode = $2 AND charge_id IN (" + CHARGES + ")";

    private static final String DISPUTES =
            "SELECT id FROM dispute WHERE seller_id = $1 AND livemode = $2 AND charge_id IN (" + CHARGES + ")";

    /** A query for the carts that were erased: their address is the pseudonym {@code $7}. */
    private static final String CARTS = """
            SELECT id, CASE kind WHEN 'TICKETS' THEN 'bookings' WHEN 'SUBSCRIPTION' THEN 'subscriptions'
                ELSE 'payments' END
            FROM checkout_draft WHERE seller_id = $1 AND livemode = $2 AND email = $7""";

    /** A query for the ids of everything that events, audit entries and messages name. */
    static final String SUBJECTS =
            ids(Stream.concat(REPLACED.stream(), Stream.of(Invoices.RESOURCE)).toList())
                    + " UNION ALL " + REFUNDS + " UNION ALL SELECT id FROM checkout_draft"
                    + " WHERE seller_id = $1 AND livemode = $2 AND email = $7";

    private static final String PAGE = "SELECT DISTINCT id, kind FROM ("
            + Stream.concat(REPLACED.stream(), Stream.of(Invoices.RESOURCE))
                    .map(resource -> "(SELECT id, '" + resource.name() + "' AS kind FROM " + resource.table()
                            + " WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3 AND id >= $8"
                            + " ORDER BY id LIMIT $9)")
                    .collect(Collectors.joining(" UNION ALL "))
            + " UNION ALL SELECT $3, 'customers' WHERE $3 >= $8"
            + " UNION ALL SELECT id, 'refunds' FROM (" + REFUNDS + ") r WHERE id >= $8"
            + " UNION ALL SELECT id, 'disputes' FROM (" + DISPUTES + ") d WHERE id >= $8"
            + " UNION ALL SELECT file_id, 'files' FROM (" + FILES + ") f WHERE file_id >= $8"
            + " UNION ALL SELECT * FROM (" + CARTS + ") c WHERE id >= $8"
            + ") subject WHERE true" + ErasedCustomer.ALL_PARAMETERS + " ORDER BY id LIMIT $9";

    private CustomerRecords() {}

    /** Something of the customer. The kind is the name of a resource, or {@code refunds} or {@code disputes}. */
    record Subject(String id, String kind) {}

    /** Returns what has this id or a greater one, in the order of ids. */
    static Future<List<Subject>> page(WriteContext write, ErasedCustomer customer, String from, int max) {
        return write.transaction()
                .preparedQuery(PAGE)
                .execute(customer.parameters().addValue(from).addValue(max))
                .map(rows -> {
                    List<Subject> page = new ArrayList<>();
                    for (Row row : rows) {
                        page.add(new Subject(row.getString(0), row.getString(1)));
                    }
                    return page;
                });
    }

    /** Returns the ids of the refunds of the customer. */
    static Future<List<String>> refunds(WriteContext write, ErasedCustomer customer) {
        return write.transaction()
                .preparedQuery(REFUNDS + ErasedCustomer.ALL_PARAMETERS)
                .execute(customer.parameters())
                .map(rows -> {
                    List<String> ids = new ArrayList<>();
                    rows.forEach(row -> ids.add(row.getString(0)));
                    return ids;
                });
    }

    /** Returns a query for the ids of the records that name the customer {@code $3}. */
    private static String ids(List<Resource> resources) {
        return resources.stream()
                .map(resource -> "SELECT id FROM " + resource.table()
                        + " WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3")
                .collect(Collectors.joining(" UNION ALL "));
    }
}
