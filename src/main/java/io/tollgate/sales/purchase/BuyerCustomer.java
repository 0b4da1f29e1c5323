package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.cart.Buyer;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Finds the customer of a purchase by e-mail address, or creates one. An existing customer is not changed, because a
 * purchase does not prove the buyer's identity.
 */
public final class BuyerCustomer {
    private static final String FIND = "SELECT id FROM customer WHERE seller_id = $1 AND livemode = $2 AND email = $3";

    private static final String PROCESSOR_ID = "processorCustomerId";

    private BuyerCustomer() {}

    /** Returns the buyer's customer at the processor; null if there is none. */
    public static Future<@Nullable String> processorId(WriteContext write, Buyer buyer) {
        return find(write, buyer)
                .compose(id -> id == null
                        ? Future.<@Nullable String>succeededFuture(null)
                        : write.lock(write.scope(), Customers.RESOURCE, id)
                                .map(stored ->
                                        stored.record().path(PROCESSOR_ID).textValue()));
    }

    /**
     * Returns the customer's id, and records the customer at the processor whose payment method was saved.
     *
     * @param processorId id of that customer at the processor; null if none was saved
     */
    public static Future<String> of(WriteContext write, Buyer buyer, @Nullable String processorId) {
        Future<String> customer = of(write, buyer);
        return processorId == null
                ? customer
                : customer.compose(id -> write.lock(write.scope(), Customers.RESOURCE, id)
                        .compose(former -> write.update(
                                write.scope(),
                                Customers.RESOURCE,
                                former,
                                former.record().deepCopy().put(PROCESSOR_ID, processorId)))
                        .map(id));
    }

    /**
     * Returns the customer's id. Concurrent purchases of a new customer create one customer: the second waits for the
     * first.
     */
    public static Future<String> of(WriteContext write, Buyer buyer) {
        return find(write, buyer)
                .compose(found -> found != null ? Future.succeededFuture(found) : create(write, buyer));
    }

    private static Future<@Nullable String> find(WriteContext write, Buyer buyer) {
        Tuple values = Tuple.of(write.scope().sellerId(), write.scope().live(), buyer.email());
        return write.transaction().preparedQuery(FIND).execute(values).map(rows -> {
            for (Row row : rows) {
                return row.getString(0);
            }
            return null;
        });
    }

    private static Future<String> create(WriteContext write, Buyer buyer) {
        String id = write.newId();
        ObjectNode record = CustomerWriter.write(write.scope(), id, buyer, null, write.now(), write.now());
        Future<Void> marked =
                write.transaction().query("SAVEPOINT customer").execute().mapEmpty();
        return Future.all(marked, write.insert(write.scope(), Customers.RESOURCE, record))
                .map(id)
                .recover(failure ->
                        SqlState.isTaken(failure) ? findConcurrent(write, buyer) : Future.failedFuture(failure));
    }

    private static Future<String> findConcurrent(WriteContext write, Buyer buyer) {
        return write.transaction()
                .query("ROLLBACK TO SAVEPOINT customer")
                .execute()
                .compose(undone -> find(write, buyer))
                .map(found -> {
                    if (found == null) {
                        throw new IllegalStateException("a customer's e-mail address is taken by nobody");
                    }
                    return found;
                });
    }
}
