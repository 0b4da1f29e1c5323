package io.tollgate.platform.mail;

/** What a message is for. The subject of a message is the record that it is about. */
public enum MailPurpose {
    /** Confirms a payment or booking to the buyer. */
    ORDER_CONFIRMATION,
    /** Sends a ticket to its attendee. The subject is the ticket. */
    TICKET_CONFIRMATION,
    /** Notifies the seller of a payment or booking. */
    ORDER_NOTIFICATION,
    /** Tells the buyer that the seller has received the rest of what was due. */
    PAYMENT_RECEIVED,
    /** Tells the buyer of a refund. The occasion is the id of the refund. */
    REFUND,
    /** Tells the buyer that a booking was canceled. */
    BOOKING_CANCELED,
    /** Tells the attendee that a ticket was canceled. The subject is the ticket. */
    TICKET_CANCELED,
    /** Tells the buyer that a payment arrived too late and is refunded. */
    LATE_PAYMENT_REFUNDED,
    /** Notifies the seller of a payment that arrived too late and is refunded. */
    LATE_PAYMENT_NOTIFICATION,
    /** Confirms a submission to the visitor of a form. */
    FORM_CONFIRMATION,
    /** Notifies the seller of a submission. */
    FORM_NOTIFICATION,
    /** Confirms a subscription that has begun to the subscriber. */
    SUBSCRIPTION_CONFIRMATION,
    /** Notifies the seller of a subscription that has begun. */
    SUBSCRIPTION_NOTIFICATION,
    /** Tells the subscriber that a payment failed. The occasion is the id of the subscription payment. */
    SUBSCRIPTION_PAYMENT_FAILED,
    /** Notifies the seller of a subscription payment that failed. */
    SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION,
    /** Confirms a further payment of a subscription to the subscriber. The occasion is the id of the payment. */
    SUBSCRIPTION_RECEIPT,
    /** Notifies the seller of a further payment of a subscription. */
    SUBSCRIPTION_PAYMENT_NOTIFICATION,
    /** Tells the subscriber that a subscription was canceled. The occasion is the time of the cancellation. */
    SUBSCRIPTION_CANCELED,
    /** Notifies the seller of a canceled subscription. */
    SUBSCRIPTION_CANCELED_NOTIFICATION,
    /** Sends a customer a link to the customer portal. The subject is the link. */
    PORTAL_LINK,
    /** Sends a member of a seller a link that signs in to the dashboard. The subject is the link. */
    MEMBER_LINK,
    /** Invites a person to become a member of a seller. The subject is the member. */
    MEMBER_INVITATION,
    /** Tells a person of a sign-in to the dashboard in a new browser. The subject is the browser. */
    MEMBER_SIGN_IN,
    /** Tells a person of a change of the ways to sign in to the dashboard. The subject is the event. */
    MEMBER_SECURITY,
    /** Reminds a buyer of a cart. The subject is its record, the occasion the number of the reminder. */
    CART_REMINDER,
    /** Warns the seller of a webhook whose deliveries fail. The subject is the webhook, the occasion since when. */
    WEBHOOK_FAILING,
    /** Tells the seller that a webhook was stopped. The occasion begins with {@link #GONE} if the receiver is gone. */
    WEBHOOK_FAILED,
    /** Sends the seller a link to the file of an export. The subject is the export, the occasion the file. */
    EXPORT_READY,
    /** Tells the seller that a file of an export could not be made. The occasion is the time at which it failed. */
    EXPORT_FAILED;

    /** Begins the occasions of webhooks whose receivers returned 410. */
    public static final String GONE = "gone-";

    /** Returns whether the message goes to the seller. */
    public boolean isForSeller() {
        return switch (this) {
            case ORDER_NOTIFICATION,
                    LATE_PAYMENT_NOTIFICATION,
                    FORM_NOTIFICATION,
                    SUBSCRIPTION_NOTIFICATION,
                    SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION,
                    SUBSCRIPTION_PAYMENT_NOTIFICATION,
                    SUBSCRIPTION_CANCELED_NOTIFICATION,
                    WEBHOOK_FAILING,
                    WEBHOOK_FAILED,
                    EXPORT_READY,
                    EXPORT_FAILED -> true;
            default -> false;
        };
    }

    /** Returns whether someone waits for the message in front of the screen. */
    public boolean isUrgent() {
        return this == PORTAL_LINK || this == MEMBER_LINK || this == MEMBER_INVITATION;
    }
}
