package io.tollgate.simulation;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.VirtualClock;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request of the seller to cancel, and what is known of its outcome. */
final class RequestedCancellation implements Actor {
    private final String key;
    private final String subscriptionId;
    private final String name;
    private final Ending ending;
    private final Instant date;
    private final String idempotencyKey;
    private final VirtualClock clock;
    private Outcome outcome = Outcome.UNKNOWN;
    private Instant answeredAt;

    /** When the subscription is to end. */
    enum Ending {
        NOW,
        AT_PERIOD_END,
        AT_DATE
    }

    /** What the last response says. */
    enum Outcome {
        /** No response, or one that asks to try again. */
        UNKNOWN,
        CONFIRMED,
        /** The subscription has ended already. */
        ENDED,
        REFUSED
    }

    /**
     * Creates a request that was not sent yet.
     *
     * @param name of the subscription in the trace
     * @param date for {@link Ending#AT_DATE}
     */
    RequestedCancellation(
            String key,
            String subscriptionId,
            String name,
            Ending ending,
            Instant date,
            String idempotencyKey,
            VirtualClock clock) {
        this.key = key;
        this.subscriptionId = subscriptionId;
        this.name = name;
        this.ending = ending;
        this.date = date;
        this.idempotencyKey = idempotencyKey;
        this.clock = clock;
        this.answeredAt = clock.now();
    }

    String subscriptionId() {
        return subscriptionId;
    }

    Outcome outcome() {
        return outcome;
    }

    /** Returns when the last response, or its loss, was noticed. */
    Instant answeredAt() {
        return answeredAt;
    }

    boolean endsNow() {
        return ending == Ending.NOW;
    }

    /** Returns the latest time at which the subscription ends, in whole seconds, if this request is the last one. */
    Instant end(ChargeTimes times) {
        Instant end = switch (ending) {
            case NOW -> answeredAt;
            case AT_PERIOD_END -> times.periodEndAfter(answeredAt);
            case AT_DATE -> date;
        };
        return Instant.ofEpochSecond(end.getEpochSecond());
    }

    @Override
    public Shown send(String url, Buyer browser) {
        String way = switch (ending) {
            case NOW -> "\"cancelImmediately\": true";
            case AT_PERIOD_END -> "\"cancelAtPeriodEnd\": true";
            case AT_DATE -> "\"cancelAt\": \"" + date + "\"";
        };
        String path = "/v1/subscriptions/" + subscriptionId + "/cancel";
        Reply reply = new TestApi(url, key)
                .send(
                        "POST",
                        path,
                        Map.of("Content-Type", "application/json", "Idempotency-Key", idempotencyKey),
                        "{" + way + "}");
        return new Shown(reply.status(), path, reply.body());
    }

    @Override
    public String receive(@Nullable Shown response) {
        answeredAt = clock.now();
        if (response == null) {
            return "without a response";
        }
        boolean asksAgain = response.status() >= 500 || response.html().contains("idempotency_conflict");
        outcome = response.status() == 200
                ? Outcome.CONFIRMED
                : asksAgain
                        ? Outcome.UNKNOWN
                        : response.html().contains("subscription_ended") ? Outcome.ENDED : Outcome.REFUSED;
        return response.status() + (outcome == Outcome.ENDED ? " ended" : "");
    }

    @Override
    public String toString() {
        return "cancellation of " + name + " " + ending;
    }
}
