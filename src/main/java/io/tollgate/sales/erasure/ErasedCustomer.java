package io.tollgate.sales.erasure;

import io.tollgate.accounts.customer.Pseudonym;
import io.tollgate.platform.resource.Scope;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;

/**
 * A customer whose personal data is being erased.
 *
 * @param addresses the e-mail addresses that are known so far
 * @param processorIds ids of the customer at the payment processor that are not deleted yet
 * @param requestedAt the time of the request by the clock of the mode. What is newer belongs to somebody else, who uses
 *     the same address
 * @param realRequestedAt the real time of the request
 */
public record ErasedCustomer(
        Scope scope,
        String id,
        List<String> addresses,
        List<String> processorIds,
        OffsetDateTime requestedAt,
        OffsetDateTime realRequestedAt) {
    /** The parameters of statements that select the rows of a customer, which {@link #parameters} returns. */
    static final String ALL_PARAMETERS = " AND $3::text IS NOT NULL AND $4::text[] IS NOT NULL"
            + " AND $5::timestamptz IS NOT NULL AND $6::timestamptz IS NOT NULL AND $7::text IS NOT NULL";

    public ErasedCustomer {
        addresses = List.copyOf(addresses);
        processorIds = List.copyOf(processorIds);
    }

    /** Returns the address that replaces those of the customer. */
    public String pseudonym() {
        return Pseudonym.of(id);
    }

    /** Returns seller, mode, customer, addresses, time, real time and pseudonym, as {@code $1} to {@code $7}. */
    public Tuple parameters() {
        return Tuple.of(scope.sellerId(), scope.live(), id)
                .addArrayOfString(addresses.toArray(String[]::new))
                .addValue(requestedAt)
                .addValue(realRequestedAt)
                .addValue(pseudonym());
    }
}
