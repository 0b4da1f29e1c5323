package io.tollgate.processor;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A seller's account at the processor in one mode. Its key stays encrypted until a worker uses it.
 *
 * @param publishableKey the key that browsers use; null for a simulated account and if none is connected
 * @param simulated whether the account belongs to the embedded simulator
 */
public record ProcessorAccount(
        Scope scope, Buffer sealedKey, @Nullable String publishableKey, boolean simulated) {
    private static final String FIND = "SELECT secret_key, publishable_key, simulated FROM processor_account"
            + " WHERE seller_id = $1 AND livemode = $2";

    private static final String FIND_SIGNING =
            "SELECT webhook_secret, simulated FROM processor_account" + " WHERE seller_id = $1 AND livemode = $2";

    /**
     * What verifies the events of an account.
     *
     * @param sealedSecret the encrypted signing secret; null for a simulated account and if none is configured
     */
    public record Signing(Scope scope, @Nullable Buffer sealedSecret, boolean simulated) {}

    /** Returns the path to which the processor sends the events of an account. */
    public static String eventPath(Scope scope) {
        return "/processor/" + scope.sellerId() + (scope.live() ? "-live" : "-test") + "/events";
    }

    /** Returns what verifies the events of an account, or null if it is not connected or has no signing secret. */
    public static Future<@Nullable Signing> signing(Database database, Scope scope) {
        return database.get(FIND_SIGNING, Tuple.of(scope.sellerId(), scope.live()))
                .map(rows -> {
                    for (Row row : rows) {
                        if (row.getBoolean(1) || row.getBuffer(0) != null) {
                            return new Signing(scope, row.getBuffer(0), row.getBoolean(1));
                        }
                    }
                    return null;
                });
    }

    /** Returns the account of a scope, or fails with 403 if none is connected. Modes never share an account. */
    public static Future<ProcessorAccount> of(SqlConnection transaction, Scope scope) {
        return find(transaction, scope).map(account -> required(account, scope));
    }

    /** @throws ApiError 403 if no account is connected */
    public static ProcessorAccount required(@Nullable ProcessorAccount account, Scope scope) {
        if (account == null) {
            throw ApiError.forbidden(
                    "processor_not_connected",
                    "No payment processor account is connected for " + (scope.live() ? "live" : "test")
                            + " mode. Connect one first.");
        }
        return account;
    }

    /** Returns the account of a scope, or null if none is connected. */
    public static Future<@Nullable ProcessorAccount> find(SqlConnection transaction, Scope scope) {
        return transaction
                .preparedQuery(FIND)
                .execute(Tuple.of(scope.sellerId(), scope.live()))
                .map(rows -> read(rows, scope));
    }

    /** Returns the account of a scope, or null if none is connected. */
    public static Future<@Nullable ProcessorAccount> find(Database database, Scope scope) {
        return database.get(FIND, Tuple.of(scope.sellerId(), scope.live())).map(rows -> read(rows, scope));
    }

    private static @Nullable ProcessorAccount read(RowSet<Row> rows, Scope scope) {
        for (Row row : rows) {
            return new ProcessorAccount(scope, row.getBuffer(0), row.getString(1), row.getBoolean(2));
        }
        return null;
    }

    @Override
    public String toString() {
        return "Account[" + scope + ", key ***]";
    }
}
