package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.db.FaultyPostgres;
import io.tollgate.file.FileSamples;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** A disk that takes no more: the system allows files of two megabytes, as if its volume were full then. */
@Tag("chaos")
@Isolated("it runs a gateway of its own")
@Timeout(120)
class DiskLimitTest {
    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    @Test
    void an_upload_that_cannot_be_written_gets_503_and_other_writes_go_on() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).under("prlimit", "--fsize=2000000:2000000")) {
            gateway.start().awaitReady();
            TestApi api = gateway.api(shop.key());
            Reply refused = FileSamples.upload(api, "file", "a.bin", new byte[3_000_000]);
            assertThat(refused.expect(503).header("Retry-After")).isNotNull();
            FileSamples.upload(api, "file", "a.bin", new byte[1_000_000]).expect(201);
            api.post("/v1/forms", "{\"name\":\"A\"}").expect(201);
        }
    }
}
