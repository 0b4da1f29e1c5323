package io.tollgate.app;

import io.tollgate.platform.event.EventRelay;
import io.tollgate.platform.requestlog.RequestLogDays;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.ContextCall;
import io.tollgate.platform.task.TaskRunner;
import io.tollgate.simulator.SimulatedAccountTime;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Does what is due when a caller asks for it, in place of the background loops. */
public final class BackgroundSteps extends VerticleBase {
    /** Work that makes other work due for ever is a defect. */
    private static final int ROUNDS_MAX = 500;

    private static final int RELAY_PAUSE_MILLIS = 20;

    private final Components shared;
    private @Nullable TaskRunner tasks;
    private @Nullable SimulatedAccountTime account;
    private @Nullable EventRelay relay;
    private @Nullable Retention retention;
    private @Nullable RequestLogDays requestLog;

    BackgroundSteps(Components shared) {
        this.shared = shared;
    }

    /**
     * What was done.
     *
     * @param renewals subscriptions that the simulator billed
     * @param events of the simulator that the gateway received
     * @param messages that were sent, or whose recipients were determined if no mail server is configured
     * @param deliveries attempts to deliver events to webhooks
     */
    public record Done(int renewals, int events, int tasks, int messages, int deliveries) {
        private static final Done NOTHING = new Done(0, 0, 0, 0, 0);

        private Done plus(Done other) {
            return new Done(
                    renewals + other.renewals,
                    events + other.events,
                    tasks + other.tasks,
                    messages + other.messages,
                    deliveries + other.deliveries);
        }
    }

    @Override
    public Future<?> start() {
        LoopComponents loop = new LoopComponents(shared, vertx, shared.database(vertx), shared.store(vertx));
        tasks = loop.background.tasks();
        retention = new Retention(loop, shared.metrics.registry());
        requestLog = new RequestLogDays(loop.database, loop.clock, loop.config.requestLog());
        relay = new EventRelay(loop.database, shared.events);
        account = shared.outside.simulator().isForeign() ? null : loop.background.accountTime();
        return Future.succeededFuture();
    }

    /** Runs the due tasks of a scope, at most a batch, and returns how many there were. */
    Future<Integer> runTasks(Scope scope) {
        return ContextCall.on(context, () -> Objects.requireNonNull(tasks).run(scope));
    }

    /** Deletes the records of a scope that are no longer kept and returns their number. */
    Future<Integer> deleteExpired(Scope scope) {
        return ContextCall.on(context, () -> Objects.requireNonNull(retention).run(scope));
    }

    /** Creates and drops days of the request log. */
    Future<Void> moveRequestLog() {
        return ContextCall.on(context, () -> Objects.requireNonNull(requestLog).run());
    }

    /** Numbers all events of a scope. Waits for transactions that began before its last change. */
    Future<Void> number(Scope scope) {
        return ContextCall.on(context, () -> numberAll(scope));
    }

    private Future<Void> numberAll(Scope scope) {
        EventRelay own = Objects.requireNonNull(relay);
        return own.run()
                .compose(done -> own.hasNumbered(scope))
                .compose(all -> all
                        ? Future.succeededFuture()
                        : vertx.timer(RELAY_PAUSE_MILLIS, TimeUnit.MILLISECONDS).compose(again -> numberAll(scope)));
    }

    /** Does what is due in a scope until nothing is left. */
    Future<Done> settle(Scope scope) {
        return ContextCall.on(context, () -> settle(scope, Done.NOTHING, ROUNDS_MAX));
    }

    private Future<Done> settle(Scope scope, Done before, int rounds) {
        if (rounds == 0) {
            return Future.failedFuture("due work does not end: " + before);
        }
        return round(scope)
                .compose(done -> done.equals(Done.NOTHING)
                        ? Future.succeededFuture(before)
                        : settle(scope, before.plus(done), rounds - 1));
    }

    private Future<Done> round(Scope scope) {
        return renewals(scope)
                .compose(billed -> events(scope)
                        .compose(sent -> Objects.requireNonNull(tasks)
                                .run(scope)
                                .compose(ran -> shared.mail()
                                        .deliver(scope)
                                        .compose(messages -> webhooks(scope)
                                                .map(tried -> new Done(billed, sent, ran, messages, tried))))));
    }

    private Future<Integer> renewals(Scope scope) {
        return account == null
                ? Future.succeededFuture(0)
                : account.catchUp(scope).map(billed -> billed.size());
    }

    private Future<Integer> webhooks(Scope scope) {
        return shared.webhooks()
                .isUsed(scope)
                .compose(used -> used
                        ? numberAll(scope).compose(numbered -> shared.webhooks().deliver(scope))
                        : Future.succeededFuture(0));
    }

    private Future<Integer> events(Scope scope) {
        return account == null ? Future.succeededFuture(0) : account.sendEvents(scope);
    }
}
