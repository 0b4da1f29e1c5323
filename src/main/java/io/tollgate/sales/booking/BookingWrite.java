package io.tollgate.sales.booking;

import io.tollgate.accounts.apikey.KeyCeilings;
import io.tollgate.accounts.seller.SellerDetails;
import io.tollgate.catalog.coupon.CouponCopies;
import io.tollgate.catalog.event.EventCurrencyLock;
import io.tollgate.catalog.model.Event;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.write.Inquiry.Outcome;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.TaxableOrder;
import io.tollgate.sales.cart.Attendees;
import io.tollgate.sales.cart.EventCart;
import io.tollgate.sales.cart.RequestedTickets;
import io.tollgate.sales.invoice.InvoiceNumbers;
import io.tollgate.sales.invoice.InvoiceNumbers.Issue;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.purchase.BookingWriter;
import io.tollgate.sales.purchase.BuyerCustomer;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.purchase.Charge;
import io.tollgate.sales.purchase.Codes;
import io.tollgate.sales.purchase.InvoiceStatus;
import io.tollgate.sales.purchase.InvoiceWriter;
import io.tollgate.sales.purchase.OrderIds;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.tax.OrderTaxes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes a booking with its customer, tickets and invoice in one transaction.
 *
 * <p>All bookings lock in the same order: customer, registration, order number, capacities (event, groups, types,
 * coupon), invoice number. Bookings of one seller contend for the capacities and the invoice number. The statements
 * that lock these rows are pipelined, and so are all later statements including the commit, so that the rows stay
 * locked for only one round trip to the gateway.
 */
final class BookingWrite {
    private final CatalogReader catalog;
    private final CapacityClaims.ClaimStatement claimer;
    private final Codes codes;
    private final OrderIds orderIds;

    BookingWrite(CatalogReader catalog, CapacityClaims.ClaimStatement claimer, Codes codes) {
        this.catalog = catalog;
        this.claimer = claimer;
        this.codes = codes;
        this.orderIds = new OrderIds(codes);
    }

    /**
     * Creates a booking. Changes nothing if the processor has to calculate its tax before.
     *
     * @param tax the result of the calculation; null before
     */
    Future<Outcome<OrderTaxes.Needed>> create(
            WriteContext write, BookingRequest request, OrderTaxes.@Nullable Known tax) {
        return read(write, request).compose(found -> {
            BookingDraft untaxed = BookingDraft.of(write.scope(), write.now(), request, found);
            TaxableOrder question = new BookingTax(untaxed).question();
            if (question != null && tax == null) {
                return ProcessorAccount.of(write.transaction(), write.scope())
                        .map(account -> Outcome.question(new OrderTaxes.Needed(question, account)));
            }
            BookingDraft draft = tax == null
                    ? untaxed
                    : BookingDraft.of(
                            write.scope(),
                            write.now(),
                            request,
                            found.taxed(new BookingTax(untaxed).calculated(question, tax)));
            return register(write, draft)
                    .compose(registered -> count(write, request.tickets()).map(registered))
                    .compose(registered -> complete(write, request, registered))
                    .map(Outcome::response);
        });
    }

    private Future<BookingDraft.DraftInput> read(WriteContext write, BookingRequest request) {
        // Pipelined: the database takes the lock before it reads the event.
        Future<Void> locked = EventCurrencyLock.lockShared(write, request.eventId());
        Future<@Nullable Event> found = catalog.event(write, request.eventId());
        return Future.join(locked, found).compose(both -> {
            Event event = found.result();
            List<Problem> problems = new ArrayList<>();
            if (event == null) {
                problems.add(new Problem("eventId", "no such event", request.eventId()));
            }
            return catalog.coupon(write, request.coupon(), problems).compose(coupon -> {
                if (event == null) {
                    throw ApiError.invalid(problems);
                }
                return catalog.tax(write, event.taxMode(), event.details().fixedTaxRateIds())
                        .map(tax -> new BookingDraft.DraftInput(event, coupon, tax, problems));
            });
        });
    }

    /**
     * A booking with its customer, registration and order number, but not yet with capacity and an invoice.
     *
     * @param seller the seller's details for the invoice
     */
    private record RegisteredDraft(BookingDraft draft, Purchase purchase, SellerDetails seller) {}

    private Future<RegisteredDraft> register(WriteContext write, BookingDraft draft) {
        String id = write.newId();
        // Pipelined.
        Future<SellerDetails> seller = SellerDetails.of(write);
        Future<String> buyer = BuyerCustomer.of(write, draft.buyer());
        return Future.join(seller, buyer)
                .compose(both -> Registrations.register(write, draft.event(), buyer.result(), id))
                .compose(registered -> orderIds.next(write.transaction(), write.scope()))
                .map(orderId ->
                        new RegisteredDraft(draft, draft.purchase(id, orderId, buyer.result()), seller.result()));
    }

    /** Counts complimentary tickets towards the ceiling of the key. */
    private static Future<Void> count(WriteContext write, RequestedTickets tickets) {
        return tickets.complimentary() ? KeyCeilings.complimentary(write, tickets.count()) : Future.succeededFuture();
    }

    private Future<ApiResponse> complete(WriteContext write, BookingRequest request, RegisteredDraft registered) {
        var transaction = write.transaction();
        Future<Void> claimed = registered.draft().claims().claimAll(transaction, write.scope(), claimer);
        Future<Issue> issue = InvoiceNumbers.next(
                transaction, write.scope(), write.now(), registered.seller().zone());
        // Waits for both even if one fails: no statement may be pending when the transaction ends.
        return Future.join(claimed, issue)
                .recover(failure -> Future.failedFuture(claimed.failed() ? claimed.cause() : failure))
                .map(done -> {
                    ApiResponse response = insert(write, registered, issue.result());
                    write.awaitAtCommit(CouponCopies.use(write, request.couponId()));
                    return response;
                });
    }

    private ApiResponse insert(WriteContext write, RegisteredDraft registered, Issue issue) {
        Purchase purchase = registered.purchase();
        EventCart cart = registered.draft().cart();
        List<String> transactions = purchase.option() == null
                ? List.of()
                : List.of("man_" + codes.secret().substring(0, 24));
        Charge charge = Charge.placed(purchase, Ids.next(issue.issuedAt()), transactions);
        Buffer booking =
                write.insertWithoutWaiting(write.scope(), Bookings.RESOURCE, BookingWriter.write(charge, cart));
        TicketRecords.insert(write, codes, purchase, cart, Attendees.NONE);
        InvoiceWriter.Issue issued = new InvoiceWriter.Issue(
                InvoiceStatus.of(charge.status()),
                issue.number(),
                UUID.randomUUID().toString(),
                issue.issuedAt());
        write.insertWithoutWaiting(
                write.scope(), Invoices.RESOURCE, InvoiceWriter.write(charge, issued, registered.seller()));
        MailOutbox.enqueue(write, MailPurpose.ORDER_CONFIRMATION, purchase.id());
        MailOutbox.enqueue(write, MailPurpose.ORDER_NOTIFICATION, purchase.id());
        return ApiResponse.record(201, booking);
    }
}
