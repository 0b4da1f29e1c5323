package io.tollgate.catalog.page;

import io.tollgate.accounts.seller.TestKeys;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.write.SharedWrites;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Set;

/**
 * Keeps test keys from changing what live buyers see: the catalog has no mode. A test key may change only what no live
 * page uses, unless the account allows it. A live page is published and not in test mode.
 *
 * <p>The records in the path are checked before the change, so that a change cannot hide that a live page uses them.
 * The changed records are checked after it, so that the change cannot make them part of a live page.
 */
public final class LiveCatalog extends SharedWrites {
    /**
     * Serializes writes of test keys with all other writes to the catalog of the seller. Otherwise, a page could be
     * published between the check and the commit. Taken before all row locks.
     */
    private static final String EXCLUSIVE = "SELECT pg_advisory_xact_lock(hashtextextended('catalog of ' || $1, 0))";

    private static final String SHARED =
            "SELECT pg_advisory_xact_lock_shared(hashtextextended('catalog of ' || $1, 0))";

    /** Follows the uses of records up to pages. A page also uses the pages that it offers or leads to. */
    private static final String USED = """
            WITH RECURSIVE used (id) AS (
                SELECT unnest($2::text[]) COLLATE "C"
                UNION
                SELECT user_of.id
                FROM used u
                CROSS JOIN LATERAL (
                    SELECT page_id FROM product WHERE seller_id = $1 AND id = u.id AND page_id IS NOT NULL
                    UNION ALL
                    SELECT page_id FROM order_bump WHERE seller_id = $1 AND product_id = u.id
                    UNION ALL
                    SELECT page_id FROM ticket_group WHERE seller_id = $1 AND id = u.id
                    UNION ALL
                    SELECT page_id FROM ticket_type WHERE seller_id = $1 AND id = u.id
                    UNION ALL
                    SELECT record_id FROM file_reference WHERE seller_id = $1 AND file_id = u.id
                    UNION ALL
                    SELECT seller_id FROM seller_setting WHERE seller_id = $1 AND logo_file_id = u.id
                    UNION ALL
                    SELECT p.id FROM tax_rate r JOIN product p ON p.seller_id = r.seller_id
                    WHERE r.seller_id = $1 AND r.id = u.id AND p.document -> 'fixedTaxRateIds' ? r.id
                    UNION ALL
                    SELECT p.id FROM tax_rate r JOIN page p ON p.seller_id = r.seller_id
                    WHERE r.seller_id = $1 AND r.id = u.id AND p.document #> '{eventDetails,fixedTaxRateIds}' ? r.id
                    UNION ALL
                    SELECT p.id FROM coupon c JOIN page p ON p.seller_id = c.seller_id
                    WHERE c.seller_id = $1 AND c.id = u.id AND NOT c.deleted AND p.type <> 'form'
                      AND p.status = 'published' AND NOT p.testmode
                      AND (c.document -> 'pageIds' ? p.id OR jsonb_path_exists(c.document,
                            '$ ? (!exists(@.pageIds[*] ? (@ != null)))'))
                    UNION ALL
                    SELECT p.id FROM page o JOIN page p ON p.seller_id = o.seller_id
                    WHERE o.seller_id = $1 AND o.id = u.id AND p.status = 'published'
                      AND (p.document ->> 'redirectPageId' = o.id OR jsonb_path_exists(p.document,
                            '$.funnelSteps[*].config ? (@.pageId == $id || @.redirectPageId == $id)',
                            jsonb_build_object('id', o.id)))
                    UNION ALL
                    SELECT id FROM page WHERE seller_id = $1 AND u.id = $1
                ) user_of (id)
            )
            SELECT p.seller_id, NULL::boolean, p.document ->> 'name' FROM used u
            JOIN page p ON p.seller_id = $1 AND p.id = u.id AND p.status = 'published' AND NOT p.testmode
            ORDER BY p.id LIMIT 1
            """;

    /** Finds live submissions and purchases that contain files. Their page may be in any state. */
    private static final String UPLOADED = """
            SELECT s.seller_id, NULL::boolean, p.document ->> 'name' FROM submission_file f
            JOIN submission s ON s.seller_id = f.seller_id AND s.livemode AND s.id = f.submission_id
            JOIN page p ON p.seller_id = s.seller_id AND p.id = s.page_id
            WHERE f.seller_id = $1 AND f.file_id = ANY ($2) AND f.deleted_at IS NULL
            UNION ALL
            SELECT f.seller_id, NULL::boolean, coalesce(p.document ->> 'name', f.page_id) FROM order_file f
            LEFT JOIN page p ON p.seller_id = f.seller_id AND p.id = f.page_id
            WHERE f.seller_id = $1 AND f.file_id = ANY ($2) AND f.livemode AND f.deleted_at IS NULL LIMIT 1
            """;

    @Override
    protected Future<ApiResponse> run(WriteContext write, Set<String> pathIds, WriteExecutor.Command command) {
        String seller = write.scope().sellerId();
        if (write.scope().live()) {
            return write.transaction()
                    .preparedQuery(SHARED)
                    .execute(Tuple.of(seller))
                    .compose(locked -> command.in(write));
        }
        return write.transaction()
                .preparedQuery(EXCLUSIVE)
                .execute(Tuple.of(seller))
                .compose(locked -> TestKeys.areLimited(write))
                .compose(limited -> limited ? limited(write, pathIds, command) : command.in(write));
    }

    private static Future<ApiResponse> limited(WriteContext write, Set<String> pathIds, WriteExecutor.Command command) {
        return requireUnused(write, pathIds)
                .compose(unused -> command.in(write))
                .compose(response -> requireUnused(write, changed(write)).map(response));
    }

    /**
     * Fails with a 403 if a live page uses one of the records, or a live submission or purchase contains one. All live
     * pages use the account.
     */
    private static Future<Void> requireUnused(WriteContext write, Set<String> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture();
        }
        return requireNone(write, USED, ids, "Test keys cannot change what the live page \"%s\" uses.")
                .compose(unused -> requireNone(
                        write, UPLOADED, ids, "Test keys cannot change files that live buyers of \"%s\" have sent."));
    }

    /** @param reason the refusal, with a placeholder for the name of the page */
    private static Future<Void> requireNone(WriteContext write, String query, Set<String> ids, String reason) {
        return write.transaction()
                .preparedQuery(query)
                .execute(Tuple.of(write.scope().sellerId(), (Object) ids.toArray(String[]::new)))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        throw TestKeys.refusal(reason.formatted(row.getString(2)));
                    }
                    return null;
                });
    }
}
