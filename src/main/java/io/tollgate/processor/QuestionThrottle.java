package io.tollgate.processor;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits how often, and how long, requests without a key ask the processor about one record. Shared by all event loops.
 *
 * <p>A question that follows another one within the pause gets the same answer, also while that is still on its way.
 * So however often an address is loaded, it occupies one worker. The request stops waiting after a while; the
 * question goes on, and a later request gets its answer.
 */
public final class QuestionThrottle {
    private static final int QUESTIONS_MAX = 10_000;

    /** Longer than every question takes: one that is on its way is never asked a second time. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    private final Vertx vertx;
    private final long pauseNanos;
    private final long waitMillis;
    private final Cache<Key, Asked> questions = Caffeine.newBuilder()
            .maximumSize(QUESTIONS_MAX)
            .expireAfterWrite(KEPT)
            .build();

    QuestionThrottle(Vertx vertx, ProcessorSettings settings) {
        this.vertx = vertx;
        this.pauseNanos = Duration.ofMillis(settings.questionPauseMillis()).toNanos();
        this.waitMillis = settings.questionWaitMillis();
    }

    /** Why a request asks. Each occasion has a pause of its own. */
    public enum Occasion {
        /** A page is shown, which buyers and strangers can load at any time. */
        SHOW,
        /** The processor sends the buyer back: the outcome has probably changed since the page was shown. */
        RETURN,
        /** Another page of the same record, or a payment, is begun. */
        BEGIN
    }

    /** A record that the processor is asked about. */
    public record Key(Scope scope, String id, Occasion occasion) {}

    private record Asked(long nanos, Promise<Object> answer) {}

    /**
     * The answer to a question.
     *
     * @param value null if the processor has not answered in time
     * @param fresh whether the question was asked for this request, so that nothing is newer
     */
    public record Answer<T>(@Nullable T value, boolean fresh) {}

    /**
     * Asks a question, or returns the answer to the one that was asked before.
     *
     * @param question starts on the event loop of the first request
     */
    public <T> Future<Answer<T>> ask(Key key, Supplier<Future<T>> question) {
        long now = System.nanoTime();
        Asked mine = new Asked(now, Promise.promise());
        Asked asked =
                questions.asMap().compute(key, (any, before) -> before == null || isOver(before, now) ? mine : before);
        if (asked == mine) {
            begin(key, mine, question);
        }
        return answer(asked, asked == mine);
    }

    /** Lets the next request ask again, because what was asked about has changed on purpose. */
    public void forget(Key key) {
        questions.invalidate(key);
    }

    private boolean isOver(Asked before, long now) {
        return before.answer().future().isComplete() && now - before.nanos() >= pauseNanos;
    }

    private <T> void begin(Key key, Asked mine, Supplier<Future<T>> question) {
        if (key.occasion() == Occasion.RETURN && pauseNanos > 0) {
            // The page that the buyer is led to shows what was learned for the return.
            questions.put(new Key(key.scope(), key.id(), Occasion.SHOW), mine);
        }
        Future.<T>future(begun -> question.get().onComplete(begun))
                .<Object>map(value -> value)
                .onComplete(mine.answer());
    }

    /** Returns to the event loop of the request, at the latest when it stops waiting. */
    @SuppressWarnings("unchecked") // A key names one kind of question.
    private <T> Future<Answer<T>> answer(Asked asked, boolean fresh) {
        var context = vertx.getOrCreateContext();
        Promise<Answer<T>> own = Promise.promise();
        long timer = vertx.setTimer(waitMillis, fired -> own.tryComplete(new Answer<>(null, fresh)));
        asked.answer()
                .future()
                .onComplete(answer -> context.runOnContext(nothing -> {
                    vertx.cancelTimer(timer);
                    if (answer.succeeded()) {
                        own.tryComplete(new Answer<>((T) answer.result(), fresh));
                    } else {
                        own.tryFail(answer.cause());
                    }
                }));
        return own.future();
    }
}
