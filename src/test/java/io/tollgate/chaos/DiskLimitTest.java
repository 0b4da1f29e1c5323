package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A full disk: the operating system limits files to 2 MB, as if the volume were full at that size. */
@Tag("chaos")
@ResourceLock(FaultRun.POSTGRES)
@Timeout(900)
class DiskLimitTest {
    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    @Test
    void an_upload_that_cannot_be_written_returns_503_and_other_writes_succeed() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).wrappedIn("prlimit", "--fsize=2000000:2000000")) {
            gateway.start().awaitReady();
            TestApi api = gateway.api(shop.key());
            Reply refused = FileSamples.upload(api, "file", "a.bin", new byte[3_000_000]);
            assertThat(refused.expect(503).header("Retry-After")).isNotNull();
            FileSamples.upload(api, "file", "a.bin", new byte[1_000_000]).expect(201);
            api.post("/v1/forms", "{\"name\":\"A\"}").expect(201);
        }
    }
}
