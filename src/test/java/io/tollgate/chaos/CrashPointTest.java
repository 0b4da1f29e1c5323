package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Config;
import io.tollgate.Secrets;
import io.tollgate.db.FaultyPostgres;
import io.tollgate.db.PostgresUrl;
import io.tollgate.processor.AccountRegister;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The program is killed at a step of what it does, before or after the database gets it, and started again:
 * a caller who asks again is told of one effect, and nothing is left over at the processor.
 */
@Tag("chaos")
@Tag("C22")
@Isolated("it measures time")
@Timeout(3_600)
class CrashPointTest {
    private static final String WRITING = "BEGIN; SET LOCAL ROLE";
    private static final int PACKETS_MAX = 200;

    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** What is asked for, and where what came of it is counted. */
    private enum Flow {
        BOOKING("/v1/bookings", 201, "booking"),
        COUPON("/v1/coupons", 201, "coupon"),
        UPLOAD("/v1/files/upload", 201, "file"),
        REGENERATION("/v1/invoices/ID/regenerate", 200, null);

        private final String path;
        private final int done;
        private final @Nullable String table;

        Flow(String path, int done, @Nullable String table) {
            this.path = path;
            this.done = done;
            this.table = table;
        }
    }

    private static final String FORM = "--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nfile\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nNAME\r\n--b--\r\n";

    private Reply send(TestApi api, Flow flow, String name, String invoice) {
        String type = flow == Flow.UPLOAD ? "multipart/form-data; boundary=b" : "application/json";
        String body =
                switch (flow) {
                    case BOOKING -> shop.booking(name + "@example.com");
                    case COUPON -> "{\"label\":\"" + name + "\",\"code\":\"" + name
                            + "\",\"percentOff\":10,\"duration\":\"once\"}";
                    case UPLOAD -> FORM.replace("NAME", name);
                    case REGENERATION -> "{}";
                };
        Map<String, String> headers = Map.of("Content-Type", type, "Idempotency-Key", name);
        return api.send(
                "POST", flow.path.replace("ID", invoice), headers, body.getBytes(StandardCharsets.UTF_8));
    }

    private long count(@Nullable String table) {
        return table == null
                ? 0
                : Long.parseLong(postgres.query("SELECT count(*) FROM " + table + " WHERE seller_id = '"
                                + shop.sellerId() + "'")
                        .get(0));
    }

    /** Asks until it is done, and starts the program again where it was killed. */
    private void ask(GatewayProcess gateway, Flow flow, String name, String invoice) {
        long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (System.nanoTime() < end) {
            try {
                Reply reply = send(gateway.api(shop.key()), flow, name, invoice);
                if (reply.status() == flow.done) {
                    return;
                }
                assertThat(reply.status()).isIn(409, 503);
            } catch (UncheckedIOException killed) {
                Load.pause(20);
            }
            if (!gateway.process().isAlive()) {
                gateway.start().awaitReady();
            }
            Load.pause(20);
        }
        throw new AssertionError("never done: " + name);
    }

    private String invoice(GatewayProcess gateway) {
        Buyers buyers = new Buyers(gateway.api(shop.key()), shop);
        buyers.buy();
        return gateway.api(shop.key()).get("/v1/invoices").ids().get(0);
    }

    private AccountRegister accounts() {
        return new AccountRegister(
                PostgresUrl.toJdbc(postgres.url()), Secrets.of(Config.of(Map.of("secret", TestGateway.SECRET)), false));
    }

    @ParameterizedTest
    @EnumSource(Flow.class)
    void killed_at_a_step_it_is_done_once(Flow flow) {
        accounts().connectSimulator(shop.name());
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            String invoice = flow == Flow.REGENERATION ? invoice(gateway) : "";
            int kills = 0;
            boolean struck = true;
            for (int step = 0; struck && step < PACKETS_MAX; step++) {
                struck = false;
                for (boolean deliver : new boolean[] {false, true}) {
                    if (!Stage.LONG && step > (flow == Flow.COUPON ? 2 : 0)) {
                        break;
                    }
                    // All packets in the long form; the commits, in which steps end, in the short one.
                    String at = Stage.LONG ? "" : "COMMIT";
                    proxy.cut().arm(WRITING, at, step, deliver, gateway::kill);
                    long before = count(flow.table);
                    ask(gateway, flow, flow.name().toLowerCase(java.util.Locale.ROOT) + step + deliver, invoice);
                    boolean killed = proxy.cut().disarm();
                    struck |= killed;
                    kills += killed ? 1 : 0;
                    assertThat(count(flow.table) - before)
                            .as("step %s, delivered: %s", step, deliver)
                            .isEqualTo(flow.table == null ? 0 : 1);
                }
            }
            Stage.told("C22", flow + " killed at steps", kills);
            assertThat(kills).isGreaterThanOrEqualTo(2);
            settled();
        }
    }

    /** What is to be cleared up is cleared up, and both sides know the same coupons. */
    private void settled() {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        String mine = " WHERE seller_id = '" + shop.sellerId() + "'";
        while (!postgres.query("SELECT id FROM processor_task" + mine).isEmpty()) {
            assertThat(System.nanoTime()).as("tasks are done").isLessThan(end);
            postgres.query("UPDATE processor_task SET due_at = now()" + mine + " RETURNING id");
            Load.pause(1_200);
        }
        assertThat(postgres.query("SELECT id FROM simulated_object" + mine + " AND kind = 'coupon'"))
                .hasSize((int) count("coupon"));
        History.sound(postgres);
    }

    /** The control: without its key, what was committed before the kill is done again. */
    @Test
    void without_the_key_it_is_done_twice() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            new Buyers(gateway.api(shop.key()), shop).buy();
            proxy.cut().arm(WRITING, "COMMIT", 0, true, gateway::kill);
            Buyers careless = new Buyers(gateway.api(shop.key()), shop).careless();
            Thread restart = new Thread(() -> {
                gateway.ended(Duration.ofSeconds(60));
                gateway.start().awaitReady();
            });
            restart.start();
            careless.buy();
            Load.join(restart);
            assertThat(careless.history().disagreements(postgres, shop))
                    .anySatisfy(wrong -> assertThat(wrong).startsWith("double"));
        }
    }
}
