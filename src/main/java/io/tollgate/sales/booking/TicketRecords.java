package io.tollgate.sales.booking;

import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.cart.Attendees;
import io.tollgate.sales.cart.EventCart;
import io.tollgate.sales.purchase.Codes;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.purchase.TicketWriter;
import io.tollgate.sales.ticket.Tickets;
import io.vertx.core.Future;

/** Inserts the tickets of a booking. */
public final class TicketRecords {
    private TicketRecords() {}

    /** Inserts the tickets with new codes. The commit waits for them. The cart of the booking can be older. */
    public static void insert(WriteContext write, Codes codes, Purchase purchase, EventCart cart, Attendees attendees) {
        var tickets = TicketWriter.write(
                purchase,
                cart,
                attendees,
                write.now(),
                () -> new TicketWriter.Identity(write.newId(), codes.shortId(), codes.secret()));
        write.awaitAtCommit(
                write.insertAll(write.scope(), Tickets.RESOURCE, tickets).recover(TicketRecords::retryIfTaken));
    }

    /** Retries the transaction with new random ids if the short id of a ticket is already taken, which is rare. */
    private static Future<Void> retryIfTaken(Throwable failure) {
        return Future.failedFuture(
                SqlState.isTaken(failure)
                        ? new WriteExecutor.RetryTransaction("a ticket's short id is taken")
                        : failure);
    }
}
