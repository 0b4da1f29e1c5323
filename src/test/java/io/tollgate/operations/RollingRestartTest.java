package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tollgate.customer.Customers;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Two instances behind a load balancer are restarted one after the other, under load, and nobody notices. */
@Tag("chaos")
@Isolated("it restarts instances under load")
@EnabledIfSystemProperty(
        named = "tollgate.rolling",
        matches = "true",
        disabledReason = "needs a machine that is not busy")
@Timeout(300)
class RollingRestartTest {
    private static final int ROUNDS = Integer.getInteger("tollgate.rolling.rounds", 2);
    private static final int CALLERS = 4;
    private static final String CUSTOMER = "{\"name\":\"Rolling %d\"}";

    @TempDir
    Path folder;

    private final List<RoundRobin.Instance> places = List.of(
            new RoundRobin.Instance(Balancer.freePort(), Balancer.freePort()),
            new RoundRobin.Instance(Balancer.freePort(), Balancer.freePort()));
    private final List<TestGateway> gateways = new ArrayList<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private int delaySeconds = 2;

    @BeforeEach
    void startBoth() {
        places.forEach(place -> gateways.add(start(place)));
    }

    @AfterEach
    void stopBoth() {
        gateways.forEach(TestGateway::close);
    }

    private TestGateway start(RoundRobin.Instance place) {
        return TestGateway.start(Map.of(
                "port", Integer.toString(place.port),
                "managementPort", Integer.toString(place.managementPort),
                "trustedProxies", "127.0.0.1",
                "drainDelaySeconds", Integer.toString(delaySeconds)));
    }

    @Test
    void behind_a_balancer_of_our_own() throws Exception {
        try (RoundRobin balancer = new RoundRobin(places)) {
            rollUnderLoad(balancer.url());
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void behind_haproxy() throws Exception {
        assumeTrue(Balancer.program("haproxy").isPresent(), "haproxy is not installed");
        try (Balancer balancer = Balancer.haproxy(folder, places)) {
            rollUnderLoad(balancer.url());
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void behind_nginx_which_learns_of_it_by_trying() throws Exception {
        assumeTrue(Balancer.program("nginx").isPresent(), "nginx is not installed");
        try (Balancer balancer = Balancer.nginx(folder, places)) {
            rollUnderLoad(balancer.url());
        }
        assertThat(failures).isEmpty();
    }

    /** The control: without a delay, the port is closed before any balancer can have asked for readiness again. */
    @Test
    void without_a_delay_a_balancer_is_surprised() throws Exception {
        stopBoth();
        gateways.clear();
        delaySeconds = 0;
        startBoth();
        Thread stopping = new Thread(gateways.get(0)::close, "stopping");
        stopping.start();
        Load.pause(300);
        TestApi stopped = new TestApi("http://127.0.0.1:" + places.get(0).port, null);
        assertThatThrownBy(() -> stopped.get("/v1/customers")).isInstanceOf(UncheckedIOException.class);
        stopping.join(40_000);
        gateways.set(0, start(places.get(0)));
    }

    private static Reply readiness(RoundRobin.Instance place) {
        return new TestApi("http://127.0.0.1:" + place.managementPort, null).get("/health/ready");
    }

    private void rollUnderLoad(String url) throws Exception {
        TestSeller seller = gateways.get(0).seller();
        String customer =
                seller.has(Customers.RESOURCE, true, record -> {}).get("id").textValue();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Thread caller = new Thread(() -> call(new TestApi(url, seller.liveKey()), customer), "caller-" + i);
            callers.add(caller);
            caller.start();
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < places.size(); i++) {
                Load.pause(1_500);
                restart(i);
            }
        }
        Load.pause(1_000);
        stopped.set(true);
        for (Thread caller : callers) {
            caller.join(40_000);
            assertThat(caller.isAlive()).as("a request hangs").isFalse();
        }
        assertThat(answered.get()).as("answers").isGreaterThan(100);
        System.out.println("rolling restart: " + answered.get() + " answers, " + failures.size() + " failures");
    }

    /** While it drains, it says so and goes on serving; after the delay its port is closed. */
    private void restart(int index) throws InterruptedException {
        RoundRobin.Instance place = places.get(index);
        Thread stopping = new Thread(gateways.get(index)::close, "stopping");
        stopping.start();
        Load.pause(300);
        Reply draining = readiness(place);
        assertThat(draining.status()).isEqualTo(503);
        assertThat(draining.json().get("reasons").get(0).get("code").textValue())
                .isEqualTo("draining");
        new TestApi("http://127.0.0.1:" + place.port, null).get("/v1/customers").expect(401);
        stopping.join(40_000);
        assertThat(stopping.isAlive()).as("an instance does not stop").isFalse();
        gateways.set(index, start(place));
    }

    private void call(TestApi api, String customer) {
        for (int i = 0; !stopped.get(); i++) {
            try {
                Reply reply = i % 2 == 0
                        ? api.get("/v1/customers?limit=5")
                        : api.patch("/v1/customers/" + customer, CUSTOMER.formatted(i));
                if (reply.status() == 200) {
                    answered.incrementAndGet();
                } else {
                    failures.add(reply.status() + " " + reply.body());
                }
            } catch (UncheckedIOException failed) {
                failures.add(failed.toString() + " " + failed.getCause());
            }
            Load.pause(2);
        }
    }
}
