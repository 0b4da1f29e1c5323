package io.tollgate.sales.checkout;

import static io.tollgate.sales.checkout.CheckoutStore.at;
import static io.tollgate.sales.checkout.CheckoutStore.names;

import io.tollgate.platform.mail.MailOccasion;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.ReminderRecipients;
import io.tollgate.platform.mail.ReminderRecipients.Claim;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskHandler;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.write.TestClockEvents;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Follows the carts that buyers have left: marks them as abandoned, sends reminders, and ends them. A reminder is added
 * to the outbox in the transaction that has locked the draft. A purchase ends the draft under the same lock, so that no
 * reminder of a paid cart is added.
 */
public record DueDrafts(WriteExecutor writes) implements TaskHandler {
    /** Marks a cart as abandoned, reminds its buyer, and ends it. */
    public static final TaskKind KIND = TaskKind.of("FOLLOW_DRAFT", Lane.HOUSEKEEPING);

    /** When a draft is looked at again whose buyer is paying. */
    private static final Duration PAYING_PAUSE = Duration.ofMinutes(10);

    private static final String SITUATION = """
            SELECT EXISTS (
                       SELECT FROM checkout c WHERE c.seller_id = $1 AND c.livemode = $2 AND c.email = $3
                         AND c.page_id = $4 AND c.status IN ('OPEN', 'PENDING')),
                   %s,
                   EXISTS (
                       SELECT FROM seller_setting t JOIN page p ON p.seller_id = t.seller_id
                       WHERE t.seller_id = $1 AND t.send_reminders AND p.id = $4 AND p.status = 'published'
                         AND p.testmode <> $2
                         AND NOT coalesce((p.document #>> '{checkoutAbandonment,disableEmails}')::boolean, FALSE)
                         AND coalesce(coalesce(
                                 (p.document #>> '{eventDetails,endDate}')::timestamptz,
                                 (p.document #>> '{eventDetails,startDate}')::timestamptz + interval '1 day') > $7,
                             TRUE)
                         AND NOT EXISTS (
                             SELECT FROM capacity s WHERE $2 AND s.seller_id = $1 AND s.taken >= s.capacity
                               AND (s.kind = 'event' AND s.owner_id = p.id
                                 OR s.kind = 'product' AND s.owner_id IN (
                                     SELECT o.id FROM product o WHERE o.seller_id = $1 AND o.page_id = p.id))))
                       AND NOT EXISTS (
                           SELECT FROM checkout_draft d WHERE d.seller_id = $1 AND d.livemode = $2 AND d.email = $3
                             AND d.status IN ('OPEN', 'ABANDONED') AND d.page_id = $4 AND d.id > $6)
            """.formatted(DraftPurchases.SINCE);

    /**
     * What a draft depends on.
     *
     * @param paying whether the buyer has an order of the page that may still be paid
     * @param bought whether the buyer has ordered on the page since, without the draft
     * @param reminds whether the seller wants to remind the buyer of this cart, and still sells what is in it
     */
    private record Situation(boolean paying, boolean bought, boolean reminds) {}

    @Override
    public Future<@Nullable Instant> run(Task task) {
        return writes.run(
                        task.scope(),
                        write -> DraftStore.lock(write, task.subjectId())
                                .compose(draft ->
                                        draft == null || !draft.status().isOpen()
                                                ? Future.succeededFuture()
                                                : due(write, draft)))
                .map(done -> null);
    }

    private static Future<Void> due(WriteContext write, CartDraft draft) {
        return write.now().isBefore(draft.next())
                ? CartDrafts.follow(write, draft)
                : situation(write, draft).compose(now -> {
                    if (now.bought()) {
                        return CartDrafts.expire(write, draft);
                    }
                    if (now.paying()) {
                        return CartDrafts.followAt(
                                write, draft.id(), write.now().plus(PAYING_PAUSE));
                    }
                    if (draft.endsNext()) {
                        return end(write, draft);
                    }
                    return now.reminds()
                            ? ReminderRecipients.claim(write, draft.email())
                                    .compose(claim -> reach(write, draft, claim))
                            // A seller who does not remind is like a buyer who refuses reminders.
                            : reach(write, draft, Claim.REFUSED);
                });
    }

    private static Future<Situation> situation(WriteContext write, CartDraft draft) {
        return write.transaction()
                .preparedQuery(SITUATION)
                .execute(names(write.scope(), draft.email())
                        .addValue(draft.pageId())
                        .addValue(at(DraftPurchases.since(draft.createdAt())))
                        .addValue(draft.id())
                        .addValue(at(write.now())))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    return new Situation(row.getBoolean(0), row.getBoolean(1), row.getBoolean(2));
                });
    }

    private static Future<Void> end(WriteContext write, CartDraft draft) {
        TestClockEvents.note(write, TestClockEvents.Type.CART_EXPIRED, draft.id(), write.now());
        return CartDrafts.expire(write, draft);
    }

    private static Future<Void> reach(WriteContext write, CartDraft draft, Claim claim) {
        int stage = draft.stage() + 1;
        boolean reminds = claim == Claim.CLAIMED;
        if (draft.stage() == 0) {
            TestClockEvents.note(write, TestClockEvents.Type.CART_ABANDONED, draft.id(), write.now());
        }
        if (reminds) {
            TestClockEvents.note(write, TestClockEvents.Type.CART_REMINDED, draft.id(), write.now());
        }
        return DraftStore.reach(write, draft.id(), stage, write.now(), reminds)
                .compose(reached -> DraftRecordWriter.abandon(write, draft, claim, write.now()))
                .compose(marked -> {
                    if (reminds) {
                        MailOutbox.enqueue(
                                write,
                                MailPurpose.CART_REMINDER,
                                draft.id(),
                                new MailOccasion(Integer.toString(stage), null));
                    }
                    return DraftStore.lock(write, draft.id());
                })
                .compose(next -> next == null ? Future.succeededFuture() : CartDrafts.follow(write, next));
    }
}
