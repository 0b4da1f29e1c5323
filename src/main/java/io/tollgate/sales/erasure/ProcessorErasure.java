package io.tollgate.sales.erasure;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.vertx.core.Future;
import java.util.List;

/**
 * Deletes the customer at the payment processor, with the saved payment methods. If no account is connected any more,
 * the customer stays there, and the certificate says so.
 */
record ProcessorErasure(Database database, ProcessorClient client) implements ErasureStep {
    @Override
    public String kind() {
        return "processor-customers";
    }

    @Override
    public List<String> tables() {
        return List.of();
    }

    @Override
    public Future<Boolean> prepare(ErasedCustomer customer, String after) {
        if (customer.processorIds().isEmpty()) {
            return Future.succeededFuture(true);
        }
        return ProcessorAccount.find(database, customer.scope()).compose(account -> {
            if (account == null) {
                return Future.succeededFuture(true);
            }
            Future<Void> deleted = Future.succeededFuture();
            for (String id : customer.processorIds()) {
                deleted = deleted.compose(done ->
                        client.run(account, "deleteCustomer", api -> api.deleteCustomer(id, "tollgate-erase-" + id)));
            }
            return deleted.map(true);
        });
    }

    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        List<String> ids = customer.processorIds();
        return ids.isEmpty()
                ? Future.succeededFuture(Done.of(0, null))
                : ProcessorAccount.find(write.transaction(), write.scope())
                        .map(account -> account == null
                                ? Done.of(0, null)
                                : new Done(ids.size(), null, List.of(), List.of(), ids));
    }
}
