package io.tollgate.file;

import io.tollgate.clock.Clock;
import io.tollgate.server.FileVolume;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/** Creates the configured file store. */
public final class FileStores {
    private FileStores() {}

    /**
     * A bucket of an S3-compatible store.
     *
     * @param endpoint the URL of the store; if empty, files are stored on disk
     */
    public record S3(String endpoint, String bucket, String region, String accessKey, String secretKey) {}

    /** @param volume the volume of the folder with the files; null if they are in the bucket */
    public static FileStore of(Vertx vertx, @Nullable FileVolume volume, S3 bucket, Clock clock) {
        return volume == null ? new S3Store(vertx, bucket, clock) : new DiskStore(vertx, volume);
    }
}
