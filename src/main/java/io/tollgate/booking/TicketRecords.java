package io.tollgate.booking;

import io.tollgate.cart.Attendees;
import io.tollgate.cart.EventCart;
import io.tollgate.db.SqlState;
import io.tollgate.purchase.Codes;
import io.tollgate.purchase.Purchase;
import io.tollgate.purchase.TicketWriter;
import io.tollgate.ticket.Tickets;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
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
