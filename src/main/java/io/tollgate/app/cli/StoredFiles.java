package io.tollgate.app.cli;

import io.tollgate.app.Config;
import io.tollgate.catalog.file.FileLinks;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.catalog.file.FileStores;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.tools.demo.DemoFiles;
import io.tollgate.tools.transfer.SellerFiles;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads and stores files in the configured file store, as the gateway does. Blocks. */
final class StoredFiles implements DemoFiles, SellerFiles, AutoCloseable {
    private static final long SECONDS = 30;

    private final String publicUrl;
    private final Vertx vertx = Vertx.vertx();
    private final FileStore store;

    StoredFiles(Config config) {
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
        Path file = Files.createTempFile("tollgate-file", null);
        try {
            Files.write(file, content);
            await(store.put(new Scope(sellerId, true), fileId, file));
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public byte @Nullable [] read(String sellerId, String fileId) throws IOException {
        Buffer content = await(store.read(new Scope(sellerId, true), fileId));
        return content == null ? null : content.getBytes();
    }

    private static <T> T await(Future<T> done) throws IOException {
        try {
            return done.toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IOException("the file store failed: " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the file store", interrupted);
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
