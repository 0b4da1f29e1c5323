package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** A client that follows the feed beside many writers and an open transaction gets everything in order. */
@SecondStage
@Tag("chaos")
@Tag("C34")
@Isolated("it uses all cores")
@Timeout(900)
class FeedOrderTest {
    private static final int WRITERS = 16;
    private static final int OPEN_MILLIS = 30_000;
    private static final int QUIET_MILLIS = 3_000;

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());
    private final List<JsonNode> followed = new CopyOnWriteArrayList<>();
    private volatile boolean stopped;
    private volatile boolean numbered;

    /** Changes two customers in turn, and numbers the changes. Returns how many it made. */
    private int write(SaleStories sales, int writer) {
        List<String> customers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            JsonNode booking = sales.book("writer" + writer + "." + i + "@example.com");
            customers.add(booking.get("customerId").textValue());
        }
        int made = 0;
        while (!stopped) {
            String name = writer + " " + made;
            sales.write("PATCH", "/v1/customers/" + customers.get(made % 2), name, "{\"name\": \"" + name + "\"}");
            made++;
        }
        return made;
    }

    private void follow(TestApi api) {
        long next = 0;
        boolean more = true;
        while (more) {
            boolean complete = numbered;
            JsonNode page = api.get("/v1/feed?limit=100&wait=2&after=" + next)
                    .expect(200)
                    .json();
            page.get("data").forEach(followed::add);
            next = page.get("next").longValue();
            more = !complete || !page.get("data").isEmpty();
        }
    }

    /** Requires that the followed events have the numbers of each writer in their order. */
    private void requireOrder(List<Integer> made) {
        assertThat(followed.stream().map(event -> event.get("position").longValue()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, followed.size()).boxed().toList());
        for (int writer = 0; writer < WRITERS; writer++) {
            String start = writer + " ";
            assertThat(followed.stream()
                            .filter(event -> event.get("event").textValue().equals("customer.updated"))
                            .map(event -> event.at("/data/customer/name").textValue())
                            .filter(name -> name.startsWith(start)))
                    .containsExactlyElementsOf(IntStream.range(0, made.get(writer))
                            .mapToObj(number -> start + number)
                            .toList());
        }
    }

    private static long last(TestApi api) {
        return api.get("/v1/feed?limit=1").expect(200).json().get("last").longValue();
    }

    @Test
    void the_feed_is_complete_and_in_order_beside_many_writers_and_a_long_transaction() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), TestGateway.PATIENT);
                Connection open = DriverManager.getConnection(PostgresUrl.toJdbc(postgres.url()))) {
            TestApi api = gateway.api(shop.key());
            SaleStories sales = new SaleStories(api, shop);
            List<CompletableFuture<Integer>> writers = IntStream.range(0, WRITERS)
                    .mapToObj(writer -> CompletableFuture.supplyAsync(() -> write(sales, writer), threads))
                    .toList();
            CompletableFuture<Void> follower = CompletableFuture.runAsync(() -> follow(api), threads);
            assertThat(Eventually.isTrue(() -> followed.size() > 10 * WRITERS)).isTrue();
            open.setAutoCommit(false);
            FirstColumn.of(open, "SELECT pg_current_xact_id()::text");
            Load.pause(QUIET_MILLIS);
            long held = last(api);
            Load.pause(OPEN_MILLIS - QUIET_MILLIS);
            assertThat(last(api)).as("the open transaction delays the feed").isEqualTo(held);
            open.commit();
            assertThat(Eventually.isTrue(() -> last(api) > held)).isTrue();
            Load.pause(QUIET_MILLIS);
            stopped = true;
            List<Integer> made = writers.stream().map(CompletableFuture::join).toList();
            assertThat(Eventually.isTrue(() -> unnumbered().isEmpty())).isTrue();
            numbered = true;
            follower.join();
            FaultRun.report("C34", "events of " + WRITERS + " writers", followed.size());
            requireOrder(made);
        } finally {
            threads.shutdownNow();
        }
    }

    private List<String> unnumbered() {
        return postgres.query("SELECT id FROM reported_change c WHERE seller_id = '" + shop.sellerId()
                + "' AND NOT EXISTS (SELECT FROM event e WHERE e.seller_id = c.seller_id AND e.id = c.event_ids[1])");
    }
}
