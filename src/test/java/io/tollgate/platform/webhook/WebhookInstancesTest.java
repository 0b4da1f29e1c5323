package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.webhook.WebhookReceiver.Delivery;
import io.tollgate.platform.webhook.WebhookReceiver.Response;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Instances that deliver at the same time, and instances that end between a delivery and its record. */
class WebhookInstancesTest extends WebhookScene {
    private final TestGateway other = startGateway();

    @AfterAll
    void stopOther() {
        other.close();
    }

    private Scope scope() {
        return seller.scope(true);
    }

    @Test
    void twoInstancesLoseNothingAndRepeatWithTheSameNumber() {
        TestShop.Shelf event = shop.event();
        shop.hook("/hook", HookedShop.ALL);
        int[] count = {0};
        receiver.answer(delivery -> Response.of(count[0]++ % 3 == 0 ? 0 : 200));
        for (int i = 0; i < 10; i++) {
            shop.book(event);
            gateway.numberEvents(scope());
            CompletableFuture<Void> both = CompletableFuture.allOf(
                    CompletableFuture.runAsync(() -> gateway.settle(scope())),
                    CompletableFuture.runAsync(() -> other.settle(scope())));
            both.join();
        }
        receiver.answer(delivery -> Response.of(200));
        for (int i = 0; i < 8; i++) {
            clock.advance(Duration.ofHours(6));
            other.settle(scope());
            gateway.settle(scope());
        }
        assertThat(shop.fed()).hasSize(40);
        assertThat(receiver.eventIds()).isEqualTo(shop.fed());
        receiver.requireNumbers(40);
        Map<Long, Delivery> bySequence = new HashMap<>();
        for (Delivery delivery : receiver.deliveries()) {
            Delivery former = bySequence.put(delivery.sequence(), delivery);
            if (former != null) {
                assertThat(former.body()).isEqualTo(delivery.body());
                assertThat(former.attempt()).isNotEqualTo(delivery.attempt());
            }
        }
    }

    @Test
    void anInstanceThatEndsBeforeTheResponseLosesNothing() {
        Delivery first = sentByAnInstanceThatEnds();
        gateway.settle(scope());
        assertThat(receiver.deliveries())
                .as("the lease of the other has not ended")
                .isEmpty();
        clock.advance(Duration.ofSeconds(91));
        gateway.settle(scope());
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
        sentByAnInstanceThatEnds();
        TestSeller.rows(
                "UPDATE webhook_delivery SET state = 'DELIVERED', ended_at = now() WHERE seller_id = $1", seller.id());
        clock.advance(Duration.ofSeconds(91));
        gateway.settle(scope());
        assertThat(receiver.deliveries()).isEmpty();
    }

    /** Returns the delivery of a booking that the receiver gets and does not respond to before the instance ends. */
    private Delivery sentByAnInstanceThatEnds() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        shop.hook("/hook", "\"booking.created\"");
        shop.book(event);
        gateway.numberEvents(scope());
        receiver.answer(delivery -> Response.of(-1));
        Future<Delivery> next = receiver.next();
        TestGateway ending = startGateway();
        CompletableFuture<Void> settling = CompletableFuture.runAsync(() -> ending.settle(scope()));
        Delivery sent = TestSeller.await(next);
        // What the instance would record is not recorded: its claim is no longer the last.
        TestSeller.rows(
                "UPDATE webhook_delivery SET attempts = attempts + 1 WHERE seller_id = $1 AND state = 'PENDING'",
                seller.id());
        ending.close();
        settling.cancel(true);
        receiver.forget();
        receiver.answer(delivery -> Response.of(200));
        return sent;
    }
}
