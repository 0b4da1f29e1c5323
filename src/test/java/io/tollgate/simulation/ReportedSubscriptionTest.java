package io.tollgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.processor.CallFaults.Fault;
import io.tollgate.support.Buyer.Shown;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The buyer of a subscription returns while an event of the processor is applied. */
class ReportedSubscriptionTest {
    private final SubscriptionScene scene = new SubscriptionScene();
    private final Lane lane = scene.lane;
    private final Node node = scene.node;
    private final Lane.Seller seller = scene.seller;

    @AfterEach
    void close() {
        scene.close();
    }

    /** Stores an event of the subscription, whose application is due. */
    private void report(String type) {
        String now = "'" + lane.clock().now() + "'::timestamptz";
        seller.rows()
                .run("INSERT INTO processor_event (seller_id, livemode, id, type, object_id, subscription_id,"
                        + " checkout_id, created_at, received_at)"
                        + " SELECT o.seller_id, o.livemode, 'evt_x', '" + type + "', o.id, o.id, c.id, " + now + ", "
                        + now + " FROM simulated_object o, checkout c WHERE o.kind = 'subscription'"
                        + " AND c.seller_id = o.seller_id AND o.seller_id = '"
                        + seller.scope().sellerId() + "'");
        seller.rows()
                .run("INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, due_at,"
                        + " created_at) SELECT seller_id, livemode, checkout_id, 'APPLY_EVENT', id, '{}', " + now + ", "
                        + now + " FROM processor_event WHERE :own");
    }

    /** Returns how often the subscription was synchronized, or its synchronization requested. */
    private int version() {
        return Integer.parseInt(seller.rows().value("SELECT version FROM billed_subscription WHERE :own"));
    }

    /** The return records a state that it may have read before the change that the event reports. */
    @Test
    void reportDuringTheCompletionOfTheOrderIsFollowedByASynchronization() {
        var ada = lane.browser().with(node.url(), "ada@example.com");
        Shown order = ada.order(scene.page("'recurring': {'interval': 'month', 'intervalCount': 1}"))
                .expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        seller.rows().run("UPDATE processor_task SET due_at = due_at + interval '1 day' WHERE :own");
        report("customer.subscription.updated");
        node.calls().armLate(Fault.RESPONSE_LATE, 0);
        CompletableFuture<Void> read = node.calls().reached();
        CompletableFuture<Boolean> applied =
                CompletableFuture.supplyAsync(() -> node.gateway().runTasks(seller.scope()));
        read.join();
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
        int completed = version();
        node.calls().releaseLate();
        assertThat(applied.join()).isTrue();
        assertThat(seller.rows().value("SELECT outcome FROM processor_event WHERE :own"))
                .isEqualTo("APPLIED");
        assertThat(version()).isGreaterThan(completed);
    }
}
