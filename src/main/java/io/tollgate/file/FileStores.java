package io.tollgate.file;

import io.tollgate.clock.Clock;
import io.tollgate.server.FileVolume;
import io.vertx.core.Vertx;

/** Creates the configured file store. */
public final class FileStores {
    private FileStores() {}

    public static FileStore of(Vertx vertx, StorageSettings settings, Clock clock) {
        FileVolume volume = settings.volume();
        return volume == null ? new S3Store(vertx, settings, clock) : new DiskStore(vertx, volume);
    }
}
