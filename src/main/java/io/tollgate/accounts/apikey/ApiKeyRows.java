package io.tollgate.accounts.apikey;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements on the API keys of a seller. Test keys see only test keys; live keys see both. */
final class ApiKeyRows {
    /** The most keys that work at the same time. */
    static final int MAX = 100;

    /** How long keys that no longer work are listed. */
    static final Duration LISTED = Duration.ofDays(90);

    private static final String READ = """
            SELECT k.seller_id, NULL::boolean, k.id, k.livemode, k.label, k.scopes, k.prefix, k.last4, k.created_at,
                   k.created_by, k.expires_at, k.revoked_at, u.last_used_at, u.address, u.user_agent,
                   k.ceilings::text, coalesce(k.ceiling_counter, k.id), k.pages
            FROM api_key k
            LEFT JOIN api_key_use u ON u.seller_id = $1 AND u.key_id = k.id
            WHERE k.seller_id = $1 AND ($2 OR NOT k.livemode)
            """;
    static final String LIST =
            READ + " AND coalesce(least(k.expires_at, k.revoked_at), 'infinity') > $3 ORDER BY k.id DESC";
    static final String ONE = READ + " AND k.id = $3";
    private static final String LOCK = ONE + " FOR UPDATE OF k";
    private static final String ACTIVE = """
            SELECT count(*) FROM api_key
            WHERE seller_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
            """;
    private static final String INSERT = """
            INSERT INTO api_key (key_hash, pepper_id, id, seller_id, livemode, label, scopes, prefix, last4, created_at,
                                 created_by, expires_at, ceilings, ceiling_counter, pages)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::text::jsonb, nullif($14, $3), $15)
            """;
    private static final String UPDATE = """
            UPDATE api_key SET label = $3, scopes = $4, expires_at = $5, revoked_at = $6,
                   ceilings = $7::text::jsonb, pages = $8
            WHERE seller_id = $1 AND id = $2
            """;

    private ApiKeyRows() {}

    static List<ApiKeyRecord> all(Scope scope, RowSet<Row> rows) {
        List<ApiKeyRecord> keys = new ArrayList<>();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            keys.add(of(row));
        }
        return keys;
    }

    /** Returns the only row. Throws a 404 without one. */
    static ApiKeyRecord one(Scope scope, RowSet<Row> rows) {
        List<ApiKeyRecord> found = all(scope, rows);
        if (found.isEmpty()) {
            throw ApiError.notFound(ApiKeyCodec.RESOURCE.noun());
        }
        return found.get(0);
    }

    private static ApiKeyRecord of(Row row) {
        Instant used = instant(row, 12);
        return new ApiKeyRecord(
                row.getString(2),
                row.getBoolean(3),
                row.getString(4),
                listed(row.getArrayOfStrings(5)),
                listed(row.getArrayOfStrings(17)),
                CeilingsCodec.of(row.getString(15), row.getString(16)),
                row.getString(16),
                row.getString(6),
                row.getString(7),
                row.getOffsetDateTime(8).toInstant(),
                row.getString(9),
                instant(row, 10),
                instant(row, 11),
                used == null ? null : new ApiKeyRecord.Use(used, row.getString(13), row.getString(14)));
    }

    private static @Nullable List<String> listed(String @Nullable [] texts) {
        return texts == null ? null : List.of(texts);
    }

    private static @Nullable Instant instant(Row row, int column) {
        OffsetDateTime time = row.getOffsetDateTime(column);
        return time == null ? null : time.toInstant();
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    /** Locks a key that the writing key sees, and checks {@code If-Match}. */
    static Future<ApiKeyRecord> lock(WriteContext write, String id) {
        Scope scope = write.scope();
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(Tuple.of(scope.sellerId(), scope.live(), id))
                .map(rows -> {
                    ApiKeyRecord key = one(scope, rows);
                    write.expect(ApiKeyCodec.RESOURCE, ApiKeyCodec.state(key));
                    return key;
                });
    }

    /** Fails with 400 if the seller has as many keys as it can have. */
    static Future<Void> requireRoom(WriteContext write) {
        return write.transaction()
                .preparedQuery(ACTIVE)
                .execute(Tuple.of(write.scope().sellerId(), time(write.realTime())))
                .map(rows -> {
                    if (rows.iterator().next().getLong(0) >= MAX) {
                        throw ApiError.invalid(
                                "label", "cannot be added: there are " + MAX + " keys; revoke one", null);
                    }
                    return null;
                });
    }

    /** Inserts a new key with its audit entry. */
    static Future<Void> insert(WriteContext write, ApiKeyRecord key, String hash, String pepperId) {
        return write.transaction()
                .preparedQuery(INSERT)
                .execute(Tuple.from(new Object[] {
                    hash,
                    pepperId,
                    key.id(),
                    write.scope().sellerId(),
                    key.live(),
                    key.label(),
                    array(key.scopes()),
                    key.prefix(),
                    key.last4(),
                    time(key.createdAt()),
                    key.createdBy(),
                    time(key.expiresAt()),
                    CeilingsCodec.stored(key.ceilings()),
                    key.counterId(),
                    array(key.pages())
                }))
                .compose(inserted -> ApiKeyCodec.audit(write, null, key));
    }

    /** Updates a locked key with its audit entry, unless nothing changed. */
    static Future<Void> update(WriteContext write, ApiKeyRecord former, ApiKeyRecord key) {
        if (key.equals(former)) {
            return Future.succeededFuture();
        }
        return write.transaction()
                .preparedQuery(UPDATE)
                .execute(Tuple.from(new Object[] {
                    write.scope().sellerId(),
                    key.id(),
                    key.label(),
                    array(key.scopes()),
                    time(key.expiresAt()),
                    time(key.revokedAt()),
                    CeilingsCodec.stored(key.ceilings()),
                    array(key.pages())
                }))
                .compose(updated -> ApiKeyCodec.audit(write, former, key));
    }

    private static String @Nullable [] array(@Nullable List<String> scopes) {
        return scopes == null ? null : scopes.toArray(String[]::new);
    }
}
