package io.tollgate.platform.webhook;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;

/** Creates key pairs on workers, also those of webhooks that an earlier version created. */
final class SigningKeys {
    private static final int MISSING_MAX = 100;

    private static final String MISSING =
            "SELECT seller_id, id FROM webhook WHERE signing_key IS NULL ORDER BY seller_id, id LIMIT " + MISSING_MAX;

    /** Another instance may have created the key meanwhile. */
    private static final String ADD = "UPDATE webhook SET signing_key = $3, public_key = $4"
            + " WHERE seller_id = $1 AND id = $2 AND signing_key IS NULL";

    private final Database database;
    private final WebhookSecrets secrets;
    private final WorkerExecutor workers;

    SigningKeys(Database database, WebhookSecrets secrets, WorkerExecutor workers) {
        this.database = database;
        this.secrets = secrets;
        this.workers = workers;
    }

    /** Creates the keys of webhooks that have none. */
    Future<Void> createMissing() {
        return database.get(MISSING, Tuple.tuple()).compose(rows -> {
            Future<Void> created = Future.succeededFuture();
            for (Row row : rows) {
                created = created.compose(former -> add(row.getString(0), row.getString(1)));
            }
            return rows.size() == MISSING_MAX ? created.compose(done -> createMissing()) : created;
        });
    }

    private Future<Void> add(String sellerId, String webhookId) {
        return workers.executeBlocking(SigningKey::create, false)
                .compose(key -> database.write(
                        new Scope(sellerId, true),
                        transaction -> transaction
                                .preparedQuery(ADD)
                                .execute(Tuple.of(
                                        sellerId,
                                        webhookId,
                                        Buffer.buffer(secrets.seal(sellerId, webhookId, key)),
                                        key.publicKey()))))
                .mapEmpty();
    }
}
