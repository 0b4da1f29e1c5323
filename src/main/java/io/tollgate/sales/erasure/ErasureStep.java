package io.tollgate.sales.erasure;

import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Erases one kind of a customer's data. A step changes at most {@link #ROWS_MAX} rows in one transaction and says where
 * the next one continues. It may run again after a crash, and runs again at the end, to find what appeared meanwhile.
 */
public interface ErasureStep {
    /** The maximum number of rows that one transaction locks. */
    int ROWS_MAX = 50;

    /** Returns the kind of the rows, as the certificate names it. */
    String kind();

    /** Returns the tables whose personal columns the step erases. */
    List<String> tables();

    /**
     * Does what is not part of the transaction, such as a call of another system. Returns false if the step has to wait
     * for something.
     */
    default Future<Boolean> prepare(ErasedCustomer customer, String after) {
        return Future.succeededFuture(true);
    }

    /** @param after where the last transaction of the step ended; empty for the first one */
    Future<Done> run(WriteContext write, ErasedCustomer customer, String after);

    /** Returns how many rows the step will erase; null if it does not know before. */
    default Future<@Nullable Long> count(WriteContext write, ErasedCustomer customer) {
        return Future.succeededFuture();
    }

    /**
     * What a transaction of a step has done.
     *
     * @param rows number of erased rows
     * @param after where the next transaction continues; null if the step is complete
     * @param addresses e-mail addresses of the customer in the rows
     * @param processorIds ids of the customer at the payment processor in the rows
     * @param deletedIds those of them that do not exist any more
     */
    record Done(
            int rows,
            @Nullable String after,
            List<String> addresses,
            List<String> processorIds,
            List<String> deletedIds) {
        public static Done of(int rows, @Nullable String after) {
            return new Done(rows, after, List.of(), List.of(), List.of());
        }
    }
}
