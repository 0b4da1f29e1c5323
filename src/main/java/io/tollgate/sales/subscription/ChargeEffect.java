package io.tollgate.sales.subscription;

import io.tollgate.platform.mail.MailOccasion;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.sales.purchase.InvoiceStatus;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter.Payment;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter.Status;
import java.util.List;

/**
 * The messages about a charge of a subscription. {@code states.md} has the table.
 *
 * @param attempts how often the processor has charged it
 */
record ChargeEffect(Payment payment, int attempts) {
    /** Why the first payment of a subscription was charged, in the processor's words. */
    static final String FIRST = "subscription_create";

    /** Returns the messages about a charge in this state. The first payment of a subscription has its confirmation. */
    static List<MailPurpose> messages(Status status, InvoiceStatus invoice, boolean first) {
        if (first || status == Status.PENDING || invoice == InvoiceStatus.VOID) {
            return List.of();
        }
        return status == Status.SUCCEEDED
                ? List.of(MailPurpose.SUBSCRIPTION_RECEIPT, MailPurpose.SUBSCRIPTION_PAYMENT_NOTIFICATION)
                : List.of(
                        MailPurpose.SUBSCRIPTION_PAYMENT_FAILED, MailPurpose.SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION);
    }

    List<MailPurpose> messages() {
        return messages(
                payment.status(), payment.invoiceStatus(), payment.reason().equals(FIRST));
    }

    /** Returns what the messages are about: one payment, or one attempt that failed. */
    MailOccasion occasion() {
        boolean repeated = payment.status() != Status.SUCCEEDED && attempts > 1;
        return new MailOccasion(repeated ? payment.id() + "-" + attempts : payment.id(), payment.amount());
    }
}
