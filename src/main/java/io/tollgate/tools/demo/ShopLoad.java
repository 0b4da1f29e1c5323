package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Form;
import io.tollgate.sales.funnel.FunnelRunRecords;
import io.tollgate.sales.purchase.SubmissionWriter;
import io.tollgate.sales.purchase.Subscription;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.purchase.SubscriptionWriter;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.subscription.SubscriptionPayments;
import io.tollgate.sales.subscription.Subscriptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Writes all records of one seller, by kind. */
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

    void load(PurchasePlan plan) throws SQLException {
        customers(plan);
        charges(plan);
        subscriptions(plan);
        submissions(plan);
    }

    private void customers(PurchasePlan plan) throws SQLException {
        try (RecordCopy copy = new RecordCopy(Customers.RESOURCE, target)) {
            for (long position = 0; position < plan.customers(); position++) {
                tell(plan, "customers", position, plan.customers());
                copy.write(plan.scope(), plan.people().record(position));
            }
            copy.finish();
            tell(plan, "customers", plan.customers(), plan.customers());
        }
    }

    /** Generates payments and bookings concurrently, and their invoices in chronological order. */
    private void charges(PurchasePlan plan) throws SQLException {
        Consumption taken = plan.live() ? consumption : new Consumption(shop.stock());
        PaymentStream payments = new PaymentStream(plan, taken);
        BookingStream bookings = new BookingStream(plan, taken);
        long count = plan.times().volume().payments();
        try (ChargeCopies copies = new ChargeCopies(plan, target)) {
            BookingStream.DemoBooking booking = bookings.nextOrNull();
            for (long position = 0; payments.hasNext(); position++) {
                tell(plan, "payments and bookings", position, count);
                PaymentStream.DemoPayment payment = payments.next();
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
            tell(plan, "payments and bookings", count, count);
        }
    }

    private void subscriptions(PurchasePlan plan) throws SQLException {
        SubscriptionStream stream = new SubscriptionStream(plan);
        SubscriptionMaker maker = new SubscriptionMaker(plan);
        FunnelRunMaker offers = new FunnelRunMaker(plan);
        try (RecordCopy subscriptions = new RecordCopy(Subscriptions.RESOURCE, target);
                RecordCopy charged = new RecordCopy(SubscriptionPayments.RESOURCE, target);
                RecordCopy runs = new RecordCopy(FunnelRunRecords.RESOURCE, target);
                LicenseKeyCopies keys = new LicenseKeyCopies(plan, target)) {
            for (long position = 0; position < stream.count(); position++) {
                tell(plan, "subscriptions", position, stream.count());
                SubscriptionStream.DemoSubscription begun = stream.at(position);
                Subscription subscription = maker.make(begun);
                ObjectNode record = SubscriptionWriter.write(subscription);
                if (subscription.status() == SubscriptionStatus.PAUSED) {
                    record.set("pausedAt", record.get("currentPeriodStart"));
                }
                subscriptions.write(plan.scope(), record);
                boolean refunded = false;
                for (ObjectNode payment : maker.payments(begun, subscription)) {
                    charged.write(plan.scope(), payment);
                    refunded |= payment.path("refunded").asBoolean();
                }
                keys.ofSubscription(record, refunded);
                ObjectNode run = offers.of(begun);
                if (run != null) {
                    runs.write(plan.scope(), run);
                }
                Coupon coupon = begun.purchase().coupon();
                if (plan.live() && begun.status().hasBegun() && coupon != null) {
                    consumption.take(coupon.id(), 1);
                }
            }
            subscriptions.finish();
            charged.finish();
            runs.finish();
            keys.finish();
            tell(plan, "subscriptions", stream.count(), stream.count());
        }
    }

    private void submissions(PurchasePlan plan) throws SQLException {
        List<FormOffer> forms = shop.forms().stream()
                .filter(form -> form.testmode() != plan.live())
                .toList();
        long count = plan.times().volume().submissions();
        try (RecordCopy copy = new RecordCopy(Submissions.RESOURCE, target)) {
            for (long position = 0; position < count; position++) {
                tell(plan, "submissions", position, count);
                copy.write(plan.scope(), submission(plan, forms, position));
            }
            copy.finish();
            tell(plan, "submissions", count, count);
        }
    }

    private static ObjectNode submission(PurchasePlan plan, List<FormOffer> forms, long position) {
        DemoRandom random = new DemoRandom(plan.seed(), 0x5b31, position);
        long time = plan.times().submission(position);
        Form form = random.pick(forms).form();
        Person person = plan.personAt(time, random);
        return SubmissionWriter.write(new SubmissionWriter.SubmissionContent(
                plan.scope(),
                plan.ids(IdMaker.Kind.SUBMISSION).id(time, position),
                random.percent(94),
                person.id(),
                form,
                DemoAnswers.to(form.fields(), person, random),
                random.percent(10) ? person.shippedTo() : person.buyer(),
                Sales.visit(plan, person, random),
                Instant.ofEpochMilli(time)));
    }

    private void tell(PurchasePlan plan, String what, long done, long all) {
        if (done % PROGRESS_STEP == 0 || done == all) {
            progress.at(shop.name() + (plan.live() ? " " : " test ") + what, done, all);
        }
    }

    /** Writes the limits of stock, capacity and coupons, and how much of them live purchases use. */
    void stock(Connection connection) throws SQLException {
        shop.stock().write(connection, shop.id(), consumption);
    }
}
