package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.Parallel;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Invoice links need no API key, and each document contains the seller's logo. Large logos must not exhaust the memory
 * of other requests.
 */
@SecondStage
@Tag("chaos")
@Isolated("it uses all available memory")
@Timeout(600)
class LargeLogoTest {
    private static final int AT_ONCE = 60;
    private static final int LARGEST = 10_000_000;

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** Two of these logos reach the limit of all files, one for each event loop; sixty requests more than fit. */
    @Test
    @Tag("C26")
    void documents_with_large_logos_leave_memory_for_other_requests() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).with("-Xmx128m")) {
            gateway.start().awaitReady();
            TestApi api = gateway.api(shop.key());
            byte[] logo = Arrays.copyOf(FileSamples.png(1, 1), LARGEST);
            String id = FileSamples.upload(api, "image", "a.png", logo)
                    .expect(201)
                    .json()
                    .at("/data/id")
                    .textValue();
            api.patch("/v1/account", "{\"logoFileId\":\"" + id + "\"}").expect(200);
            api.post("/v1/bookings", shop.booking("a@example.com")).expect(201);
            URI link = URI.create(api.get("/v1/invoices")
                    .expect(200)
                    .json()
                    .at("/data/0/invoiceUrl")
                    .textValue());
            String path = link.getPath() + "?" + link.getRawQuery();
            List<Integer> statuses = Parallel.times(
                    AT_ONCE, number -> gateway.api(null).get(path).status());
            assertThat(statuses).isSubsetOf(200, 503).contains(200);
            assertThat(gateway.process().isAlive()).isTrue();
            Load.pause(1_000);
            gateway.api(null).get(path).expect(200);
            assertThat(gateway.log()).doesNotContain("OutOfMemory");
        }
    }
}
