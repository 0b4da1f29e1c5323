package io.tollgate.loadtest.call;

import static io.tollgate.loadtest.Replies.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.loadtest.measure.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is sent again, when, and how it counts. */
class AttemptTest {
    private final AtomicLong millis = new AtomicLong();
    private final Tally tally = new Tally();
    private final Patience patience = new Patience(millis::get);
    private final List<String> told = new ArrayList<>();

    private final Step step = new Step() {
        private final Call call = Call.write(Call.Caller.TEST_KEY, "POST", "/v1/bookings", "{}");

        @Override
        public String name() {
            return "book";
        }

        @Override
        public Call call() {
            return call;
        }

        @Override
        public void judge(Answer answer) {
            told.add("judged " + answer.status());
            answer.expect(201);
        }

        @Override
        public void lost() {
            told.add("lost");
        }
    };

    private final Attempt attempt = new Attempt(step, tally, patience);

    private void answer(Answer answer) {
        attempt.received(answer);
        attempt.settle();
    }

    @Test
    void first_answer_that_counts_is_judged() {
        answer(reply(201, "{}"));
        assertThat(told).containsExactly("judged 201");
        assertThat(attempt.isDue()).isFalse();
        assertThat(tally.errors()).isZero();
    }

    @Test
    void throttled_is_no_error_and_is_waited_for() {
        answer(reply(429, "{}", "Retry-After", "3"));
        assertThat(attempt.isDue()).isTrue();
        assertThat(attempt.pause()).isBetween(java.time.Duration.ofSeconds(3), java.time.Duration.ofMillis(3_250));
        assertThatThrownBy(attempt::throwFault).hasMessage("throttled");
        assertThat(patience.isAskedOf(Call.Caller.TEST_KEY)).isTrue();
        assertThat(patience.isAskedOf(Call.Caller.LIVE_KEY)).isFalse();
        millis.set(3_000);
        assertThat(patience.isAskedOf(Call.Caller.TEST_KEY)).isFalse();
        answer(reply(201, "{}"));
        attempt.throwFault();
        assertThat(tally.throttledCount()).isOne();
        assertThat(tally.errors()).isZero();
        assertThat(told).containsExactly("judged 201");
    }

    @Test
    void server_error_counts_and_is_sent_again_under_the_same_key() {
        String key = attempt.step().call().idempotencyKey();
        answer(reply(503, "{}", "Retry-After", "2"));
        assertThatThrownBy(attempt::throwFault).hasMessage("answered 503");
        assertThat(attempt.step().call().idempotencyKey()).isEqualTo(key).isNotEmpty();
        answer(reply(201, "{}"));
        assertThat(tally.errors()).isOne();
        assertThat(told).containsExactly("judged 201");
    }

    @Test
    void what_nobody_answers_is_lost_in_the_end() {
        int sent = 0;
        while (attempt.isDue()) {
            attempt.settle();
            sent++;
        }
        assertThat(sent).isEqualTo(5);
        assertThat(told).containsExactly("lost");
        assertThat(tally.errors()).isEqualTo(5);
        assertThat(tally.faults()).containsExactly("5 x book: no answer");
    }

    @Test
    void wait_that_is_too_long_is_not_waited() {
        answer(reply(503, "{}", "Retry-After", "3600"));
        assertThat(attempt.isDue()).isFalse();
        assertThat(told).containsExactly("lost");
    }

    @Test
    void twin_at_work_is_waited_for() {
        answer(reply(409, "{}", "Retry-After", "1"));
        assertThat(attempt.isDue()).isTrue();
        answer(reply(201, "{}"));
        assertThat(tally.errors()).isZero();
        assertThat(tally.requests()).isEqualTo(2);
    }

    @Test
    void answer_that_cannot_be_is_an_error_with_the_id_of_one() {
        answer(reply(404, "{\"code\":\"not_found\"}", "Request-Id", "req_1"));
        new Attempt(step, tally, patience).received(reply(404, "{\"code\":\"not_found\"}", "Request-Id", "req_2"));
        assertThat(tally.faults()).containsExactly("2 x book: answered 404 not_found (req_1)");
    }
}
