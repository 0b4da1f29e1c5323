package io.tollgate.platform.mail;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * The addresses to which sellers send reminders of carts: when each was reminded last, and whether it wants reminders.
 * A stranger can enter any address into a page. So the pause between two reminders depends on the address alone,
 * whatever becomes of the carts.
 */
public final class ReminderRecipients {
    /** Between two reminders of a seller to one address. */
    public static final Duration PAUSE = Duration.ofHours(20);

    private static final String CLAIM = """
            INSERT INTO reminder_recipient AS r (seller_id, livemode, email, reminded_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (seller_id, livemode, email) DO UPDATE SET reminded_at = $4
            WHERE r.refused_at IS NULL AND (r.reminded_at IS NULL OR r.reminded_at <= $5)
            """;
    private static final String REFUSES = """
            SELECT FROM reminder_recipient WHERE seller_id = $1 AND livemode = $2 AND email = $3
              AND refused_at IS NOT NULL
            """;
    private static final String REFUSE = """
            INSERT INTO reminder_recipient AS r (seller_id, livemode, email, refused_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (seller_id, livemode, email) DO UPDATE SET refused_at = coalesce(r.refused_at, $4)
            """;
    private static final String ACCEPTS = """
            SELECT EXISTS (
                SELECT FROM reminder_recipient WHERE seller_id = $1 AND livemode = $2 AND email = $3
                  AND refused_at IS NULL AND reminded_at >= $4)
            AND NOT EXISTS (
                SELECT FROM checkout WHERE seller_id = $1 AND livemode = $2 AND email = $3 AND page_id = $5
                  AND status IN ('OPEN', 'PENDING'))
            """;

    private ReminderRecipients() {}

    /** Whether an address can be reminded now. */
    public enum Claim {
        /** The caller reminds it. */
        CLAIMED,
        /** It was reminded a short time ago. */
        PAUSED,
        /** It refuses reminders. */
        REFUSED
    }

    /**
     * Records that an address is reminded now, if it can be. Transactions that claim the same address wait for each
     * other.
     */
    public static Future<Claim> claim(WriteContext write, String email) {
        Tuple values = names(write.scope(), email)
                .addValue(at(write.now()))
                .addValue(at(write.now().minus(PAUSE)));
        return write.transaction()
                .preparedQuery(CLAIM)
                .execute(values)
                .compose(rows -> rows.rowCount() > 0
                        ? Future.succeededFuture(Claim.CLAIMED)
                        : write.transaction()
                                .preparedQuery(REFUSES)
                                .execute(names(write.scope(), email))
                                .map(refused -> refused.size() > 0 ? Claim.REFUSED : Claim.PAUSED));
    }

    /** Stops the reminders of a seller to an address, which may have refused them before. */
    public static Future<Void> refuse(WriteContext write, String email) {
        return write.transaction()
                .preparedQuery(REFUSE)
                .execute(names(write.scope(), email).addValue(at(write.now())))
                .mapEmpty();
    }

    /**
     * Returns whether a reminder can still be delivered: it was claimed for this address, the address has not refused
     * since, and its buyer is not paying an order of the page.
     *
     * @param claimed when the reminder was claimed
     */
    public static Future<Boolean> accepts(
            Database database, Scope scope, String email, Instant claimed, String pageId) {
        Tuple values = names(scope, email).addValue(at(claimed)).addValue(pageId);
        return database.get(ACCEPTS, values).map(rows -> rows.iterator().next().getBoolean(0));
    }

    private static Tuple names(Scope scope, String email) {
        return Tuple.of(scope.sellerId(), scope.live(), email);
    }

    private static OffsetDateTime at(Instant time) {
        return time.atOffset(ZoneOffset.UTC);
    }
}
