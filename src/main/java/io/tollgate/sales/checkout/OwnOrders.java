package io.tollgate.sales.checkout;

import static io.tollgate.sales.checkout.CheckoutStore.names;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The statements on the open orders of one browser, which continues, replaces or cancels them. Its visit is their
 * owner.
 * An accepted offer has no owner: it belongs to the first purchase.
 */
final class OwnOrders {
    /** Orders that replace each other hold their stock for at most this many holds. Nobody keeps it for ever. */
    private static final int HOLDS_MAX = 3;

    private static final int LISTED_MAX = 10;

    private static final String LOCK = """
            SELECT status, amount, order_json, claims, charge_id, order_id, hold_until, kind, deposit,
                   id, coalesce(held_since, created_at) FROM checkout
            WHERE seller_id = $1 AND livemode = $2 AND owner = $3 AND page_id = $4 AND status = 'OPEN'
            ORDER BY id DESC LIMIT 1 FOR UPDATE
            """;
    private static final String OPEN = """
            SELECT status, amount, order_json, claims, charge_id, order_id, hold_until, kind, deposit, id FROM checkout
            WHERE seller_id = $1 AND livemode = $2 AND owner = $3 AND status IN ('OPEN', 'PENDING')
            ORDER BY id DESC LIMIT $4
            """;
    private static final String END = """
            UPDATE checkout SET ended_by_buyer = TRUE, replaced_by = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String ACCEPT_PAYMENT = """
            UPDATE checkout SET late_payment_refused = FALSE
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = 'OPEN'
            """;
    private static final String FIND = """
            SELECT owner, ended_by_buyer, replaced_by, inputs, page_id FROM checkout
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;

    private OwnOrders() {}

    /**
     * How long an order holds its stock.
     *
     * @param since when the first of the orders that replaced each other was placed
     */
    record Hold(Instant since, Instant until) {
        static Hold from(Instant now, Duration length) {
            return new Hold(now, now.plus(length));
        }

        /** Returns the hold of an order that replaces the one with this hold. */
        Hold next(Instant now, Duration length) {
            if (!now.isBefore(until)) {
                return from(now, length);
            }
            Instant most = since.plus(length.multipliedBy(HOLDS_MAX));
            Instant next = now.plus(length);
            Instant bounded = next.isAfter(most) ? most : next;
            return new Hold(since, bounded.isBefore(until) ? until : bounded);
        }
    }

    /**
     * An open order, locked.
     *
     * @param attempt its payment at the processor that can still be charged; null if none was begun
     */
    record Open(Checkout checkout, Hold hold, @Nullable PaymentAttempt attempt) {
        /** Returns whether a new order is the same as this one, so that the buyer continues this one. */
        boolean isSame(PageOrder.Placed placed, Instant now) {
            return !checkout.hasExpired(now)
                    && checkout.amount() == placed.priced().total()
                    && Objects.equals(checkout.deposit(), placed.deposit())
                    && checkout.order().page().equals(placed.priced().order().page())
                    && contents(checkout.order().form())
                            .equals(contents(placed.priced().order().form()));
        }

        private static List<@Nullable Object> contents(OrderForm form) {
            List<@Nullable Object> contents = new ArrayList<>();
            contents.add(form.bumps());
            contents.add(form.coupon());
            contents.add(form.answers());
            contents.add(form.manualOption());
            contents.add(form.deposit());
            if (form instanceof OrderForm.ProductForm product) {
                contents.add(product.product());
            } else if (form instanceof OrderForm.TicketForm tickets) {
                contents.add(tickets.tickets());
                contents.add(tickets.attendees());
            }
            return contents;
        }
    }

    /** Returns the owner of an order; null if no browser has placed it. */
    static @Nullable String owner(OrderForm form) {
        return form.offer() == null ? form.visit().visitId() : null;
    }

    /** Returns the open order of a browser on a page, locked; null if it has none. Orders of a browser run in turn. */
    static Future<OwnOrders.@Nullable Open> lock(WriteContext write, String pageId, OrderForm form) {
        String owner = owner(form);
        if (owner == null) {
            return Future.succeededFuture(null);
        }
        Scope scope = write.scope();
        return OpenCheckouts.serialize(write, "owner " + owner)
                .compose(alone -> write.transaction()
                        .preparedQuery(LOCK)
                        .execute(Tuple.of(scope.sellerId(), scope.live(), owner, pageId)))
                .compose(rows -> {
                    for (Row row : rows) {
                        Checkout checkout = CheckoutStore.checkout(scope, row.getString(9), row);
                        Hold hold = new Hold(row.getOffsetDateTime(10).toInstant(), checkout.holdUntil());
                        return AttemptStore.find(write.transaction(), scope, checkout.id())
                                .map(attempt -> new Open(checkout, hold, attempt));
                    }
                    return Future.succeededFuture(null);
                });
    }

    /** Returns the orders of a browser that can still be paid, the newest first. */
    static Future<List<Checkout>> open(WriteExecutor writes, Scope scope, String owner) {
        return writes.database()
                .get(OPEN, Tuple.of(scope.sellerId(), scope.live(), owner, LISTED_MAX))
                .map(rows -> {
                    List<Checkout> open = new ArrayList<>();
                    rows.forEach(row -> open.add(CheckoutStore.checkout(scope, row.getString(9), row)));
                    return open;
                });
    }

    /**
     * What the browser of an order may know of it.
     *
     * @param inputs the inputs of the page as JSON; null if they are not kept
     */
    record Ownership(
            @Nullable String owner,
            boolean ended,
            @Nullable String replacedBy,
            @Nullable String inputs,
            String pageId) {}

    /** Returns whose an order is; null if there is no such order. */
    static Future<@Nullable Ownership> find(SqlConnection transaction, Scope scope, String id) {
        return transaction.preparedQuery(FIND).execute(names(scope, id)).map(rows -> {
            for (Row row : rows) {
                return new Ownership(
                        row.getString(0), row.getBoolean(1), row.getString(2), row.getString(3), row.getString(4));
            }
            return null;
        });
    }

    /** @param replacedBy the order that takes over what this one held; null if the buyer has canceled it */
    static Future<Void> end(WriteContext write, String id, @Nullable String replacedBy) {
        return write.transaction()
                .preparedQuery(END)
                .execute(names(write.scope(), id).addValue(replacedBy))
                .mapEmpty();
    }

    /** Lets a new payment complete an open order whose former payment is canceled. */
    static Future<Void> acceptPayment(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(ACCEPT_PAYMENT)
                .execute(names(write.scope(), id))
                .mapEmpty();
    }
}
