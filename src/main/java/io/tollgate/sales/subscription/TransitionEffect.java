package io.tollgate.sales.subscription;

import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.mail.MailOccasion;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.TestClockEvents;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.EnumSet;
import java.util.Set;

/**
 * What follows a transition of a subscription, whichever path caused it. {@code states.md} has the table. A
 * cancellation over the API or in the portal sends its messages when it is requested ({@link Cancellation#notify}).
 */
enum TransitionEffect {
    NOTE_BEGIN,
    NOTE_CANCELLATION,
    NOTE_COMPLETION,
    NOTIFY_SELLER,
    NOTIFY_SUBSCRIBER;

    /** The occasion of the messages about an end that nobody requested from Tollgate. There is one for a record. */
    private static final MailOccasion END = new MailOccasion("end", null);

    /** Who knows of the end of a subscription. */
    enum Announcement {
        /** The subscription was not canceled, neither here nor at the processor. */
        NONE,
        /** The processor reports with this transition that the subscription was canceled there. */
        REPORTED,
        /** A cancellation was recorded earlier, or a request that is not complete yet cancels the subscription. */
        REQUESTED
    }

    /** Returns the effects of a change of the status, or of a cancellation that leaves it. */
    static Set<TransitionEffect> of(SubscriptionStatus former, SubscriptionStatus next, Announcement announcement) {
        Set<TransitionEffect> effects = EnumSet.noneOf(TransitionEffect.class);
        boolean changed = former != next;
        boolean waited = former == SubscriptionStatus.TRIALING || former == SubscriptionStatus.SCHEDULED;
        if (waited && next == SubscriptionStatus.ACTIVE) {
            effects.add(NOTE_BEGIN);
        }
        if (changed && next == SubscriptionStatus.COMPLETED) {
            effects.add(NOTE_COMPLETION);
        }
        boolean ended = changed && next == SubscriptionStatus.CANCELED;
        if (ended) {
            effects.add(NOTE_CANCELLATION);
        }
        if (announcement == Announcement.REPORTED || (ended && announcement == Announcement.NONE)) {
            effects.add(NOTIFY_SELLER);
            effects.add(NOTIFY_SUBSCRIBER);
        }
        return effects;
    }

    /** Applies the effect in the transaction of the transition, after its records. */
    Future<Void> apply(SqlConnection transaction, Scope scope, TestClock.Reading time, String id) {
        return switch (this) {
            case NOTE_BEGIN ->
                TestClockEvents.note(transaction, scope, time, TestClockEvents.Type.SUBSCRIPTION_BEGAN, id);
            case NOTE_CANCELLATION ->
                TestClockEvents.note(transaction, scope, time, TestClockEvents.Type.SUBSCRIPTION_CANCELED, id);
            case NOTE_COMPLETION ->
                TestClockEvents.note(transaction, scope, time, TestClockEvents.Type.SUBSCRIPTION_COMPLETED, id);
            case NOTIFY_SELLER ->
                MailOutbox.insert(
                        transaction, scope, MailPurpose.SUBSCRIPTION_CANCELED_NOTIFICATION, id, END, time.real());
            case NOTIFY_SUBSCRIBER ->
                MailOutbox.insert(transaction, scope, MailPurpose.SUBSCRIPTION_CANCELED, id, END, time.real());
        };
    }

    /** Applies effects one after the other. */
    static Future<Void> apply(
            Set<TransitionEffect> effects, SqlConnection transaction, Scope scope, TestClock.Reading time, String id) {
        Future<Void> applied = Future.succeededFuture();
        for (TransitionEffect effect : effects) {
            applied = applied.compose(done -> effect.apply(transaction, scope, time, id));
        }
        return applied;
    }
}
