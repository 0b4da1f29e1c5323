package io.tollgate.chaos;

import io.tollgate.app.Config;
import io.tollgate.app.Outside;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.catalog.file.FileStores;
import io.tollgate.catalog.file.FileSweep;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.processor.RetryBudget;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A gateway without background work: every statement that it sends to the database belongs to a request. Its simulated
 * processor has a separate connection to the same objects.
 */
final class LoneApi implements AutoCloseable {
    private final TestGateway gateway;
    private final Config direct;

    /**
     * @param settings the settings of a gateway
     * @param databaseUrl the connection of the simulator to the database
     */
    LoneApi(Map<String, String> settings, String databaseUrl) {
        direct = Config.of(settings).withDatabaseUrl(databaseUrl);
        gateway = TestGateway.stepped(
                settings,
                Clock.SYSTEM,
                outside -> outside.withSimulator(new Outside.Simulator("", direct.database(), new RetryBudget())));
    }

    String url() {
        return gateway.url();
    }

    /** Deletes bytes without a file record, as a sweep does later; returns how many there were. */
    int sweep(Duration later) {
        Clock clock = () -> Clock.SYSTEM.now().plus(later);
        Database database = new Database(gateway.vertx(), direct.database());
        FileStore store = FileStores.of(gateway.vertx(), direct.storage(), clock);
        return TestSeller.await(new FileSweep(database, store, clock).sweep().onComplete(swept -> database.close()));
    }

    /** Returns the ids of all files whose bytes are stored. */
    List<String> kept() {
        FileStore store = FileStores.of(gateway.vertx(), direct.storage(), Clock.SYSTEM);
        return TestSeller.await(store.list("")).stream()
                .map(FileStore.StoredFile::fileId)
                .toList();
    }

    @Override
    public void close() {
        gateway.close();
    }
}
