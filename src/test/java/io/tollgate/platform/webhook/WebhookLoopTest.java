package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tollgate.app.Config;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestServer;
import io.tollgate.platform.event.EventSignals;
import io.tollgate.platform.webhook.WebhookReceiver.Response;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The loop of an instance sends what is due without waiting for its next look at the database. */
class WebhookLoopTest {
    private static final int FORMS = 12;

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    /** An instance that looks only once looks no more, so what it sends after that follows what has ended. */
    @Test
    void aDeliveryThatEndsBeginsTheNextOfItsWebhook() throws Exception {
        String url = TestServer.create();
        Map<String, String> settings = Map.of("database.url", url, "webhooks.loopback", "true", "webhooks.max", "0");
        Vertx vertx = Vertx.vertx();
        try (TestGateway gateway = TestGateway.startPatient(settings);
                WebhookReceiver receiver = new WebhookReceiver()) {
            TestApi api = gateway.api(gateway.keys().create("hooked", true, "").key());
            HookedShop.hookAt(api, receiver.url("/hook"), "\"page.created\"");
            for (int i = 0; i < FORMS; i++) {
                api.post("/v1/forms", "{\"name\": \"Form " + i + "\"}").expect(201);
            }
            assertThat(Eventually.isTrue(() -> numbered(api, true) && numbered(api, false)))
                    .isTrue();
            Promise<Void> allBegun = Promise.promise();
            receiver.answer(delivery -> Response.after(begun(allBegun), 200));
            Config config =
                    Config.of(Map.of("database.url", url, "secret", TestGateway.SECRET, "webhooks.loopback", "true"));
            TestSeller.await(vertx.deployVerticle(verticle(config)));
            assertThat(Eventually.isTrue(() -> receiver.eventIds().size() == 2 * FORMS))
                    .isTrue();
            assertThat(most.get()).isEqualTo(WebhookDeliveries.PER_WEBHOOK_MAX);
        } finally {
            TestSeller.await(vertx.close());
            TestServer.drop(url);
        }
    }

    private static boolean numbered(TestApi api, boolean live) {
        JsonNode feed = api.get("/v1/feed?limit=100&types=page.created&livemode=" + live)
                .expect(200)
                .json();
        return feed.get("data").size() == FORMS;
    }

    /** Lets the first deliveries end when as many have begun as may. */
    private Future<Void> begun(Promise<Void> allBegun) {
        int now = open.incrementAndGet();
        most.accumulateAndGet(now, Math::max);
        if (now == WebhookDeliveries.PER_WEBHOOK_MAX) {
            allBegun.tryComplete();
        }
        return allBegun.future().onComplete(done -> open.decrementAndGet());
    }

    private static WebhookVerticle verticle(Config config) {
        return new WebhookVerticle(
                config.webhooks(),
                new WebhookSecrets(config.secrets(false)),
                Clock.SYSTEM,
                new SimpleMeterRegistry(),
                new EventSignals(),
                loop -> new Database(loop, config.database()),
                (loop, database) -> new WriteExecutor(database, Clock.SYSTEM),
                true,
                Duration.ofHours(1).toMillis());
    }
}
