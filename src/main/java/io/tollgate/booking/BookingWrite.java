package io.tollgate.booking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.cart.EventCart;
import io.tollgate.catalog.Event;
import io.tollgate.coupon.CouponCopies;
import io.tollgate.db.Ids;
import io.tollgate.db.SqlState;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.event.EventCurrency;
import io.tollgate.http.ApiResponse;
import io.tollgate.invoice.InvoiceNumbers;
import io.tollgate.invoice.InvoiceNumbers.Issue;
import io.tollgate.invoice.Invoices;
import io.tollgate.purchase.BookingWriter;
import io.tollgate.purchase.BuyerCustomer;
import io.tollgate.purchase.CatalogReader;
import io.tollgate.purchase.Charge;
import io.tollgate.purchase.Codes;
import io.tollgate.purchase.InvoiceStatus;
import io.tollgate.purchase.InvoiceWriter;
import io.tollgate.purchase.OrderIds;
import io.tollgate.purchase.Purchase;
import io.tollgate.purchase.TicketWriter;
import io.tollgate.seller.SellerDetails;
import io.tollgate.ticket.Tickets;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes a booking with all that belongs to it, in one transaction.
 *
 * <p>What many want at once is taken late and in one order: the customer, the guest's registration,
 * the order's number, places (event, group, type), the coupon's use, the invoice's number. Places and
 * the invoice's number are what the bookings of a seller queue for. They are asked for in one go, and
 * all that follows is sent in another, the commit included, without waiting for an answer: so they are
 * held for one way to the gateway and back.
 */
final class BookingWrite {
    private final CatalogReader catalog;
    private final Claims.Taking taking;
    private final Codes codes;
    private final OrderIds orderIds;

    BookingWrite(CatalogReader catalog, Claims.Taking taking, Codes codes) {
        this.catalog = catalog;
        this.taking = taking;
        this.codes = codes;
        this.orderIds = new OrderIds(codes);
    }

    Future<ApiResponse> in(WriteContext write, BookingRequest request) {
        return found(write, request)
                .map(found -> Draft.of(write.scope(), write.now(), request, found))
                .compose(draft -> placed(write, draft))
                .compose(placed -> ended(write, request, placed));
    }

    private Future<Draft.Found> found(WriteContext write, BookingRequest request) {
        // Sent at once: the database has the one before it does the other.
        Future<Void> kept = EventCurrency.keep(write, request.eventId());
        Future<@Nullable Event> read = catalog.event(write, request.eventId());
        return Future.join(kept, read).compose(both -> {
            Event event = read.result();
            List<Problem> problems = new ArrayList<>();
            if (event == null) {
                problems.add(new Problem("eventId", "no such event", request.eventId()));
            }
            return catalog.coupon(write, request.coupon(), problems).compose(coupon -> {
                if (event == null) {
                    throw ApiError.invalid(problems);
                }
                return catalog.tax(write, event.taxMode(), event.details().fixedTaxRateIds())
                        .map(tax -> new Draft.Found(event, coupon, tax, problems));
            });
        });
    }

    /**
     * A booking that has its number and its customer, and lacks its places and its invoice.
     *
     * @param seller whose details the invoice copies
     */
    private record Placed(Draft draft, Purchase purchase, SellerDetails seller) {}

    private Future<Placed> placed(WriteContext write, Draft draft) {
        String id = write.newId();
        // Both are sent at once.
        Future<SellerDetails> seller = SellerDetails.of(write);
        Future<String> buyer = BuyerCustomer.of(write, draft.buyer());
        return Future.join(seller, buyer)
                .compose(both -> Registrations.register(write, draft, buyer.result(), id))
                .compose(registered -> orderIds.next(write.transaction(), write.scope()))
                .map(orderId -> new Placed(draft, draft.purchase(id, orderId, buyer.result()), seller.result()));
    }

    private Future<ApiResponse> ended(WriteContext write, BookingRequest request, Placed placed) {
        var transaction = write.transaction();
        Future<Void> places = new Claims(placed.draft()).take(transaction, write.scope(), taking);
        Future<Issue> issue = InvoiceNumbers.next(transaction, write.scope(), write.now());
        // Both are waited for: nothing may still be sent when the transaction is undone or ends.
        return Future.join(places, issue)
                .recover(failure -> Future.failedFuture(places.failed() ? places.cause() : failure))
                .map(done -> {
                    ApiResponse answer = written(write, placed, issue.result());
                    write.ahead(CouponCopies.use(write, request.couponId()));
                    return answer;
                });
    }

    private ApiResponse written(WriteContext write, Placed placed, Issue issue) {
        Purchase purchase = placed.purchase();
        EventCart cart = placed.draft().cart();
        List<String> transactions = purchase.option() == null
                ? List.of()
                : List.of("man_" + codes.secret().substring(0, 24));
        Charge charge = Charge.placed(purchase, Ids.next(issue.issuedAt()), transactions);
        Buffer booking = write.insertAhead(write.scope(), Bookings.RESOURCE, BookingWriter.write(charge, cart));
        List<ObjectNode> tickets = TicketWriter.write(
                purchase, cart, () -> new TicketWriter.Identity(write.newId(), codes.shortId(), codes.secret()));
        write.ahead(write.insertAll(write.scope(), Tickets.RESOURCE, tickets).recover(BookingWrite::drawnAgain));
        InvoiceWriter.Issue issued = new InvoiceWriter.Issue(
                InvoiceStatus.of(charge.status()),
                issue.number(),
                UUID.randomUUID().toString(),
                issue.issuedAt());
        write.insertAhead(write.scope(), Invoices.RESOURCE, InvoiceWriter.write(charge, issued, placed.seller()));
        return ApiResponse.record(201, booking);
    }

    /** A ticket's short id that is taken, among so many possible ones, is drawn again with all else. */
    private static Future<Void> drawnAgain(Throwable failure) {
        return Future.failedFuture(
                SqlState.isTaken(failure)
                        ? new WriteExecutor.RetryTransaction("a ticket's short id is taken")
                        : failure);
    }
}
