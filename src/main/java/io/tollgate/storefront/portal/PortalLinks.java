package io.tollgate.storefront.portal;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.HashedTokens;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The links that log customers in. A request stores the same rows whether or not the address has bought anything, so
 * that neither its response nor its duration reveals that. Only the delivery of the message looks for the customer.
 * Links have the time of their mode, so that they expire with the test clock.
 */
final class PortalLinks {
    private static final String INSERT = """
            INSERT INTO portal_link (seller_id, livemode, id, token_hash, email, language, created_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """;
    private static final String USABLE = """
            SELECT seller_id, livemode FROM portal_link
            WHERE seller_id = $1 AND livemode = $2 AND token_hash = $3 AND used_at IS NULL AND expires_at > $4
            """;

    /** Of two requests with one link, the row lock lets the second see that it was used. */
    private static final String USE = """
            UPDATE portal_link SET used_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND token_hash = $3 AND used_at IS NULL AND expires_at > $4
            RETURNING email
            """;

    private static final String CUSTOMER = """
            SELECT seller_id, livemode, id FROM customer WHERE seller_id = $1 AND livemode = $2 AND email = $3
            """;
    private static final String READ = """
            SELECT l.seller_id, l.livemode, l.token_hash, l.email, l.language, l.expires_at, c.id
            FROM portal_link l
            LEFT JOIN customer c ON c.seller_id = $1 AND c.livemode = $2 AND c.email = l.email
            WHERE l.seller_id = $1 AND l.livemode = $2 AND l.id = $3
            """;
    private static final String EXPIRED = """
            DELETE FROM portal_link
            WHERE seller_id = $1 AND livemode IN (TRUE, FALSE) AND created_at < $2::timestamptz + CASE WHEN livemode
                THEN interval '0'
                ELSE coalesce((SELECT offset_millis FROM test_clock WHERE seller_id = $1), 0) * interval '1 ms' END
            """;

    private final WriteExecutor writes;
    private final PortalTokens tokens;
    private final PortalSettings settings;

    PortalLinks(WriteExecutor writes, RotatingKey key, PortalSettings settings) {
        this.writes = writes;
        this.tokens = new PortalTokens(key);
        this.settings = settings;
    }

    /** Returns the rule that deletes expired links. */
    static RowExpiry.Rule expiry(PortalSettings settings) {
        return new RowExpiry.Rule("links to the customer portal", EXPIRED, settings.linkValidity());
    }

    /**
     * Stores a link and adds its message to the outbox.
     *
     * @param email in lower case
     */
    Future<Void> request(Scope scope, String email, String language) {
        return writes.run(scope, write -> {
            String id = write.newId();
            Tuple row = Tuple.of(scope.sellerId(), scope.live(), id)
                    .addValue(HashedTokens.hash(tokens.ofLink(scope, id)))
                    .addValue(email)
                    .addValue(language)
                    .addValue(at(write.now()))
                    .addValue(at(write.now().plus(settings.linkValidity())));
            write.awaitAtCommit(write.transaction().preparedQuery(INSERT).execute(row));
            MailOutbox.enqueue(write, MailPurpose.PORTAL_LINK, id);
            return Future.succeededFuture();
        });
    }

    /** Returns whether a link can be used now. */
    Future<Boolean> isUsable(Scope scope, String token) {
        return writes.now(scope).compose(now -> {
            Tuple values = Tuple.of(scope.sellerId(), scope.live(), HashedTokens.hash(token), at(now));
            return writes.database().get(USABLE, values).map(rows -> {
                rows.forEach(row -> TenantGuard.requireTenant(scope, row));
                return rows.size() == 1;
            });
        });
    }

    /**
     * Uses a link and begins a session. Null if the link cannot be used, or if nobody has its address any more.
     *
     * @param former the token of the session that the browser had, which ends; null without one
     * @return the token of the session
     */
    Future<@Nullable String> use(Scope scope, String token, @Nullable String former) {
        return writes.run(scope, write -> {
            Tuple link = Tuple.of(scope.sellerId(), scope.live(), HashedTokens.hash(token), at(write.now()));
            return write.transaction().preparedQuery(USE).execute(link).compose(rows -> {
                for (Row row : rows) {
                    return begin(write, row.getString(0), former);
                }
                return Future.succeededFuture(null);
            });
        });
    }

    private Future<@Nullable String> begin(WriteContext write, String email, @Nullable String former) {
        Scope scope = write.scope();
        Tuple address = Tuple.of(scope.sellerId(), scope.live(), email);
        return write.transaction().preparedQuery(CUSTOMER).execute(address).compose(rows -> {
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                String session = HashedTokens.random();
                if (former != null) {
                    write.awaitAtCommit(PortalSessions.delete(write, former));
                }
                write.awaitAtCommit(
                        PortalSessions.insert(write, session, row.getString(2), settings.sessionValidity()));
                return Future.succeededFuture(session);
            }
            return Future.succeededFuture(null);
        });
    }

    /**
     * A link, for its message.
     *
     * @param hasCustomer whether a customer has the address
     */
    record StoredLink(Buffer hash, String email, String language, Instant expiresAt, boolean hasCustomer) {}

    /** Returns a link; null if it was deleted. */
    static Future<@Nullable StoredLink> read(Database database, Scope scope, String id) {
        return database.get(READ, Tuple.of(scope.sellerId(), scope.live(), id)).map(rows -> {
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                return new StoredLink(
                        row.getBuffer(2),
                        row.getString(3),
                        row.getString(4),
                        row.getOffsetDateTime(5).toInstant(),
                        row.getString(6) != null);
            }
            return null;
        });
    }

    static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
