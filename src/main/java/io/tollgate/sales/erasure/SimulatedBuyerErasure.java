package io.tollgate.sales.erasure;

import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.SimulatedBuyers;
import io.vertx.core.Future;
import java.util.List;

/** Erases the customer in a simulated account of the payment processor. */
record SimulatedBuyerErasure(SimulatedBuyers buyers, SimulatedBuyers.Part part) implements ErasureStep {
    @Override
    public String kind() {
        return "simulated-processor";
    }

    @Override
    public List<String> tables() {
        return List.of(buyers.table(part));
    }

    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        return CustomerRecords.refunds(write, customer).compose(refunds -> {
            SimulatedBuyers.Buyer buyer =
                    new SimulatedBuyers.Buyer(customer.addresses(), refunds, customer.pseudonym());
            return buyers.erase(write.transaction(), write.scope(), part, buyer, after, ROWS_MAX)
                    .map(page -> Done.of(page.rows(), page.after()));
        });
    }
}
