package io.tollgate.processor;

import io.tollgate.platform.bus.LocalCodec;
import io.tollgate.processor.ProcessorFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to the processor through workers. Shared by all event loops. Fails with {@link ProcessorFailure}.
 *
 * <p>A call has 10 s in total. It is retried with back-off under the same idempotency key, while time remains and the
 * retry budget allows it. The workers are shared among sellers.
 */
public final class ProcessorClient {
    private static final int TRIES_MAX = 3;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final ProcessorSettings settings;
    private final ProcessorChannel simulator;
    private final ProcessorChannel processor;
    private final ProcessorShares shares;
    private final QuestionThrottle questions;

    public ProcessorClient(Vertx vertx, ProcessorSettings settings) {
        this(vertx, settings, new RetryBudget());
    }

    /** @param simulatorBudget limits the retries of calls to the simulator */
    public ProcessorClient(Vertx vertx, ProcessorSettings settings, RetryBudget simulatorBudget) {
        LocalCodec.register(vertx);
        this.vertx = vertx;
        this.settings = settings;
        this.simulator = new ProcessorChannel(vertx, "simulated processor", settings, simulatorBudget);
        this.processor = new ProcessorChannel(vertx, "processor", settings, new RetryBudget());
        this.shares = new ProcessorShares(vertx, settings);
        this.questions = new QuestionThrottle(vertx, settings);
    }

    /**
     * Runs one operation of the processor on a worker. The result arrives on the caller's own event loop.
     *
     * @param operation its name in logs
     * @param work performs it. May run more than once, and on several threads, so that what it refers to must be
     *     immutable.
     */
    public <T extends @Nullable Object> Future<T> call(
            ProcessorAccount account, String operation, Function<Processor, T> work) {
        String sellerId = account.scope().sellerId();
        if (!shares.enter(sellerId)) {
            return Future.failedFuture(new ProcessorFailure(Kind.NOT_SENT, "the queue of calls is full", RETRY_AFTER));
        }
        ProcessorChannel channel = account.simulated() ? simulator : processor;
        channel.budget().called();
        long deadline = System.nanoTime()
                + Duration.ofMillis(settings.callTimeoutMillis()).toNanos();
        var context = vertx.getOrCreateContext();
        Promise<T> answer = Promise.promise();
        attempt(channel, new ProcessorCall<>(operation, account, deadline, work), 1)
                .onComplete(result -> {
                    shares.leave(sellerId);
                    context.runOnContext(nothing -> answer.handle(result));
                });
        return answer.future();
    }

    /** Runs one operation that returns nothing. */
    public Future<Void> run(ProcessorAccount account, String operation, Consumer<Processor> work) {
        return call(account, operation, processor -> {
                    work.accept(processor);
                    return true;
                })
                .mapEmpty();
    }

    private <T extends @Nullable Object> Future<T> attempt(
            ProcessorChannel channel, ProcessorCall<T> call, int number) {
        return send(channel, call).recover(failure -> {
            long pause = RetryBudget.pause(number, failure);
            boolean again = failure instanceof ProcessorFailure known
                    && (known.kind() == Kind.UNKNOWN || known.kind() == Kind.RATE_LIMITED)
                    && number < TRIES_MAX
                    && call.nanosLeft() > 2 * Duration.ofMillis(pause).toNanos()
                    && channel.budget().tryAcquire();
            if (!again) {
                return Future.failedFuture(failure);
            }
            return vertx.timer(pause)
                    .compose(waited -> attempt(channel, call, number + 1))
                    .recover(later -> Future.failedFuture(reported(failure, later)));
        });
    }

    private <T extends @Nullable Object> Future<T> send(ProcessorChannel channel, ProcessorCall<T> call) {
        long millisLeft = call.nanosLeft() / 1_000_000;
        return shares.run(call.account().scope().sellerId(), millisLeft, () -> channel.send(call));
    }

    /** Returns the throttle of questions that requests without a key ask. */
    public QuestionThrottle questions() {
        return questions;
    }

    /**
     * Returns the failure to report after two attempts. If the second one was stopped before the processor decided, the
     * first may still have had an effect.
     */
    private static Throwable reported(Throwable first, Throwable second) {
        if (!(second instanceof ProcessorFailure last)) {
            return second;
        }
        boolean unknown = first instanceof ProcessorFailure known && known.mayHaveBeenProcessed();
        boolean undecided = last.kind() == Kind.NOT_SENT
                || (unknown && last.kind() != Kind.REFUSED && !last.mayHaveBeenProcessed());
        return undecided ? first : second;
    }

    /** Returns whether the circuit breaker is open. */
    public boolean isBreakerOpen() {
        return processor.isOpen();
    }

    /** Returns the number of running and waiting calls. */
    public int pending() {
        return shares.pending();
    }
}
