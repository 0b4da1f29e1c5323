package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.booking.Bookings;
import io.tollgate.customer.Customers;
import io.tollgate.invoice.Invoices;
import io.tollgate.payment.Payments;
import io.tollgate.submission.Submissions;
import io.tollgate.subscription.SubscriptionPayments;
import io.tollgate.subscription.Subscriptions;
import io.tollgate.ticket.Tickets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Writes all records of one seller, kind by kind. */
final class ShopLoad {
    private static final int PROGRESS_STEP = 256;

    private final Target target;
    private final Shop shop;
    private final Progress progress;
    private final Claims claims = new Claims();

    ShopLoad(Target target, Shop shop, Progress progress) {
        this.target = target;
        this.shop = shop;
        this.progress = progress;
    }

    void load(Book book) throws SQLException {
        customers(book);
        payments(book);
        bookings(book);
        subscriptions(book);
        invoices(book);
        submissions(book);
    }

    private void customers(Book book) throws SQLException {
        try (RecordCopy copy = new RecordCopy(Customers.RESOURCE, target)) {
            for (long position = 0; position < book.customers(); position++) {
                tell(book, "customers", position, book.customers());
                copy.write(book.scope(), book.buyers().record(book.buyers().at(position)));
            }
            copy.finish();
            tell(book, "customers", book.customers(), book.customers());
        }
    }

    private void payments(Book book) throws SQLException {
        long count = book.times().volume().payments();
        PaymentStream stream = new PaymentStream(book, book.live() ? claims : new Claims());
        try (RecordCopy copy = new RecordCopy(Payments.RESOURCE, target)) {
            for (long position = 0; stream.hasNext(); position++) {
                tell(book, "payments", position, count);
                ObjectNode record = PaymentRecords.record(stream.next());
                copy.write(book.scope(), record);
            }
            copy.finish();
            tell(book, "payments", count, count);
        }
    }

    private void bookings(Book book) throws SQLException {
        long count = book.times().volume().bookings();
        BookingStream stream = new BookingStream(book, book.live() ? claims : new Claims());
        try (RecordCopy bookings = new RecordCopy(Bookings.RESOURCE, target);
                RecordCopy tickets = new RecordCopy(Tickets.RESOURCE, target)) {
            for (long position = 0; stream.hasNext(); position++) {
                tell(book, "bookings", position, count);
                Booking booking = stream.next();
                bookings.write(book.scope(), BookingRecords.record(booking));
                for (ObjectNode ticket : TicketRecords.records(booking)) {
                    tickets.write(book.scope(), ticket);
                }
            }
            // Tickets refer to bookings, which so have to be there first.
            bookings.finish();
            tickets.finish();
            tell(book, "bookings", count, count);
        }
    }

    private void subscriptions(Book book) throws SQLException {
        SubscriptionStream stream = new SubscriptionStream(book);
        SubscriptionPaymentRecords payments = new SubscriptionPaymentRecords(book);
        try (RecordCopy subscriptions = new RecordCopy(Subscriptions.RESOURCE, target);
                RecordCopy charged = new RecordCopy(SubscriptionPayments.RESOURCE, target)) {
            for (long position = 0; position < stream.count(); position++) {
                tell(book, "subscriptions", position, stream.count());
                Subscription subscription = stream.at(position);
                subscriptions.write(book.scope(), SubscriptionRecords.record(subscription));
                for (ObjectNode payment : payments.records(subscription)) {
                    charged.write(book.scope(), payment);
                }
                CouponOffer coupon = subscription.coupon();
                if (book.live() && subscription.begun() && coupon != null) {
                    claims.take(coupon.id(), 1);
                }
            }
            subscriptions.finish();
            charged.finish();
            tell(book, "subscriptions", stream.count(), stream.count());
        }
    }

    /** Payments and bookings are made once more, side by side, and invoiced in the order of time. */
    private void invoices(Book book) throws SQLException {
        PaymentStream payments = new PaymentStream(book, new Claims());
        BookingStream bookings = new BookingStream(book, new Claims());
        InvoiceRecords invoices = new InvoiceRecords();
        long count = book.times().volume().payments();
        try (RecordCopy copy = new RecordCopy(Invoices.RESOURCE, target)) {
            Charge booking = bookings.hasNext() ? bookings.next().charge() : null;
            for (long position = 0; payments.hasNext(); position++) {
                tell(book, "invoices", position, count);
                Charge payment = payments.next().charge();
                while (booking != null && booking.createdAt() < payment.createdAt()) {
                    invoice(copy, invoices, booking);
                    booking = bookings.hasNext() ? bookings.next().charge() : null;
                }
                invoice(copy, invoices, payment);
            }
            while (booking != null) {
                invoice(copy, invoices, booking);
                booking = bookings.hasNext() ? bookings.next().charge() : null;
            }
            copy.finish();
            tell(book, "invoices", count, count);
        }
    }

    private static void invoice(RecordCopy copy, InvoiceRecords invoices, Charge charge) throws SQLException {
        if (charge.invoiced()) {
            copy.write(charge.book().scope(), invoices.next(charge));
        }
    }

    private void submissions(Book book) throws SQLException {
        SubmissionRecords submissions = new SubmissionRecords(book);
        long count = book.times().volume().submissions();
        try (RecordCopy copy = new RecordCopy(Submissions.RESOURCE, target)) {
            for (long position = 0; position < count; position++) {
                tell(book, "submissions", position, count);
                copy.write(book.scope(), submissions.at(position));
            }
            copy.finish();
            tell(book, "submissions", count, count);
        }
    }

    private void tell(Book book, String what, long done, long all) {
        if (done % PROGRESS_STEP == 0 || done == all) {
            progress.at(shop.name() + (book.live() ? " " : " test ") + what, done, all);
        }
    }

    /** What there is of everything that can run out, and what live purchases have taken of it. */
    void capacities(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO capacity (seller_id, kind, owner_id, capacity, taken) VALUES (?, ?, ?, ?, ?)")) {
            for (Offer offer : shop.offers()) {
                capacity(insert, "product", offer.productId(), offer.stock());
                for (Offer.Variant variant : offer.variants()) {
                    for (Offer.Option option : variant.options()) {
                        capacity(insert, "variant_option", option.id(), option.stock());
                    }
                }
            }
            for (EventOffer event : shop.events()) {
                capacity(insert, "event", event.pageId(), event.capacity());
                for (EventOffer.Group group : event.groups()) {
                    capacity(insert, "ticket_group", group.id(), group.capacity());
                    for (EventOffer.Type type : group.types()) {
                        capacity(insert, "ticket_type", type.id(), type.capacity());
                    }
                }
            }
            for (CouponOffer coupon : shop.coupons()) {
                capacity(insert, "coupon", coupon.id(), coupon.maxRedemptions());
            }
            insert.executeBatch();
        }
    }

    private void capacity(PreparedStatement insert, String kind, String ownerId, @Nullable Integer capacity)
            throws SQLException {
        insert.setString(1, shop.id());
        insert.setString(2, kind);
        insert.setString(3, ownerId);
        insert.setObject(4, capacity, Types.INTEGER);
        insert.setInt(5, claims.taken(ownerId));
        insert.addBatch();
    }
}
