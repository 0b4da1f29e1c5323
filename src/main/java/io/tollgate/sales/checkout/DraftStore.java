package io.tollgate.sales.checkout;

import static io.tollgate.sales.checkout.CheckoutStore.at;
import static io.tollgate.sales.checkout.CheckoutStore.names;

import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The statements on drafts. Transactions lock a draft after checkouts, customers and capacities, and before records,
 * messages and tasks.
 */
final class DraftStore {
    private static final String COLUMNS = """
            SELECT seller_id, livemode, id, kind, page_id, coalesce(email, ''), form, status, stage, created_at,
                   left_at, reminded_at
            FROM checkout_draft WHERE seller_id = $1 AND livemode = $2
            """;
    private static final String FIND = COLUMNS + "AND id = $3";
    private static final String OF_VISIT = COLUMNS + """
            AND page_id = $3 AND (visit_id = $4 OR id = $5) AND status IN ('OPEN', 'ABANDONED')
            ORDER BY id = $5 DESC NULLS LAST, id DESC LIMIT 1 FOR UPDATE
            """;

    /** The index of visits or that of addresses serves each part. */
    private static final String OF_BUYER = COLUMNS + """
            AND id = (
                SELECT id FROM (
                    SELECT id, 1 AS rank FROM checkout_draft
                    WHERE seller_id = $1 AND livemode = $2 AND page_id = $3 AND visit_id = $4
                      AND status IN ('OPEN', 'ABANDONED')
                    UNION ALL
                    SELECT id, 2 FROM checkout_draft
                    WHERE seller_id = $1 AND livemode = $2 AND email = $5 AND page_id = $3
                      AND status IN ('OPEN', 'ABANDONED')) found
                ORDER BY rank, id DESC LIMIT 1)
              AND status IN ('OPEN', 'ABANDONED')
            FOR UPDATE
            """;

    private static final String COUNT = """
            SELECT count(*) FROM checkout_draft
            WHERE seller_id = $1 AND livemode = $2 AND email = $3 AND status IN ('OPEN', 'ABANDONED')
            """;
    private static final String INSERT = """
            INSERT INTO checkout_draft (seller_id, livemode, id, kind, page_id, visit_id, email, form, status,
                                        created_at, left_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'OPEN', $9, $9)
            """;
    private static final String SAVE = """
            UPDATE checkout_draft
            SET visit_id = $4, email = $5, form = $6,
                left_at = CASE WHEN status = 'OPEN' THEN greatest(left_at, $7) ELSE left_at END
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String REACH = """
            UPDATE checkout_draft
            SET status = 'ABANDONED', stage = $4, abandoned_at = coalesce(abandoned_at, $5),
                reminded_at = CASE WHEN $6 THEN $5 ELSE reminded_at END
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String END = """
            UPDATE checkout_draft SET status = $4, ended_at = $5, form = NULL
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;

    private DraftStore() {}

    static Future<@Nullable CartDraft> find(SqlConnection transaction, Scope scope, String id) {
        return transaction.preparedQuery(FIND).execute(names(scope, id)).map(rows -> first(scope, rows));
    }

    static Future<@Nullable CartDraft> lock(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(FIND + " FOR UPDATE")
                .execute(names(write.scope(), id))
                .map(rows -> first(write.scope(), rows));
    }

    /**
     * Locks the draft of a visit of a page; null if it has none that is open.
     *
     * @param id of the draft that the visit has restored; null if it has restored none
     */
    static Future<@Nullable CartDraft> lockOfVisit(
            WriteContext write, String pageId, String visitId, @Nullable String id) {
        return write.transaction()
                .preparedQuery(OF_VISIT)
                .execute(names(write.scope(), pageId).addValue(visitId).addValue(id))
                .map(rows -> first(write.scope(), rows));
    }

    /** Locks the draft that an order completes: that of the visit, or else of the address. Null if there is none. */
    static Future<@Nullable CartDraft> lockOfBuyer(
            WriteContext write, String pageId, @Nullable String visitId, String email) {
        return write.transaction()
                .preparedQuery(OF_BUYER)
                .execute(names(write.scope(), pageId).addValue(visitId).addValue(email))
                .map(rows -> first(write.scope(), rows));
    }

    private static @Nullable CartDraft first(Scope scope, RowSet<Row> rows) {
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            OffsetDateTime reminded = row.getOffsetDateTime(11);
            return new CartDraft(
                    scope,
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5),
                    row.getString(6),
                    CartDraft.Status.valueOf(row.getString(7)),
                    row.getInteger(8),
                    row.getOffsetDateTime(9).toInstant(),
                    row.getOffsetDateTime(10).toInstant(),
                    reminded == null ? null : reminded.toInstant());
        }
        return null;
    }

    /** Returns the number of open drafts with an address. */
    static Future<Long> count(WriteContext write, String email) {
        return write.transaction()
                .preparedQuery(COUNT)
                .execute(names(write.scope(), email))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** The cart of a visit, as it is saved. */
    record Saved(String kind, String pageId, String visitId, String email, String form) {}

    static Future<Void> insert(WriteContext write, String id, Saved cart) {
        Tuple values = names(write.scope(), id)
                .addValue(cart.kind())
                .addValue(cart.pageId())
                .addValue(cart.visitId())
                .addValue(cart.email())
                .addValue(cart.form())
                .addValue(at(write.now()));
        return write.transaction().preparedQuery(INSERT).execute(values).mapEmpty();
    }

    static Future<Void> save(WriteContext write, String id, Saved cart) {
        Tuple values = names(write.scope(), id)
                .addValue(cart.visitId())
                .addValue(cart.email())
                .addValue(cart.form())
                .addValue(at(write.now()));
        return write.transaction().preparedQuery(SAVE).execute(values).mapEmpty();
    }

    /** Records that a reminder was due, and whether it was sent. The first time, the cart counts as abandoned. */
    static Future<Void> reach(WriteContext write, String id, int stage, Instant now, boolean reminded) {
        return write.transaction()
                .preparedQuery(REACH)
                .execute(names(write.scope(), id)
                        .addValue(stage)
                        .addValue(at(now))
                        .addValue(reminded))
                .mapEmpty();
    }

    static Future<Void> end(WriteContext write, String id, CartDraft.Status status) {
        return write.transaction()
                .preparedQuery(END)
                .execute(names(write.scope(), id).addValue(status.name()).addValue(at(write.now())))
                .mapEmpty();
    }
}
