package io.tollgate.sales.checkout;

import io.tollgate.platform.mail.ReminderRecipients;
import io.tollgate.platform.resource.Scope;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A cart that a buyer has filled in up to the e-mail address, before the order.
 *
 * @param id also of the record
 * @param kind what is in the cart, as {@link OrderCodec#kind} returns it
 * @param email in lower case; empty for the cart of an agent
 * @param form the inputs of the page; null after the draft has ended
 * @param stage number of times at which a reminder was due; the first one is when the cart counts as abandoned
 * @param leftAt when the cart was saved last before it counted as abandoned
 * @param remindedAt when the last reminder was sent; null if none was
 */
record CartDraft(
        Scope scope,
        String id,
        String kind,
        String pageId,
        String email,
        @Nullable String form,
        Status status,
        int stage,
        Instant createdAt,
        Instant leftAt,
        @Nullable Instant remindedAt) {
    /** When reminders are due, after the buyer has left. The cart counts as abandoned at the first time. */
    private static final Duration[] REMINDERS = {Duration.ofHours(1), Duration.ofHours(24), Duration.ofHours(48)};

    /** How long a cart can be restored after the buyer has left. */
    static final Duration KEPT = Duration.ofDays(30);

    /** How far a draft is. */
    enum Status {
        OPEN,
        ABANDONED,
        /** Ordered before it counted as abandoned. */
        BOUGHT,
        /** Ordered after it counted as abandoned. */
        RECOVERED,
        EXPIRED,
        /** The cart of a buying agent. It has no address and no record. */
        AGENT;

        /** Returns whether the cart can still be ordered. */
        boolean isOpen() {
            return this == OPEN || this == ABANDONED;
        }
    }

    /**
     * Returns when something happens to the draft next: a reminder, or its end. A reminder that was late, for example
     * because no instance was running, delays the next one.
     */
    Instant next() {
        if (endsNext()) {
            return leftAt.plus(KEPT);
        }
        Instant due = leftAt.plus(REMINDERS[stage]);
        Instant soonest = remindedAt == null ? due : remindedAt.plus(ReminderRecipients.PAUSE);
        return due.isAfter(soonest) ? due : soonest;
    }

    /** Returns whether the reminder that is due now is the last one. */
    boolean isLastReminder() {
        return stage == REMINDERS.length - 1;
    }

    /** Returns whether the last reminder has been due, so that the draft ends next. */
    boolean endsNext() {
        return stage >= REMINDERS.length;
    }
}
