package io.tollgate.storefront.mails;

import io.tollgate.accounts.customer.Pseudonym;
import io.tollgate.pdf.ContentNode;
import io.tollgate.platform.mail.MailAddress;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.QueuedMail;
import java.util.List;

/** Determines who receives a message, from the record and the settings of its page. */
final class MailRecipients {
    private MailRecipients() {}

    /** Returns the addresses; empty if the page does not send such messages. */
    static List<String> of(QueuedMail mail, SubjectRecords records) {
        MailPurpose purpose = mail.purpose();
        boolean wanted = mail.occasion().isRepeated()
                || switch (purpose) {
                    case ORDER_CONFIRMATION,
                            FORM_CONFIRMATION,
                            PAYMENT_RECEIVED,
                            SUBSCRIPTION_CONFIRMATION,
                            SUBSCRIPTION_RECEIPT -> records.pageHas("sendEmailConfirmation", true);
                    case ORDER_NOTIFICATION, LATE_PAYMENT_NOTIFICATION, FORM_NOTIFICATION, SUBSCRIPTION_NOTIFICATION ->
                        records.pageHas("sendPaymentNotification", true);
                    case SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION ->
                        records.pageHas("sendRecurringPaymentFailedNotifications", true);
                    case SUBSCRIPTION_PAYMENT_NOTIFICATION ->
                        records.pageHas("sendRecurringPaymentSucceededNotifications", true);
                    case SUBSCRIPTION_CANCELED_NOTIFICATION ->
                        records.pageHas("sendCanceledSubscriptionNotifications", true);
                    case TICKET_CONFIRMATION,
                            REFUND,
                            BOOKING_CANCELED,
                            TICKET_CANCELED,
                            LATE_PAYMENT_REFUNDED,
                            SUBSCRIPTION_PAYMENT_FAILED,
                            SUBSCRIPTION_CANCELED -> true;
                    case CART_REMINDER -> ReminderMail.isWanted(records);
                    case PORTAL_LINK,
                            MEMBER_LINK,
                            MEMBER_INVITATION,
                            MEMBER_SIGN_IN,
                            MEMBER_SECURITY,
                            WEBHOOK_FAILING,
                            WEBHOOK_FAILED,
                            EXPORT_READY,
                            EXPORT_FAILED -> false;
                };
        if (!wanted) {
            return List.of();
        }
        return purpose.isForSeller() ? seller(records) : buyer(records);
    }

    private static List<String> seller(SubjectRecords records) {
        List<String> named = MailAddress.list(records.page().text("notifyEmail"));
        String email = records.seller().email();
        return !named.isEmpty() ? named : email == null ? List.of() : List.of(email);
    }

    /** An erased buyer gets no messages. */
    private static List<String> buyer(SubjectRecords records) {
        ContentNode record = records.record();
        String name = record.has("attendeeEmail") ? "attendeeEmail" : "customerEmail";
        return record.has(name) && !Pseudonym.is(record.text(name)) ? List.of(record.text(name)) : List.of();
    }
}
