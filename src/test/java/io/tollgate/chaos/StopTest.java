package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.RawHttp;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** SIGTERM: the gateway answers all accepted requests, and no client delays its exit. */
@SecondStage
@Tag("chaos")
@Tag("C23")
@Isolated("it measures time")
@Timeout(1800)
class StopTest {
    private static final Duration SIGNALLED = Duration.ofMillis(1_500);

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    private static void awaitNotReady(GatewayProcess gateway) {
        long end = System.nanoTime() + SIGNALLED.toNanos();
        while (gateway.health("/health/ready") == 200 && System.nanoTime() < end) {
            Load.pause(5);
        }
    }

    @Test
    void running_requests_finish_and_new_ones_are_refused() throws Exception {
        try (GatewayProcess gateway =
                GatewayProcess.started(postgres.url(), Map.of("database.statementTimeoutMillis", "0"))) {
            TestApi api = gateway.api(shop.key());
            api.get("/v1/payments").expect(200);
            try (Socket idle = new Socket("127.0.0.1", gateway.port())) {
                idle.setSoTimeout(1_500);
                String head = "\r\nHost: a\r\nAuthorization: Bearer " + shop.key() + "\r\n\r\n";
                idle.getOutputStream().write(("GET /v1/coupons HTTP/1.1" + head).getBytes(StandardCharsets.US_ASCII));
                assertThat(idle.getInputStream().read()).isPositive();
                Thread lock = postgres.lockPayments(Duration.ofMillis(1_800));
                Load.pause(400);
                CompletableFuture<Reply> underWay = CompletableFuture.supplyAsync(() -> api.get("/v1/payments"));
                Load.pause(300);
                assertThat(underWay).isNotDone();
                long told = System.nanoTime();
                gateway.terminate();
                awaitNotReady(gateway);
                FaultRun.report("C23", "not ready after the signal", Duration.ofNanos(System.nanoTime() - told));
                assertThat(gateway.health("/health/ready")).isEqualTo(503);
                assertThat(gateway.health("/health/live")).isEqualTo(200);
                assertThatThrownBy(() -> new Socket("127.0.0.1", gateway.port()).close())
                        .as("new callers go elsewhere")
                        .isInstanceOf(ConnectException.class);
                idle.getInputStream().readAllBytes();
                Reply reply = underWay.join().expect(200);
                long last = System.nanoTime();
                assertThat(reply.header("Connection")).isEqualTo("close");
                assertThat(gateway.ended(Duration.ofSeconds(10))).isEqualTo(143);
                Duration exit = Duration.ofNanos(System.nanoTime() - last);
                FaultRun.assertWithin("C23", "exit after the last answer", exit, Duration.ofSeconds(1));
                lock.join();
            }
        }
    }

    /** With a delay, the port stays open for clients that have not noticed yet. Each response closes its connection. */
    @Test
    void a_delay_gives_load_balancers_time_to_notice() {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of("drainDelaySeconds", "2"))) {
            TestApi api = gateway.api(shop.key());
            assertThat(api.get("/v1/coupons").expect(200).header("Connection")).isNull();
            gateway.terminate();
            awaitNotReady(gateway);
            assertThat(gateway.health("/health/ready")).isEqualTo(503);
            assertThat(api.get("/v1/coupons").expect(200).header("Connection")).isEqualTo("close");
            assertThat(gateway.ended(Duration.ofSeconds(15))).isEqualTo(143);
        }
    }

    /** Returns how many requests failed while two instances behind a load balancer were restarted in turn. */
    private int failed(int restarts, boolean careful) {
        Map<String, String> settings = Map.of("drainDelaySeconds", careful ? "1" : "0");
        try (GatewayProcess one = GatewayProcess.started(postgres.url(), settings);
                GatewayProcess two = GatewayProcess.started(postgres.url(), settings);
                LoadBalancer balancer = new LoadBalancer(List.of(one, two), careful)) {
            Callers callers = new Callers(balancer.url(), shop).start(4);
            for (int i = 0; i < restarts; i++) {
                GatewayProcess each = i % 2 == 0 ? one : two;
                Load.pause(300);
                if (careful) {
                    each.terminate();
                    assertThat(each.ended(Duration.ofSeconds(30))).isEqualTo(143);
                } else {
                    each.kill();
                }
                each.start().awaitReady();
            }
            Load.pause(500);
            List<String> failures = callers.stop();
            FaultRun.report("C23", restarts + " restarts, failed of " + callers.requests(), failures.size());
            if (careful) {
                assertThat(failures).isEmpty();
                callers.history().assertConsistentWith(postgres, shop);
            }
            return failures.size();
        }
    }

    @Test
    void a_rolling_restart_fails_no_request() {
        assertThat(failed(FaultRun.count(2, 20), true)).isZero();
    }

    /** Control: requests to killed instances fail. */
    @Test
    void killed_instances_fail_requests() {
        assertThat(failed(4, false)).isPositive();
    }

    /** A request over a connection that the previous response has closed is refused, not lost. */
    @Test
    void the_last_response_closes_its_connection() {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of("drainDelaySeconds", "2"))) {
            gateway.terminate();
            awaitNotReady(gateway);
            RawHttp.Exchange exchange =
                    RawHttp.sendUntilClosed(gateway.port(), "GET /v1/coupons HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(exchange.closed()).isTrue();
            assertThat(exchange.only().header("Connection")).isEqualTo("close");
        }
    }
}
