package io.tollgate.loadtest.call;

import io.tollgate.loadtest.measure.Tally;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A step on its way: sent, and sent again where the server, or the network, asks for it. The same idempotency key goes
 * along each time, so a write that was done already is answered as it was then. Used by one virtual user alone.
 */
public final class Attempt {
    private static final int TRIES_MAX = 5;
    private static final long SECOND = 1_000;

    /** A wait beyond this is not worth a place in the test. */
    private static final long WAIT_MILLIS_MAX = 30 * SECOND;

    private final Step step;
    private final Tally tally;
    private final Patience patience;
    private int tries;
    private long waitMillis;
    private boolean answered;
    private boolean over;
    private @Nullable Fault fault;

    public Attempt(Step step, Tally tally, Patience patience) {
        this.step = step;
        this.tally = tally;
        this.patience = patience;
    }

    public Step step() {
        return step;
    }

    /** Whether it is to be sent, after {@link #pause}. */
    public boolean isDue() {
        return !over;
    }

    public Duration pause() {
        return Duration.ofMillis(waitMillis);
    }

    /** Weighs an answer; what is wrong with it is kept for {@link #throwFault}. */
    public void received(Answer answer) {
        answered = true;
        tries++;
        tally.request(answer.millis());
        fault = faultOf(answer);
        if (fault != null && fault.kind() != Fault.Kind.THROTTLED) {
            tally.fault(step.name(), fault);
        }
    }

    /**
     * For the report.
     *
     * @throws Fault what was wrong with the last answer
     */
    public void throwFault() {
        if (fault != null) {
            throw fault;
        }
    }

    private @Nullable Fault faultOf(Answer answer) {
        if (answer.status() == 429) {
            tally.throttled();
            patience.until(step.call().caller(), answer.retryAfterSeconds(1));
            again(answer.retryAfterSeconds(1));
            return Fault.throttled();
        }
        if (answer.status() >= 500) {
            again(answer.retryAfterSeconds(1));
            return Fault.error("answered " + answer.status() + answer.where());
        }
        if (answer.status() == 409 && !answer.header("retry-after").isEmpty()) {
            // Its twin is still at work.
            again(answer.retryAfterSeconds(1));
            return null;
        }
        over = true;
        try {
            step.judge(answer);
            return null;
        } catch (Fault found) {
            return found;
        } catch (RuntimeException unreadable) {
            return Fault.error(
                    "an answer that cannot be read: " + unreadable.getClass().getSimpleName());
        }
    }

    /** Called after each sending, also where no answer came. */
    public void settle() {
        if (!answered) {
            tries++;
            tally.request(-1);
            tally.fault(step.name(), Fault.error("no answer"));
            again(1);
        }
        answered = false;
    }

    private void again(long seconds) {
        waitMillis = seconds * SECOND + ThreadLocalRandom.current().nextLong(SECOND / 4);
        if (tries >= TRIES_MAX || waitMillis > WAIT_MILLIS_MAX) {
            over = true;
            step.lost();
        }
    }
}
