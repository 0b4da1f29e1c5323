package io.tollgate.catalog.file;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.server.FileVolume;
import io.vertx.core.Vertx;

/** Creates the configured file store. */
public final class FileStores {
    private FileStores() {}

    public static FileStore of(Vertx vertx, StorageSettings settings, Clock clock) {
        FileVolume volume = settings.volume();
        return volume == null ? new S3Store(vertx, settings, clock) : new DiskStore(vertx, volume);
    }
}
