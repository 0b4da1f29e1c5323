package io.tollgate.file;

import io.tollgate.server.FileVolume;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where uploaded files are kept, and their limits: in a folder, or in a bucket if an endpoint is set. */
public record Storage(
        Path folder,
        String endpoint,
        String bucket,
        String region,
        String accessKey,
        String secretKey,
        int quotaMegabytes,
        int freeMegabytesMin) {
    private static final long MEGABYTE = 1_000_000;

    public FileStores.S3 s3() {
        return new FileStores.S3(endpoint, bucket, region, accessKey, secretKey);
    }

    public FileQuota quota() {
        return new FileQuota(quotaMegabytes * MEGABYTE);
    }

    /** The volume of the folder; null if the files are in a bucket. */
    public @Nullable FileVolume volume() {
        return endpoint.isEmpty() ? new FileVolume(folder, freeMegabytesMin * MEGABYTE) : null;
    }
}
