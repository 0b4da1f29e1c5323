package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.Coupon;
import io.tollgate.catalog.Form;
import io.tollgate.customer.Customers;
import io.tollgate.purchase.SubmissionWriter;
import io.tollgate.purchase.Subscription;
import io.tollgate.purchase.SubscriptionWriter;
import io.tollgate.submission.Submissions;
import io.tollgate.subscription.SubscriptionPayments;
import io.tollgate.subscription.Subscriptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Writes all records of one seller, kind by kind. */
final class ShopLoad {
    private static final int PROGRESS_STEP = 256;

    private final Target target;
    private final Shop shop;
    private final Progress progress;
    private final Consumption consumption;

    ShopLoad(Target target, Shop shop, Progress progress) {
        this.target = target;
        this.shop = shop;
        this.progress = progress;
        this.consumption = new Consumption(shop.stock());
    }

    void load(Book book) throws SQLException {
        customers(book);
        charges(book);
        subscriptions(book);
        submissions(book);
    }

    private void customers(Book book) throws SQLException {
        try (RecordCopy copy = new RecordCopy(Customers.RESOURCE, target)) {
            for (long position = 0; position < book.customers(); position++) {
                tell(book, "customers", position, book.customers());
                copy.write(book.scope(), book.people().record(position));
            }
            copy.finish();
            tell(book, "customers", book.customers(), book.customers());
        }
    }

    /** Payments and bookings are made side by side, and invoiced in the order of time. */
    private void charges(Book book) throws SQLException {
        Consumption taken = book.live() ? consumption : new Consumption(shop.stock());
        PaymentStream payments = new PaymentStream(book, taken);
        BookingStream bookings = new BookingStream(book, taken);
        long count = book.times().volume().payments();
        try (ChargeCopies copies = new ChargeCopies(book, target)) {
            BookingStream.Booked booking = bookings.nextOrNull();
            for (long position = 0; payments.hasNext(); position++) {
                tell(book, "payments and bookings", position, count);
                PaymentStream.Paid payment = payments.next();
                while (booking != null && booking.isBefore(payment.charge())) {
                    copies.write(booking);
                    booking = bookings.nextOrNull();
                }
                copies.write(position, payment);
            }
            for (; booking != null; booking = bookings.nextOrNull()) {
                copies.write(booking);
            }
            copies.finish();
            tell(book, "payments and bookings", count, count);
        }
    }

    private void subscriptions(Book book) throws SQLException {
        SubscriptionStream stream = new SubscriptionStream(book);
        SubscriptionMaker maker = new SubscriptionMaker(book);
        try (RecordCopy subscriptions = new RecordCopy(Subscriptions.RESOURCE, target);
                RecordCopy charged = new RecordCopy(SubscriptionPayments.RESOURCE, target)) {
            for (long position = 0; position < stream.count(); position++) {
                tell(book, "subscriptions", position, stream.count());
                SubscriptionStream.Begun begun = stream.at(position);
                Subscription subscription = maker.make(begun);
                subscriptions.write(book.scope(), SubscriptionWriter.write(subscription));
                for (ObjectNode payment : maker.payments(begun, subscription)) {
                    charged.write(book.scope(), payment);
                }
                Coupon coupon = begun.purchase().coupon();
                if (book.live() && begun.status().hasBegun() && coupon != null) {
                    consumption.take(coupon.id(), 1);
                }
            }
            subscriptions.finish();
            charged.finish();
            tell(book, "subscriptions", stream.count(), stream.count());
        }
    }

    private void submissions(Book book) throws SQLException {
        List<FormOffer> forms = shop.forms().stream()
                .filter(form -> form.testmode() != book.live())
                .toList();
        long count = book.times().volume().submissions();
        try (RecordCopy copy = new RecordCopy(Submissions.RESOURCE, target)) {
            for (long position = 0; position < count; position++) {
                tell(book, "submissions", position, count);
                copy.write(book.scope(), submission(book, forms, position));
            }
            copy.finish();
            tell(book, "submissions", count, count);
        }
    }

    private static ObjectNode submission(Book book, List<FormOffer> forms, long position) {
        Chance chance = new Chance(book.seed(), 0x5b31, position);
        long time = book.times().submission(position);
        Form form = chance.pick(forms).form();
        Person person = book.personAt(time, chance);
        return SubmissionWriter.write(new SubmissionWriter.Sent(
                book.scope(),
                book.ids(IdMaker.Kind.SUBMISSION).id(time, position),
                chance.percent(94),
                person.id(),
                form,
                Replies.to(form.fields(), person, chance),
                chance.percent(10) ? person.shippedTo() : person.buyer(),
                Sales.visit(book, person, chance),
                Instant.ofEpochMilli(time)));
    }

    private void tell(Book book, String what, long done, long all) {
        if (done % PROGRESS_STEP == 0 || done == all) {
            progress.at(shop.name() + (book.live() ? " " : " test ") + what, done, all);
        }
    }

    /** What there is of everything that can run out, and what live purchases have taken of it. */
    void stock(Connection connection) throws SQLException {
        shop.stock().write(connection, shop.id(), consumption);
    }
}
