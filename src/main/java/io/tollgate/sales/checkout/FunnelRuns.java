package io.tollgate.sales.checkout;

import static io.tollgate.sales.checkout.CheckoutStore.at;
import static io.tollgate.sales.checkout.CheckoutStore.names;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.TestClockEvents;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.SubscriptionState;
import io.tollgate.sales.funnel.FunnelRunRecords;
import io.tollgate.sales.purchase.ChargeStatus;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The statements on funnel runs. Transactions lock a run after checkouts, customers and capacities, and before messages
 * and tasks.
 */
final class FunnelRuns {
    /** The time in which the buyer must accept the offer. */
    static final Duration WINDOW = Duration.ofHours(1);

    private static final String INSERT = """
            INSERT INTO funnel_run (seller_id, livemode, id, checkout_id, page_id, offer_page_id, charge_id,
                                    subscription_id, customer_id, card_id, card_brand, card_last4, outcome, created_at,
                                    expires_at, redirects)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'OPEN', $13, $14, $15)
            """;
    private static final String FIND = """
            SELECT r.id, r.page_id, r.offer_page_id, r.charge_id, r.subscription_id, r.customer_id, r.card_id,
                   r.card_brand, r.card_last4, r.outcome, r.expires_at, r.offer_checkout_id, o.status, r.shown_at,
                   r.redirects
            FROM funnel_run r
            LEFT JOIN checkout o ON o.seller_id = r.seller_id AND o.livemode = r.livemode
                AND o.id = r.offer_checkout_id
            WHERE r.seller_id = $1 AND r.livemode = $2 AND r.checkout_id = $3
            """;
    private static final String SHOW = """
            UPDATE funnel_run SET outcome = 'SHOWN', shown_at = $4, offer_page_id = coalesce(offer_page_id, $5)
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND outcome = 'OPEN'
            """;
    private static final String ORDER = """
            UPDATE funnel_run SET offer_checkout_id = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND outcome IN ('OPEN', 'SHOWN') AND expires_at > $5
            """;
    private static final String ACCEPT = """
            UPDATE funnel_run SET outcome = 'ACCEPTED', reason = NULL, offer_checkout_id = $4, offer_charge_id = $5,
                                  ended_at = $6, offer_amount = $7, offer_currency = $8
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
              AND (offer_checkout_id IS NOT NULL OR outcome IN ('OPEN', 'SHOWN') AND expires_at > $6)
            """;
    private static final String END = """
            UPDATE funnel_run SET outcome = $4, reason = $5, ended_at = $6
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND outcome IN ('OPEN', 'SHOWN')
            """;
    private static final String END_HOLD = """
            UPDATE checkout SET hold_until = $4
            WHERE seller_id = $1 AND livemode = $2 AND funnel_run_id = $3 AND status = 'OPEN' AND hold_until > $4
            """;
    private static final String DECLINE = """
            UPDATE funnel_run SET outcome = 'DECLINED', ended_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND outcome IN ('OPEN', 'SHOWN')
              AND (offer_checkout_id IS NULL OR $5)
            """;

    private static final String EXPIRE = """
            UPDATE funnel_run SET outcome = 'EXPIRED', ended_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND outcome IN ('OPEN', 'SHOWN')
              AND expires_at <= $4 AND offer_checkout_id IS NULL
            """;

    private FunnelRuns() {}

    /** Returns the run that follows a checkout; null if none does. */
    static Future<@Nullable FunnelRun> find(SqlConnection transaction, Scope scope, String checkoutId) {
        return transaction.preparedQuery(FIND).execute(names(scope, checkoutId)).map(rows -> {
            for (Row row : rows) {
                return run(scope, checkoutId, row);
            }
            return null;
        });
    }

    private static FunnelRun run(Scope scope, String checkoutId, Row row) {
        String cardId = row.getString(6);
        String status = row.getString(12);
        return new FunnelRun(
                scope,
                row.getString(0),
                checkoutId,
                row.getString(1),
                row.getString(2),
                Boolean.TRUE.equals(row.getBoolean(14)),
                row.getString(3),
                row.getString(4),
                cardId == null
                        ? null
                        : new FunnelRun.Card(row.getString(5), cardId, row.getString(7), row.getString(8)),
                FunnelRun.Outcome.valueOf(row.getString(9)),
                row.getOffsetDateTime(13) != null,
                row.getOffsetDateTime(10).toInstant(),
                row.getString(11),
                status == null ? null : CheckoutStatus.valueOf(status));
    }

    /**
     * Records a complete order: begins the run of a page that offers another one, or ends the run whose offer the order
     * accepts. Returns the begun run, for {@link #expireLater}; null if none begins.
     *
     * @throws ApiError 409 if an order that is complete at once accepts an offer that has ended
     */
    static Future<FunnelRunRecords.@Nullable Begun> completed(
            WriteContext write,
            Checkout checkout,
            ChargeStatus status,
            OrderRecords.Written written,
            CheckoutPayments.Outcome outcome) {
        AcceptedOffer offer = checkout.order().form().offer();
        if (offer != null) {
            return accept(write, offer.runId(), checkout, written.chargeId(), outcome.subscription() != null)
                    .map(accepted -> null);
        }
        return !checkout.order().page().hasOffer() || status == ChargeStatus.UNPAID
                ? Future.succeededFuture(null)
                : begin(write, checkout, written, outcome).map(run -> run);
    }

    private static Future<FunnelRunRecords.Begun> begin(
            WriteContext write, Checkout checkout, OrderRecords.Written written, CheckoutPayments.Outcome outcome) {
        boolean subscription = outcome.subscription() != null;
        FunnelRun.Card card = card(outcome);
        FunnelRunRecords.Begun run = new FunnelRunRecords.Begun(
                write.newId(),
                checkout.order().page().id(),
                checkout.order().page().offeredPageId(),
                subscription ? null : written.chargeId(),
                subscription ? written.chargeId() : null,
                card != null,
                write.now().plus(WINDOW));
        Tuple values = names(write.scope(), run.id())
                .addValue(checkout.id())
                .addValue(run.pageId())
                .addValue(run.offerPageId())
                .addValue(run.chargeId())
                .addValue(run.subscriptionId())
                .addValue(card == null ? null : card.customerId())
                .addValue(card == null ? null : card.id())
                .addValue(card == null ? null : card.brand())
                .addValue(card == null ? null : card.last4())
                .addValue(at(write.now()))
                .addValue(at(run.expiresAt()))
                .addValue(run.offerPageId() == null);
        return write.transaction()
                .preparedQuery(INSERT)
                .execute(values)
                .compose(inserted -> FunnelRunRecords.begin(write, run))
                .map(run);
    }

    /** Schedules the end of an offer that nobody accepts. Must follow the messages of the transaction. */
    static Future<Void> expireLater(WriteContext write, FunnelRunRecords.Begun run) {
        Task expiry = Task.of(write.scope(), write.newId(), DueOffers.KIND, run.id(), new JsonObject());
        return Tasks.schedule(write.transaction(), expiry, run.expiresAt(), write.now());
    }

    /**
     * Returns the card that an order has saved, with its payment or, if the subscription begins without one, with its
     * setup. Null if it has saved none.
     */
    private static FunnelRun.@Nullable Card card(CheckoutPayments.Outcome outcome) {
        PaymentState paid = outcome.state();
        FunnelRun.Card card = paid == null ? null : card(paid.customerId(), paid.savedCardId(), paid.method());
        if (card != null || outcome.subscription() == null) {
            return card;
        }
        SubscriptionState billed = outcome.subscription().state();
        return card(billed.customerId(), billed.savedCardId(), billed.method());
    }

    private static FunnelRun.@Nullable Card card(
            @Nullable String customerId, @Nullable String id, PaymentState.@Nullable Method method) {
        PaymentState.Card card = method == null ? null : method.card();
        return customerId == null || id == null || card == null
                ? null
                : new FunnelRun.Card(customerId, id, card.brand(), card.last4());
    }

    private static Future<Void> accept(
            WriteContext write, String id, Checkout checkout, String chargeId, boolean subscription) {
        String currency = checkout.order().page().currency();
        Tuple values = names(write.scope(), id)
                .addValue(checkout.id())
                .addValue(chargeId)
                .addValue(at(write.now()))
                .addValue(checkout.amount())
                .addValue(currency);
        FunnelRunRecords.Accepted offer =
                new FunnelRunRecords.Accepted(chargeId, subscription, checkout.amount(), currency);
        return require(write, ACCEPT, values).compose(accepted -> FunnelRunRecords.accept(write, id, offer));
    }

    /**
     * Attaches an order to its run.
     *
     * @throws ApiError 409 if the offer has ended
     */
    static Future<Void> order(WriteContext write, String id, String checkoutId) {
        return require(
                write, ORDER, names(write.scope(), id).addValue(checkoutId).addValue(at(write.now())));
    }

    private static Future<Void> require(WriteContext write, String sql, Tuple values) {
        return write.transaction().preparedQuery(sql).execute(values).map(rows -> {
            if (rows.rowCount() != 1) {
                throw ApiError.conflict("offer_ended", "This offer has ended.");
            }
            return null;
        });
    }

    /** Notes that the buyer sees a page as the offer. The first page that is shown remains the offered one. */
    static Future<Void> show(WriteContext write, String id, String pageId) {
        return write.transaction()
                .preparedQuery(SHOW)
                .execute(names(write.scope(), id).addValue(at(write.now())).addValue(pageId))
                .compose(shown -> shown.rowCount() == 1
                        ? FunnelRunRecords.show(write, id, pageId)
                        : Future.<Void>succeededFuture());
    }

    /** Ends a run whose offer was not accepted. Leaves a run unchanged that has ended before. */
    static Future<Void> end(WriteContext write, String id, FunnelRun.Outcome outcome, String reason) {
        return write.transaction()
                .preparedQuery(END)
                .execute(names(write.scope(), id)
                        .addValue(outcome.name())
                        .addValue(reason)
                        .addValue(at(write.now())))
                .compose(ended -> record(write, ended, id, outcome, reason));
    }

    /**
     * Declines the offer of a run. The hold of an order that is not paid ends, so that its settlement cancels the
     * payment. An order whose outcome is pending stays.
     */
    static Future<Void> decline(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(END_HOLD)
                .execute(names(write.scope(), id).addValue(at(write.now())))
                .compose(ended -> write.transaction()
                        .preparedQuery(DECLINE)
                        .execute(names(write.scope(), id)
                                .addValue(at(write.now()))
                                .addValue(ended.rowCount() == 1)))
                .compose(declined -> record(write, declined, id, FunnelRun.Outcome.DECLINED, null));
    }

    /** Ends a run whose offer was not accepted in time. Leaves one whose order is not settled yet. */
    static Future<Void> expire(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(EXPIRE)
                .execute(names(write.scope(), id).addValue(at(write.now())))
                .compose(expired -> record(write, expired, id, FunnelRun.Outcome.EXPIRED, null)
                        .onSuccess(recorded -> {
                            if (expired.rowCount() == 1) {
                                TestClockEvents.note(write, TestClockEvents.Type.OFFER_EXPIRED, id, write.now());
                            }
                        }));
    }

    private static Future<Void> record(
            WriteContext write, RowSet<Row> changed, String id, FunnelRun.Outcome outcome, @Nullable String reason) {
        return changed.rowCount() == 1
                ? FunnelRunRecords.end(write, id, outcome.wire(), reason)
                : Future.succeededFuture();
    }
}
