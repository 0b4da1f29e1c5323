package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of one instance is wrong by an hour: nothing is done twice, nothing is refused, no time is negative. */
@Tag("chaos")
@Tag("C29")
@Isolated("it starts processes")
@Timeout(600)
class ClockTest {
    private static final Path LIBRARY = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    private GatewayProcess wrongBy(String offset) {
        Assumptions.assumeTrue(Files.exists(LIBRARY), "libfaketime is not installed (Debian: faketime)");
        return GatewayProcess.on(postgres.url(), Map.of())
                .in(Map.of(
                        "LD_PRELOAD", LIBRARY.toString(),
                        "FAKETIME", offset,
                        "FAKETIME_DONT_FAKE_MONOTONIC", "1"))
                .start()
                .awaitReady();
    }

    private static Reply book(GatewayProcess gateway, Shop shop, String key, String email) {
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", key);
        return gateway.api(shop.key()).send("POST", "/v1/bookings", headers, shop.booking(email));
    }

    @ParameterizedTest
    @ValueSource(strings = {"+65m", "-65m"})
    void instances_whose_clocks_disagree_agree_on_what_was_done(String offset) {
        try (GatewayProcess wrong = wrongBy(offset);
                GatewayProcess right = GatewayProcess.started(postgres.url(), Map.of())) {
            for (int i = 0; i < 4; i++) {
                String key = "clock " + offset + i;
                String email = "clock" + i + "@example.com";
                GatewayProcess first = i % 2 == 0 ? wrong : right;
                GatewayProcess second = i % 2 == 0 ? right : wrong;
                Reply made = book(first, shop, key, email).expect(201);
                Reply again = book(second, shop, key, email).expect(201);
                assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
                assertThat(again.body()).isEqualTo(made.body());
            }
            TestApi api = wrong.api(shop.key());
            for (int i = 0; i < 5; i++) {
                Reply reply = api.get("/v1/bookings").expect(200);
                assertThat(reply.total()).isEqualTo(4);
                assertThat(Long.parseLong(String.valueOf(reply.header("RateLimit-Reset")))).isNotNegative();
            }
            assertThat(wrong.log()).doesNotContain("\"micros\":-").doesNotContain("\"level\":\"ERROR\"");
            Duration apart = Duration.between(
                            java.time.Instant.parse(book(wrong, shop, "t" + offset, "time@example.com")
                                    .expect(201)
                                    .json()
                                    .at("/data/createdAt")
                                    .textValue()),
                            java.time.Instant.now())
                    .abs();
            assertThat(apart).as("the control: its clock is wrong").isGreaterThan(Duration.ofMinutes(60));
            assertThat(postgres.query("SELECT count(*) FROM booking WHERE seller_id = '" + shop.sellerId() + "'"))
                    .containsExactly("5");
        }
    }
}
