package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.webhook.WebhookReceiver.Delivery;
import io.tollgate.platform.webhook.WebhookReceiver.Response;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
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

    /** A booking of an event, which a webhook is about to get. */
    private record Booked(TestShop.Shelf event, JsonNode webhook) {}

    private Booked booked() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", "\"booking.created\"");
        shop.book(event);
        gateway.numberEvents(scope());
        return new Booked(event, webhook);
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

    /** The lease of an attempt ends before its response, and another instance begins the next attempt. */
    @Test
    void aResponseAfterTheLeaseChangesNothing() {
        JsonNode webhook = booked().webhook();
        Promise<Void> late = Promise.promise();
        CompletableFuture<Void> first = sending(other, Response.after(late.future(), 410));
        clock.advance(Duration.ofSeconds(91));
        Promise<Void> inTime = Promise.promise();
        CompletableFuture<Void> second = sending(gateway, Response.after(inTime.future(), 200));
        late.complete();
        first.join();
        assertThat(shop.read(webhook).get("status").textValue()).isEqualTo("active");
        assertThat(shop.read(webhook).get("deliveryCount").intValue()).isZero();
        inTime.complete();
        second.join();
        assertThat(shop.read(webhook).get("successCount").intValue()).isEqualTo(1);
        assertThat(shop.read(webhook).get("deliveryCount").intValue()).isEqualTo(1);
    }

    /** A delivery that was sent before the receiver asked for a pause succeeds afterwards. */
    @Test
    void aSuccessDoesNotEndThePauseOfAnOverloadedReceiver() {
        TestShop.Shelf event = booked().event();
        Promise<Void> late = Promise.promise();
        CompletableFuture<Void> first = sending(other, Response.after(late.future(), 200));
        receiver.answer(delivery -> Response.retryAfter(429, 600));
        shop.book(event);
        shop.settle();
        late.complete();
        first.join();
        receiver.forget();
        receiver.answer(delivery -> Response.of(200));
        shop.book(event);
        shop.settle();
        assertThat(receiver.deliveries()).isEmpty();
        clock.advance(Duration.ofSeconds(700));
        shop.settle();
        assertThat(receiver.deliveries()).hasSize(2);
    }

    @Test
    void aResponseAfterTheDeliveryWasGivenUpChangesNothing() {
        JsonNode webhook = booked().webhook();
        Promise<Void> late = Promise.promise();
        CompletableFuture<Void> sending = sending(gateway, Response.after(late.future(), 200));
        seller.live()
                .patch(HookedShop.path(webhook), "{\"status\": \"inactive\"}")
                .expect(200);
        late.complete();
        sending.join();
        assertThat(shop.deliveries(webhook).at("/0/status").textValue()).isEqualTo("failed");
        assertThat(shop.read(webhook).get("successCount").intValue()).isZero();
        assertThat(shop.read(webhook).get("failureCount").intValue()).isEqualTo(1);
    }

    @Test
    void aSlowReceiverGetsFewDeliveriesAtATime() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", "\"booking.created\"");
        for (int i = 0; i < 2 * WebhookDeliveries.PER_WEBHOOK_MAX; i++) {
            shop.book(event);
        }
        gateway.numberEvents(scope());
        Promise<Void> late = Promise.promise();
        CompletableFuture<Void> sending = sending(gateway, Response.after(late.future(), 200));
        gateway.settle(scope());
        assertThat(shop.deliveries(webhook))
                .filteredOn(delivery -> delivery.get("attempts").intValue() > 0)
                .hasSize(WebhookDeliveries.PER_WEBHOOK_MAX);
        late.complete();
        sending.join();
    }

    /** Returns the work of an instance, once the receiver has got a delivery to which it responds so. */
    private CompletableFuture<Void> sending(TestGateway instance, Response response) {
        receiver.answer(delivery -> response);
        Future<Delivery> next = receiver.next();
        CompletableFuture<Void> settling = CompletableFuture.runAsync(() -> instance.settle(scope()));
        TestSeller.await(next);
        return settling;
    }

    /** Returns the delivery of a booking that the receiver gets and does not respond to before the instance ends. */
    private Delivery sentByAnInstanceThatEnds() {
        booked();
        TestGateway ending = startGateway();
        CompletableFuture<Void> settling = sending(ending, Response.of(-1));
        Delivery sent = receiver.deliveries().get(0);
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
