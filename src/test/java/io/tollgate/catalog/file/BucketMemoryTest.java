package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.MemoryBudget;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Uploads to a bucket are in memory as a whole; a hundred at once would take a gigabyte. */
@Isolated("it takes the memory of all files")
class BucketMemoryTest {
    private static final Scope SCOPE = new Scope("65f0c0ffee0123456789abcd", true);
    private static final String FILE = "65f0c0ffee0123456789abce";

    @TempDir
    Path folder;

    @Test
    void what_there_is_no_room_for_is_not_read() throws Exception {
        Path source = java.nio.file.Files.write(folder.resolve("source"), new byte[1_000_000]);
        Vertx vertx = Vertx.vertx();
        MemoryBudget.Share others = MemoryBudget.FILES.share(ClientId.ofSeller("others"));
        try (FakeS3 s3 = new FakeS3()) {
            FileStore bucket = FileStores.of(vertx, s3.settings(FakeS3.SECRET), Clock.SYSTEM);
            assertThat(others.reserve((int) (Runtime.getRuntime().maxMemory() / 6) - 500_000))
                    .isTrue();
            assertThatThrownBy(() -> bucket.put(SCOPE, FILE, source).await(60, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            ApiError.class, full -> assertThat(full.status()).isEqualTo(503));
            others.release();
            for (int i = 0; i < 3; i++) {
                bucket.put(SCOPE, FILE, source).await(60, TimeUnit.SECONDS);
            }
            assertThat(bucket.read(SCOPE, FILE).await(60, TimeUnit.SECONDS).length())
                    .isEqualTo(1_000_000);
        } finally {
            others.release();
            vertx.close().await(60, TimeUnit.SECONDS);
        }
    }
}
