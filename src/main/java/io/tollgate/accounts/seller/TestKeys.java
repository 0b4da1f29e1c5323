package io.tollgate.accounts.seller;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;

/** What test keys may change in the catalog and the account, which both modes share. */
public final class TestKeys {
    /** The setting of the account that gives test keys the power of live keys over the catalog. */
    public static final String SETTING = "testKeysChangeLive";

    private static final String READ =
            "SELECT test_keys_change_live FROM seller_setting WHERE seller_id = $1 AND test_keys_change_live";

    private TestKeys() {}

    /** Returns whether the key of a write may change only what live buyers do not see. */
    public static Future<Boolean> areLimited(WriteContext write) {
        if (write.scope().live()) {
            return Future.succeededFuture(false);
        }
        return write.transaction()
                .preparedQuery(READ)
                .execute(Tuple.of(write.scope().sellerId()))
                .map(rows -> {
                    for (Row row : rows) {
                        return !row.getBoolean(0);
                    }
                    return true;
                });
    }

    /** @param reason what a test key cannot do, as a sentence */
    public static ApiError refusal(String reason) {
        return ApiError.forbidden(
                "live_catalog", reason + " Use a live key, or set " + SETTING + " of the account with a live key.");
    }
}
