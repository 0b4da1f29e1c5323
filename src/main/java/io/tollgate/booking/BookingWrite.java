package io.tollgate.booking;

import io.tollgate.db.Ids;
import io.tollgate.db.SqlState;
import io.tollgate.error.ApiError;
import io.tollgate.http.Answer;
import io.tollgate.http.Write;
import io.tollgate.invoice.InvoiceNumbers;
import io.tollgate.invoice.InvoiceNumbers.Issue;
import io.tollgate.invoice.Invoices;
import io.tollgate.order.BuyerCustomer;
import io.tollgate.order.Codes;
import io.tollgate.order.Offers;
import io.tollgate.order.OrderIds;
import io.tollgate.seller.Sellers;
import io.tollgate.ticket.Tickets;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;

/**
 * Writes a booking with all that belongs to it, in one transaction.
 *
 * <p>What many want at once is taken late and in one order: the customer, the guest's registration,
 * places (event, group, type), the coupon's use, the order's number, the invoice's number. What follows
 * is sent without waiting.
 */
final class BookingWrite {
    private static final int ATTEMPTS = 3;

    private final Offers offers;
    private final Sellers sellers;
    private final Claims.Taking taking;
    private final Codes codes;
    private final OrderIds orderIds;
    private final Ids ids = new Ids();

    BookingWrite(Offers offers, Sellers sellers, Claims.Taking taking, Codes codes) {
        this.offers = offers;
        this.sellers = sellers;
        this.taking = taking;
        this.codes = codes;
        this.orderIds = new OrderIds(codes);
    }

    Future<Answer> in(Write write, BookingRequest request) {
        return found(write, request)
                .map(found -> Draft.of(write.scope(), write.now(), request, found))
                .compose(draft -> placed(write, draft))
                .compose(placed -> written(write, placed, ATTEMPTS))
                .map(booking -> Answer.record(201, booking));
    }

    private Future<Draft.Found> found(Write write, BookingRequest request) {
        return offers.event(write, request.eventId()).compose(event -> {
            if (event == null) {
                throw ApiError.invalid("eventId", "is no event of your account", request.eventId());
            }
            return offers.tax(write, event, event.path("eventDetails"))
                    .compose(tax -> offers.coupon(write, request.couponId())
                            .map(coupon -> new Draft.Found(event, coupon, tax)));
        });
    }

    private Future<Placed> placed(Write write, Draft draft) {
        String id = write.newId();
        return sellers.seller(write.scope().sellerId())
                .compose(seller -> BuyerCustomer.of(write, draft.buyer())
                        .compose(customer -> Registrations.register(write, draft, customer, id)
                                .compose(registered -> taken(write, draft))
                                .map(taken -> new Placed(
                                        draft,
                                        id,
                                        taken.orderId(),
                                        customer,
                                        ids.next(taken.issue().issuedAt()),
                                        taken.issue(),
                                        seller.displayName()))));
    }

    /** What was taken of what others want too. */
    private record Taken(String orderId, Issue issue) {}

    private Future<Taken> taken(Write write, Draft draft) {
        var transaction = write.transaction();
        Future<Void> places = new Claims(draft).take(transaction, write.scope(), taking);
        Future<String> orderId = orderIds.next(transaction, write.scope());
        Future<Issue> issue = InvoiceNumbers.next(transaction, write.scope(), write.now());
        // All are waited for: nothing may still be sent when the transaction is undone or ends.
        return Future.join(places, orderId, issue)
                .recover(failure -> Future.failedFuture(places.failed() ? places.cause() : failure))
                .map(done -> new Taken(orderId.result(), issue.result()));
    }

    /** A ticket's short id that is taken, among so many possible ones, is drawn again. */
    private Future<Buffer> written(Write write, Placed placed, int attempts) {
        Future<Void> marked =
                write.transaction().query("SAVEPOINT records").execute().mapEmpty();
        Future<Buffer> booking = write.insert(write.scope(), Bookings.RESOURCE, BookingRecord.of(placed, codes));
        Future<Void> tickets =
                write.insertAll(write.scope(), Tickets.RESOURCE, TicketRecords.of(placed, codes, write::newId));
        Future<Buffer> invoice = write.insert(write.scope(), Invoices.RESOURCE, InvoiceRecord.of(placed));
        return Future.all(marked, booking, tickets, invoice)
                .compose(done -> booking)
                .recover(failure -> {
                    if (attempts == 1 || !SqlState.isTaken(failure)) {
                        return Future.failedFuture(failure);
                    }
                    return write.transaction()
                            .query("ROLLBACK TO SAVEPOINT records")
                            .execute()
                            .compose(undone -> written(write, placed, attempts - 1));
                });
    }
}
