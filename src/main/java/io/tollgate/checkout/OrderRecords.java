package io.tollgate.checkout;

import io.tollgate.catalog.CheckoutPage;
import io.tollgate.coupon.CouponCopies;
import io.tollgate.db.Ids;
import io.tollgate.invoice.InvoiceNumbers;
import io.tollgate.invoice.Invoices;
import io.tollgate.mail.MailOutbox;
import io.tollgate.mail.MailPurpose;
import io.tollgate.order.LicenseKeys;
import io.tollgate.payment.Payments;
import io.tollgate.processor.PaymentState;
import io.tollgate.purchase.BuyerCustomer;
import io.tollgate.purchase.Charge;
import io.tollgate.purchase.ChargeStatus;
import io.tollgate.purchase.Codes;
import io.tollgate.purchase.InvoiceStatus;
import io.tollgate.purchase.InvoiceWriter;
import io.tollgate.purchase.OrderIds;
import io.tollgate.purchase.PaymentMethod;
import io.tollgate.purchase.PaymentWriter;
import io.tollgate.purchase.Purchase;
import io.tollgate.seller.SellerDetails;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of an order: the customer if it is new, the payment and the invoice. Locks in the order customer,
 * order number, invoice number, as bookings do.
 */
record OrderRecords(Codes codes, OrderIds orderIds) {
    OrderRecords(Codes codes) {
        this(codes, new OrderIds(codes));
    }

    /** The payment of an order, by its id and its order number. */
    record Written(String chargeId, String orderId) {}

    /**
     * Writes the records.
     *
     * @param paid the successful payment at the processor; null if there was none
     */
    Future<Written> write(
            WriteContext write, PageOrder.Placed placed, ChargeStatus status, @Nullable PaymentState paid) {
        PageOrder order = placed.priced().order();
        String id = write.newId();
        Future<SellerDetails> seller = SellerDetails.of(write);
        Future<String> customer = BuyerCustomer.of(write, placed.buyer(), paid == null ? null : paid.customerId());
        return Future.join(seller, customer)
                .compose(both -> orderIds.next(write.transaction(), write.scope()))
                .compose(orderId -> InvoiceNumbers.next(write.transaction(), write.scope(), write.now())
                        .map(issue -> {
                            Purchase purchase =
                                    placed.purchase(write.scope(), id, orderId, customer.result(), write.now());
                            Charge charge = charge(purchase, status, Ids.next(issue.issuedAt()), paid);
                            String licenseKey = insert(write, placed, charge, issue, seller.result());
                            if (licenseKey != null) {
                                write.awaitAtCommit(licenseKey(write, charge, licenseKey));
                            }
                            return new Written(id, orderId);
                        }))
                .onSuccess(written -> write.awaitAtCommit(CouponCopies.use(
                        write,
                        order.coupon() == null ? null : order.coupon().coupon().id())));
    }

    private static Future<Void> licenseKey(WriteContext write, Charge charge, String id) {
        Purchase purchase = charge.purchase();
        CheckoutPage page = (CheckoutPage) purchase.page();
        LicenseKeys.Order order = new LicenseKeys.Order(
                purchase.id(), page.id(), page.product().id(), Objects.requireNonNull(purchase.customerId()));
        return LicenseKeys.create(write, id, order, charge.status() == ChargeStatus.PAID);
    }

    /** Inserts payment and invoice. Returns the id of the license key to create; null if the product has none. */
    private static @Nullable String insert(
            WriteContext write,
            PageOrder.Placed placed,
            Charge charge,
            InvoiceNumbers.Issue issue,
            SellerDetails seller) {
        var cart = placed.priced().cart();
        String licenseKey = placed.priced().order().page().product().generateLicenseKeys() ? write.newId() : null;
        write.insertWithoutWaiting(
                write.scope(),
                Payments.RESOURCE,
                PaymentWriter.write(
                        charge,
                        placed.priced().order().page().product(),
                        placed.priced().pagePrice(),
                        cart,
                        new PaymentWriter.Extras(placed.priced().dynamicPrice(), licenseKey)));
        InvoiceWriter.Issue issued = new InvoiceWriter.Issue(
                InvoiceStatus.of(charge.status()),
                issue.number(),
                UUID.randomUUID().toString(),
                issue.issuedAt());
        write.insertWithoutWaiting(write.scope(), Invoices.RESOURCE, InvoiceWriter.write(charge, issued, seller));
        MailOutbox.enqueue(
                write, MailPurpose.ORDER_CONFIRMATION, charge.purchase().id());
        MailOutbox.enqueue(
                write, MailPurpose.ORDER_NOTIFICATION, charge.purchase().id());
        return licenseKey;
    }

    private Charge charge(Purchase purchase, ChargeStatus status, String invoiceId, @Nullable PaymentState paid) {
        long total = purchase.quote().total();
        boolean settled = status == ChargeStatus.PAID;
        return new Charge(
                purchase,
                status,
                false,
                new Charge.Settlement(settled ? total : 0, settled ? 0 : total, 0),
                invoiceId,
                method(purchase, paid),
                transactions(purchase, paid),
                paid == null ? null : new Charge.Processing(paid.id(), paid.chargeId(), null, null),
                null,
                null,
                null,
                null,
                purchase.createdAt());
    }

    private List<String> transactions(Purchase purchase, @Nullable PaymentState paid) {
        if (paid != null) {
            return List.of(Objects.requireNonNullElse(paid.chargeId(), paid.id()));
        }
        return purchase.option() == null
                ? List.of()
                : List.of("man_" + codes.secret().substring(0, 24));
    }

    private static @Nullable PaymentMethod method(Purchase purchase, @Nullable PaymentState paid) {
        if (paid == null) {
            return purchase.option() == null ? null : PaymentMethod.MANUAL;
        }
        PaymentState.Method method = paid.method();
        if (method == null) {
            return PaymentMethod.of("processor", "card");
        }
        PaymentState.Card card = method.card();
        return card == null
                ? new PaymentMethod("processor", method.type(), null, null, null, method.country(), null)
                : new PaymentMethod(
                        "processor",
                        method.type(),
                        null,
                        null,
                        card.last4(),
                        method.country(),
                        new PaymentMethod.Card(card.brand(), card.expMonth(), card.expYear(), card.funding()));
    }
}
