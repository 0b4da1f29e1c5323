package io.tollgate.catalog.file;

import io.tollgate.platform.config.ConstrainedSettings;
import io.tollgate.platform.config.Setting;
import io.tollgate.platform.server.FileVolume;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Storage settings of uploaded files: a bucket if an endpoint is set, otherwise a folder, and the limits. */
public record StorageSettings(
        @Setting(inDataDir = "files", description = "Folder for uploaded files. Empty: `files` in `dataDir`.")
        Path folder,

        @Setting(
                schemes = {"http", "https"},
                description =
                        "URL of an S3-compatible object store for uploaded files. Empty: files are stored on disk.")
        String endpoint,

        @Setting(description = "Bucket in the object store; it must exist.")
        String bucket,

        @Setting(defaultValue = "us-east-1", description = "Region of the object store, used in request signatures.")
        String region,

        @Setting(description = "Access key id for the object store.")
        String accessKey,

        @Setting(secret = true, description = "Secret access key for the object store.")
        String secretKey,

        @Setting(
                defaultValue = "5000",
                min = 10,
                max = 10_000_000,
                description = "Storage quota of each seller for files of both modes together, in units of 1,000,000"
                        + " bytes. An upload that exceeds it gets a 409.")
        int quotaMegabytes,

        @Setting(
                defaultValue = "500",
                max = 1_000_000,
                description = "Minimum free space on the volume of `storage.folder`, in units of 1,000,000 bytes; an"
                        + " upload that would leave less gets a 503. 0: no minimum.")
        int freeMegabytesMin,

        @Setting(
                defaultValue = "10",
                min = 1,
                max = 50,
                description = "Maximum number of files that a buyer uploads with one form or order.")
        int formFilesMax,

        @Setting(
                defaultValue = "25",
                min = 1,
                max = 500,
                description = "Maximum size of the files of one form or order together, in units of 1,000,000 bytes."
                        + " One file has at most 10.")
        int formMegabytesMax)
        implements ConstrainedSettings {
    private static final long MEGABYTE = 1_000_000;

    @Override
    public List<String> problems() {
        boolean complete = !bucket.isEmpty() && !accessKey.isEmpty() && !secretKey.isEmpty();
        return endpoint.isEmpty() || complete
                ? List.of()
                : List.of("storage.endpoint requires storage.bucket, storage.accessKey and storage.secretKey");
    }

    public FileQuota quota() {
        return new FileQuota(quotaMegabytes * MEGABYTE);
    }

    /** Returns the maximum size of the files of one form or order together. */
    public long formBytesMax() {
        return formMegabytesMax * MEGABYTE;
    }

    /** Returns the volume of the folder, or null if the files are in a bucket. */
    public @Nullable FileVolume volume() {
        return endpoint.isEmpty() ? new FileVolume(folder, freeMegabytesMin * MEGABYTE) : null;
    }
}
