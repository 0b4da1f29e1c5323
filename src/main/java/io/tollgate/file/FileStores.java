package io.tollgate.file;

import io.tollgate.clock.Clock;
import io.tollgate.server.FileVolume;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/** Makes the file store that the settings ask for. */
public final class FileStores {
    private FileStores() {}

    /**
     * A bucket of a store that speaks the protocol of S3.
     *
     * @param endpoint its address; empty: files are kept on disk
     */
    public record S3(String endpoint, String bucket, String region, String accessKey, String secretKey) {}

    /** @param volume of the folder that holds the files; null if they are in the bucket */
    public static FileStore of(Vertx vertx, @Nullable FileVolume volume, S3 bucket, Clock clock) {
        return volume == null ? new S3Store(vertx, bucket, clock) : new DiskStore(vertx, volume);
    }
}
