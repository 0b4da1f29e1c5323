package io.tollgate;

import io.tollgate.db.Database;
import io.tollgate.records.CountFolding;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work that nobody waits for: folds the journal of counts, over and over. */
final class MaintenanceVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(MaintenanceVerticle.class);
    private static final int PAUSE_MILLIS = 1_000;
    private static final int PAUSE_AFTER_FAILURE_MILLIS = 5_000;

    private final Config config;

    MaintenanceVerticle(Config config) {
        this.config = config;
    }

    @Override
    public Future<?> start() {
        Database database = new Database(vertx, Gateway.settings(config));
        fold(new CountFolding(database, Endpoints.RESOURCES));
        return Future.succeededFuture();
    }

    private void fold(CountFolding folding) {
        folding.fold().onComplete(result -> {
            if (result.failed()) {
                LOG.warn("counts were not folded: {}", String.valueOf(result.cause()));
            }
            int pause = result.succeeded() ? PAUSE_MILLIS : PAUSE_AFTER_FAILURE_MILLIS;
            vertx.setTimer(pause, timer -> fold(folding));
        });
    }
}
