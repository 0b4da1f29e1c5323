package io.tollgate.app.cli;

import io.tollgate.app.Config;
import io.tollgate.catalog.file.FileLinks;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.catalog.file.FileStores;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.tools.demo.DemoFiles;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Stores demo files in the configured file store, as uploads are stored. */
final class StoredDemoFiles implements DemoFiles, AutoCloseable {
    private static final long SECONDS = 30;

    private final String publicUrl;
    private final Vertx vertx = Vertx.vertx();
    private final FileStore store;

    StoredDemoFiles(Config config) {
        int port = config.server().port();
        boolean known = port > 0 || !config.server().publicUrl().isEmpty();
        this.publicUrl = known ? config.server().publicUrlOn(port) : "";
        this.store = FileStores.of(vertx, config.storage(), Clock.SYSTEM);
    }

    @Override
    public String location(String sellerId, String fileId) {
        return FileLinks.location(publicUrl, sellerId, fileId);
    }

    @Override
    public void store(String sellerId, String fileId, byte[] content) throws IOException {
        Path file = Files.createTempFile("tollgate-demo", null);
        try {
            Files.write(file, content);
            store.put(new Scope(sellerId, true), fileId, file)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IOException("the file store does not accept files: " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while storing a file", interrupted);
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
