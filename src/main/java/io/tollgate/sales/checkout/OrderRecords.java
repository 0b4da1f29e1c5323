package io.tollgate.sales.checkout;

import io.tollgate.accounts.seller.SellerDetails;
import io.tollgate.catalog.coupon.CouponCopies;
import io.tollgate.catalog.file.UploadRecords;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.pricing.TaxCalculation;
import io.tollgate.processor.PaymentState;
import io.tollgate.sales.aftersales.LicenseKeyOwner;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.booking.Registrations;
import io.tollgate.sales.booking.TicketRecords;
import io.tollgate.sales.cart.ProductCart;
import io.tollgate.sales.invoice.InvoiceNumbers;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.purchase.BookingWriter;
import io.tollgate.sales.purchase.BuyerCustomer;
import io.tollgate.sales.purchase.Charge;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.purchase.Codes;
import io.tollgate.sales.purchase.InvoiceStatus;
import io.tollgate.sales.purchase.InvoiceWriter;
import io.tollgate.sales.purchase.OrderIds;
import io.tollgate.sales.purchase.PaymentMethod;
import io.tollgate.sales.purchase.PaymentWriter;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.subscription.SubscriptionSnapshot;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of an order: the customer if it is new, the payment or the booking with its tickets, and the
 * invoice. Locks in the order customer, order number, invoice number, as bookings do.
 */
record OrderRecords(Codes codes, OrderIds orderIds, UploadRecords uploads) {
    OrderRecords(Codes codes, UploadRecords uploads) {
        this(codes, new OrderIds(codes), uploads);
    }

    /** The payment or booking of an order, by its id and its order number. */
    record Written(String chargeId, String orderId) {}

    /**
     * The id of an order whose buyer is registered, and whose places are taken, in the transaction that writes its
     * records.
     *
     * @param draft the record that becomes the order; null for a new one
     */
    record Begun(String id, DraftOrders.@Nullable Taken draft) {}

    /**
     * Ends the draft of an order before its registration and its capacities are locked.
     *
     * @param processorId id of the buyer's customer at the processor; null if no payment method was saved
     */
    static Future<Begun> begin(WriteContext write, PageOrder.Placed placed, @Nullable String processorId) {
        return BuyerCustomer.of(write, placed.buyer(), processorId)
                .compose(customer -> DraftOrders.take(write, placed))
                .map(draft -> new Begun(
                        draft == null ? write.newId() : draft.identity().id(), draft));
    }

    /**
     * Writes the records of a paid order and assigns them the registration that the order holds. Sends no message: see
     * {@link #confirm}.
     */
    Future<Written> write(WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome) {
        return write(write, checkout, null, outcome);
    }

    /** @param begun of an order that was paid late; null if the order holds its registration itself */
    Future<Written> write(
            WriteContext write, Checkout checkout, @Nullable Begun begun, CheckoutPayments.Outcome outcome) {
        SubscriptionSnapshot billed = outcome.subscription();
        return checkout.placed().priced() instanceof ProductOrder.PricedSubscription priced && billed != null
                ? new SubscriptionRecords(orderIds)
                        .write(write, checkout, priced, begun, Objects.requireNonNull(outcome.attempt()), billed)
                        .compose(written -> recordUploads(write, checkout, written))
                : write(write, checkout, begun, checkout.afterPayment(), outcome.state());
    }

    /** Makes the files of the answers files of the seller. Locks its quota, which no transaction waits with. */
    private Future<Written> recordUploads(WriteContext write, Checkout checkout, Written written) {
        PageOrder.Placed placed = checkout.placed();
        String pageId = placed.priced().order().page().id();
        return uploads.order(write, placed.answers().files(), new UploadRecords.Order(written.chargeId(), pageId))
                .map(written);
    }

    /** Writes the records of an order that needs no card. */
    Future<Written> writeAtOnce(WriteContext write, Checkout checkout, Begun begun, ChargeStatus status) {
        return write(write, checkout, begun, status, null);
    }

    private Future<Written> write(
            WriteContext write,
            Checkout checkout,
            @Nullable Begun begun,
            ChargeStatus status,
            @Nullable PaymentState paid) {
        PageOrder.Placed placed = checkout.placed();
        Future<SellerDetails> seller = SellerDetails.of(write);
        String processorId = begun != null || paid == null ? null : paid.customerId();
        Future<String> customer = BuyerCustomer.of(write, placed.buyer(), processorId);
        return Future.join(seller, customer)
                .compose(both -> identify(write, orderIds, placed, begun))
                .compose(identified -> begun == null
                        ? assign(write, checkout, identified).map(identified)
                        : Future.succeededFuture(identified))
                .compose(identified -> InvoiceNumbers.next(
                                write.transaction(),
                                write.scope(),
                                write.now(),
                                seller.result().zone())
                        .map(issue -> {
                            DraftRecordWriter.Identity own = identified.identity();
                            Purchase purchase = placed.purchase(
                                    write.scope(), own.id(), own.orderId(), customer.result(), own.createdAt());
                            Charge charge = charge(purchase, status, checkout, Ids.next(issue.issuedAt()), paid)
                                    .with(own.abandonment(), write.now());
                            insert(write, placed, charge, identified, issue, seller.result());
                            return new Written(own.id(), own.orderId());
                        }))
                .compose(written -> recordUploads(write, checkout, written));
    }

    /** Assigns the registration that the order holds to the record that it becomes. */
    private static Future<Void> assign(WriteContext write, Checkout checkout, Identified identified) {
        return checkout.order() instanceof TicketOrder tickets && tickets.page().limitsRegistrations()
                ? Registrations.assign(
                        write, checkout.id(), identified.identity().id())
                : Future.succeededFuture();
    }

    /**
     * What identifies the record of an order.
     *
     * @param draft the record that becomes the order; null for a new one
     */
    record Identified(DraftRecordWriter.Identity identity, DraftOrders.@Nullable Taken draft) {}

    /** Returns the identity of the cart's draft, or a new one. */
    static Future<Identified> identify(
            WriteContext write, OrderIds orderIds, PageOrder.Placed placed, @Nullable Begun begun) {
        Future<DraftOrders.@Nullable Taken> draft =
                begun == null ? DraftOrders.take(write, placed) : Future.succeededFuture(begun.draft());
        return draft.compose(taken -> {
            if (taken != null) {
                return Future.succeededFuture(new Identified(taken.identity(), taken));
            }
            String id = begun == null ? write.newId() : begun.id();
            return orderIds.next(write.transaction(), write.scope())
                    .map(orderId ->
                            new Identified(new DraftRecordWriter.Identity(id, orderId, write.now(), null), null));
        });
    }

    private void insert(
            WriteContext write,
            PageOrder.Placed placed,
            Charge charge,
            Identified identified,
            InvoiceNumbers.Issue issue,
            SellerDetails seller) {
        if (placed.priced() instanceof TicketOrder.PricedTickets tickets) {
            insertBooking(write, tickets, charge, identified.draft());
        } else if (placed.priced() instanceof ProductOrder.PricedProduct product) {
            insertPayment(write, product, charge, identified.draft());
        }
        InvoiceWriter.Issue issued = new InvoiceWriter.Issue(
                InvoiceStatus.of(charge.status()),
                issue.number(),
                UUID.randomUUID().toString(),
                issue.issuedAt());
        write.insertWithoutWaiting(write.scope(), Invoices.RESOURCE, InvoiceWriter.write(charge, issued, seller));
    }

    /**
     * Confirms an order to the buyer and notifies the seller, in the transaction that wrote its records. Must precede
     * tasks of the transaction.
     */
    static void confirm(WriteContext write, Checkout checkout, Written written) {
        boolean subscription = checkout.placed().priced() instanceof ProductOrder.PricedSubscription;
        MailOutbox.enqueue(
                write,
                subscription ? MailPurpose.SUBSCRIPTION_CONFIRMATION : MailPurpose.ORDER_CONFIRMATION,
                written.chargeId());
        MailOutbox.enqueue(
                write,
                subscription ? MailPurpose.SUBSCRIPTION_NOTIFICATION : MailPurpose.ORDER_NOTIFICATION,
                written.chargeId());
        copyCoupon(write, checkout);
    }

    /** Copies the coupon of an order to the processor, unless it is there. Must follow the messages. */
    static void copyCoupon(WriteContext write, Checkout checkout) {
        Coupon coupon = checkout.order().usedCoupon();
        write.awaitAtCommit(CouponCopies.use(write, coupon == null ? null : coupon.id()));
    }

    private static void insertPayment(
            WriteContext write, ProductOrder.PricedProduct priced, Charge charge, DraftOrders.@Nullable Taken draft) {
        ProductCart cart = priced.cart();
        OrderLicenseKey license = OrderLicenseKey.of(write, priced.order());
        write.awaitAtCommit(DraftRecordWriter.store(
                write,
                Payments.RESOURCE,
                PaymentWriter.write(
                        charge,
                        priced.order().page().product(),
                        priced.order().pagePrice(cart.price()),
                        cart,
                        new PaymentWriter.Extras(priced.order().dynamicPrice(cart.price()), license.id())),
                draft));
        write.awaitAtCommit(
                license.issue(write, LicenseKeyOwner.PAYMENT, charge.purchase(), charge.status() == ChargeStatus.PAID));
    }

    private void insertBooking(
            WriteContext write, TicketOrder.PricedTickets priced, Charge charge, DraftOrders.@Nullable Taken draft) {
        write.awaitAtCommit(
                DraftRecordWriter.store(write, Bookings.RESOURCE, BookingWriter.write(charge, priced.cart()), draft));
        TicketRecords.insert(
                write,
                codes,
                charge.purchase(),
                priced.cart(),
                priced.order().form().attendees());
    }

    private Charge charge(
            Purchase purchase, ChargeStatus status, Checkout checkout, String invoiceId, @Nullable PaymentState paid) {
        long settled = status == ChargeStatus.UNPAID ? 0 : checkout.payable();
        return new Charge(
                purchase,
                status,
                false,
                new Charge.Settlement(settled, checkout.amount() - settled, 0),
                invoiceId,
                method(purchase, paid),
                transactions(purchase, paid),
                processing(purchase, paid),
                null,
                null,
                null,
                null,
                purchase.createdAt());
    }

    private static Charge.@Nullable Processing processing(Purchase purchase, @Nullable PaymentState paid) {
        TaxCalculation tax = purchase.tax().calculation();
        String calculationId = tax == null ? null : tax.id();
        if (paid == null) {
            return calculationId == null ? null : new Charge.Processing(null, null, calculationId, null);
        }
        return new Charge.Processing(paid.id(), paid.chargeId(), calculationId, null);
    }

    private List<String> transactions(Purchase purchase, @Nullable PaymentState paid) {
        if (paid != null) {
            return List.of(Objects.requireNonNullElse(paid.chargeId(), paid.id()));
        }
        return isManual(purchase) ? List.of("man_" + codes.secret().substring(0, 24)) : List.of();
    }

    private static boolean isManual(Purchase purchase) {
        return purchase.option() != null && purchase.option().isManual();
    }

    private static @Nullable PaymentMethod method(Purchase purchase, @Nullable PaymentState paid) {
        if (paid == null) {
            return isManual(purchase) ? PaymentMethod.MANUAL : null;
        }
        return PaymentMethod.of(paid.method());
    }
}
