package io.tollgate.file;

import io.tollgate.clock.Clock;
import io.vertx.core.Vertx;
import java.nio.file.Path;

/** Makes the file store that the settings ask for. */
public final class FileStores {
    private FileStores() {}

    /**
     * A bucket of a store that speaks the protocol of S3.
     *
     * @param endpoint its address; empty: files are kept on disk
     */
    public record S3(String endpoint, String bucket, String region, String accessKey, String secretKey) {}

    /** @param folder where files are kept that are not in a bucket */
    public static FileStore of(Vertx vertx, Path folder, S3 bucket, Clock clock) {
        return bucket.endpoint().isEmpty() ? new DiskStore(vertx, folder) : new S3Store(vertx, bucket, clock);
    }
}
