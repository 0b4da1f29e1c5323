package io.tollgate.file;

import io.tollgate.server.FileVolume;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Storage settings of uploaded files: a bucket if an endpoint is set, otherwise a folder, and the limits. */
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

    /** Returns the volume of the folder, or null if the files are in a bucket. */
    public @Nullable FileVolume volume() {
        return endpoint.isEmpty() ? new FileVolume(folder, freeMegabytesMin * MEGABYTE) : null;
    }
}
