package io.tollgate.processor;

import io.tollgate.platform.bus.LocalCodec;
import io.tollgate.processor.ProcessorCall.Outcome;
import io.tollgate.processor.ProcessorFailure.Kind;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Injects faults between a gateway and its workers that call the processor. */
public final class CallFaults {
    private static final String CHECKED = "checked";
    private static final Outcome<?> LOST =
            new Outcome<>(null, new ProcessorFailure(Kind.UNKNOWN, "the connection was lost", Duration.ofSeconds(1)));

    private CallFaults() {}

    /** What happens to a call. */
    public enum Fault {
        /** The processor never receives the request. */
        REQUEST_LOST,
        /** The processor executes the request, and the gateway receives no response. */
        RESPONSE_LOST,
        /** The processor receives the request when the plan releases it. */
        REQUEST_LATE,
        /** The gateway receives the response when the plan releases it. */
        RESPONSE_LATE
    }

    /** Decides about each call. Runs on an event loop. */
    public interface Plan {
        /** Returns the fault of the next call; null for none. */
        @Nullable
        Fault next();

        /** Returns what a late request or response waits for. */
        Future<Void> release();

        /** Runs when the processor has executed the request of a late response. */
        default void executed() {}
    }

    /** Applies a plan to all calls of a gateway. */
    public static void install(Vertx vertx, Plan plan) {
        vertx.eventBus().<Object>addInboundInterceptor(context -> intercept(vertx, plan, context));
    }

    private static void intercept(Vertx vertx, Plan plan, DeliveryContext<Object> context) {
        Message<Object> message = context.message();
        boolean call = message.address().equals(ProcessorVerticle.ADDRESS)
                && !message.headers().contains(CHECKED);
        Fault fault = call ? plan.next() : null;
        if (fault == null) {
            context.next();
            return;
        }
        switch (fault) {
            case REQUEST_LOST -> message.reply(LOST, LocalCodec.options());
            case RESPONSE_LOST -> send(vertx, message).onComplete(done -> message.reply(LOST, LocalCodec.options()));
            case REQUEST_LATE ->
                plan.release().compose(released -> send(vertx, message)).onComplete(done -> reply(message, done));
            case RESPONSE_LATE ->
                send(vertx, message).onComplete(done -> {
                    plan.executed();
                    plan.release().onComplete(released -> reply(message, done));
                });
        }
    }

    private static Future<Message<Object>> send(Vertx vertx, Message<Object> message) {
        DeliveryOptions options = LocalCodec.options().addHeader(CHECKED, "true");
        return vertx.eventBus().request(ProcessorVerticle.ADDRESS, message.body(), options);
    }

    private static void reply(Message<Object> message, AsyncResult<Message<Object>> done) {
        message.reply(done.succeeded() ? done.result().body() : LOST, LocalCodec.options());
    }
}
