package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.funnel.FunnelRunRecords;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.purchase.BookingWriter;
import io.tollgate.sales.purchase.Charge;
import io.tollgate.sales.purchase.PaymentWriter;
import io.tollgate.sales.ticket.Tickets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Writes payments and bookings with their tickets and invoices. */
final class ChargeCopies implements AutoCloseable {
    private final PurchasePlan plan;
    private final InvoiceMaker invoicing;
    private final List<RecordCopy> all = new ArrayList<>();
    private final RecordCopy payments;
    private final RecordCopy bookings;
    private final RecordCopy tickets;
    private final RecordCopy invoices;
    private final RecordCopy runs;
    private final FunnelRunMaker offers;
    private final LicenseKeyCopies keys;

    ChargeCopies(PurchasePlan plan, Target target) throws SQLException {
        this.plan = plan;
        this.invoicing = new InvoiceMaker(plan);
        this.payments = open(Payments.RESOURCE, target);
        this.bookings = open(Bookings.RESOURCE, target);
        this.tickets = open(Tickets.RESOURCE, target);
        this.invoices = open(Invoices.RESOURCE, target);
        this.runs = open(FunnelRunRecords.RESOURCE, target);
        this.offers = new FunnelRunMaker(plan);
        this.keys = new LicenseKeyCopies(plan, target);
    }

    private RecordCopy open(Resource resource, Target target) throws SQLException {
        RecordCopy copy = new RecordCopy(resource, target);
        all.add(copy);
        return copy;
    }

    void write(long position, PaymentStream.DemoPayment paid) throws SQLException {
        Charge charge = paid.charge();
        boolean licensed = paid.offer().hasLicenseKeys() && charge.status().isPlaced();
        long createdAt = charge.purchase().createdAt().toEpochMilli();
        PaymentWriter.Extras extras = new PaymentWriter.Extras(
                paid.dynamicPrice(),
                licensed ? plan.ids(IdMaker.Kind.LICENSE_KEY).id(createdAt, position) : null);
        ObjectNode payment =
                PaymentWriter.write(charge, paid.offer().page().product(), paid.price(), paid.cart(), extras);
        payments.write(plan.scope(), payment);
        keys.ofPayment(payment);
        invoice(charge);
        ObjectNode run = offers.of(position, paid);
        if (run != null) {
            runs.write(plan.scope(), run);
        }
    }

    void write(BookingStream.DemoBooking booking) throws SQLException {
        bookings.write(plan.scope(), BookingWriter.write(booking.charge(), booking.cart()));
        if (booking.tickets() > 0) {
            for (ObjectNode ticket : new TicketMaker(booking).records()) {
                tickets.write(plan.scope(), ticket);
            }
        }
        invoice(booking.charge());
    }

    private void invoice(Charge charge) throws SQLException {
        if (charge.invoiceId() != null) {
            invoices.write(plan.scope(), invoicing.next(charge));
        }
    }

    /** Completes the copies in the order of references: bookings before their tickets. */
    void finish() throws SQLException {
        for (RecordCopy copy : all) {
            copy.finish();
        }
        keys.finish();
    }

    @Override
    public void close() throws SQLException {
        for (RecordCopy copy : all) {
            copy.close();
        }
        keys.close();
    }
}
