package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.webhook.WebhookReceiver.Delivery;
import io.tollgate.platform.webhook.WebhookReceiver.Response;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestFeed;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.VirtualClock;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Instances that deliver at the same time, and instances that end between a delivery and its record. */
class WebhookInstancesTest {
    private static final VirtualClock CLOCK = HookedShop.clock();
    private static TestGateway gateway;
    private static TestGateway other;

    private final HookedShop shop = new HookedShop(gateway);
    private final TestSeller seller = shop.seller;
    private final Scope scope = seller.scope(true);
    private final WebhookReceiver receiver = shop.receiver;

    @BeforeAll
    static void start() {
        gateway = HookedShop.gateway(CLOCK);
        other = HookedShop.gateway(CLOCK);
    }

    @AfterAll
    static void stop() {
        gateway.close();
        other.close();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Set<String> fed() {
        Set<String> fed = new HashSet<>();
        new TestFeed(seller, gateway, true)
                .events().stream()
                        .filter(one ->
                                HookedShop.ALL.contains("\"" + one.get("event").textValue() + "\""))
                        .forEach(one -> fed.add(one.get("eventId").textValue()));
        return fed;
    }

    private Set<String> arrived() {
        Set<String> arrived = new HashSet<>();
        receiver.deliveries().forEach(one -> arrived.add(one.headers().get("webhook-id")));
        return arrived;
    }

    @Test
    void twoInstancesLoseNothingAndRepeatWithTheSameNumber() {
        TestShop.Shelf event = shop.event();
        shop.hook("/hook", HookedShop.ALL);
        int[] count = {0};
        receiver.answer(delivery -> Response.of(count[0]++ % 3 == 0 ? 0 : 200));
        for (int i = 0; i < 10; i++) {
            shop.book(event);
            gateway.numberEvents(scope);
            CompletableFuture<Void> both = CompletableFuture.allOf(
                    CompletableFuture.runAsync(() -> gateway.settle(scope)),
                    CompletableFuture.runAsync(() -> other.settle(scope)));
            both.join();
        }
        receiver.answer(delivery -> Response.of(200));
        for (int i = 0; i < 8; i++) {
            CLOCK.advance(Duration.ofHours(6));
            other.settle(scope);
            gateway.settle(scope);
        }
        assertThat(fed()).hasSize(40);
        assertThat(arrived()).isEqualTo(fed());
        Map<Long, Delivery> bySequence = new HashMap<>();
        for (Delivery delivery : receiver.deliveries()) {
            Delivery former = bySequence.put(delivery.sequence(), delivery);
            if (former != null) {
                assertThat(former.body()).isEqualTo(delivery.body());
                assertThat(former.attempt()).isNotEqualTo(delivery.attempt());
            }
        }
        String digest = "";
        for (long sequence = 1; sequence <= 40; sequence++) {
            Delivery delivery = bySequence.get(sequence);
            assertThat(delivery.headers()).containsEntry("tollgate-previous", digest);
            digest = WebhookFanOut.digest(Buffer.buffer(delivery.body()));
        }
    }

    @Test
    void anInstanceThatEndsBeforeTheResponseLosesNothing() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        shop.hook("/hook", "\"booking.created\"");
        shop.book(event);
        gateway.numberEvents(scope);
        sentByAnInstanceThatEnds();
        Delivery first = receiver.deliveries().get(0);
        receiver.forget();
        receiver.answer(delivery -> Response.of(200));
        gateway.settle(scope);
        assertThat(receiver.deliveries())
                .as("the lease of the other has not ended")
                .isEmpty();
        CLOCK.advance(Duration.ofSeconds(91));
        gateway.settle(scope);
        List<Delivery> again = receiver.deliveries();
        assertThat(again).hasSize(1);
        assertThat(again.get(0).body()).isEqualTo(first.body());
        assertThat(again.get(0).sequence()).isEqualTo(first.sequence());
        assertThat(again.get(0).headers())
                .containsEntry("webhook-id", first.headers().get("webhook-id"));
    }

    /** Control: what is recorded before the response is lost with the instance. */
    @Test
    void whatIsRecordedBeforeTheResponseIsLost() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        shop.hook("/hook", "\"booking.created\"");
        shop.book(event);
        gateway.numberEvents(scope);
        sentByAnInstanceThatEnds();
        TestSeller.rows(
                "UPDATE webhook_delivery SET state = 'DELIVERED', ended_at = now() WHERE seller_id = $1", seller.id());
        receiver.forget();
        receiver.answer(delivery -> Response.of(200));
        CLOCK.advance(Duration.ofSeconds(91));
        gateway.settle(scope);
        assertThat(receiver.deliveries()).isEmpty();
    }

    /** The receiver gets the delivery and does not respond, and the instance ends. */
    private void sentByAnInstanceThatEnds() {
        receiver.answer(delivery -> Response.of(-1));
        TestGateway ending = HookedShop.gateway(CLOCK);
        CompletableFuture<Void> settling = CompletableFuture.runAsync(() -> ending.settle(scope));
        assertThat(Eventually.isTrue(() -> receiver.deliveries().size() == 1)).isTrue();
        // What the instance would record is not recorded: its claim is no longer the last.
        TestSeller.rows(
                "UPDATE webhook_delivery SET attempts = attempts + 1 WHERE seller_id = $1 AND state = 'PENDING'",
                seller.id());
        ending.close();
        settling.cancel(true);
    }
}
