package io.tollgate.loadtest.reads;

import static io.tollgate.loadtest.Replies.assertError;
import static io.tollgate.loadtest.Replies.assertInconsistent;
import static io.tollgate.loadtest.Replies.reply;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Gets, filters and searches: what they believe, and what they do not. */
class RecordStepsTest {
    private final Claims claims = new Claims(List.of());
    private final Known known = Records.known(6);
    private final Step get = new GetStep(known, Call.Caller.LIVE_KEY, claims);

    @Test
    void record_is_the_one_of_the_list() {
        get.judge(reply(200, "{\"data\":" + Records.json(6) + "}"));
        assertThat(claims.tried(GetStep.SAME)).isOne();
    }

    @Test
    void signed_link_may_differ_and_nothing_else() {
        get.judge(reply(200, "{\"data\":" + Records.json(6).replace("\"u6\"", "\"other\"") + "}"));
        for (String lie :
                List.of("\"name\":\"Thing Number 7\"", "\"name\":null", "\"more\":1,\"name\":\"Thing Number 6\"")) {
            String body = "{\"data\":" + Records.json(6).replace("\"name\":\"Thing Number 6\"", lie) + "}";
            assertInconsistent(() -> get.judge(reply(200, body)), "differs");
        }
        assertInconsistent(() -> get.judge(reply(200, "{\"data\":" + Records.json(7) + "}")), "differs");
    }

    @Test
    void record_changed_since_may_differ() {
        String changed = Records.json(6)
                .replace("Number 6", "Number 60")
                .replace("\"updatedAt\":\"2026-01-01T00:00:06", "\"updatedAt\":\"2026-01-01T00:01:06");
        get.judge(reply(200, "{\"data\":" + changed + "}"));
    }

    @Test
    void record_that_is_gone_is_an_error() {
        assertError(
                () -> get.judge(reply(404, "{\"code\":\"not_found\"}", "Request-Id", "req_1")),
                "answered 404 not_found (req_1)");
    }

    /** A filter by color alone; chance decides what is filtered by. */
    private Step filter(String wanted) {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            Step step = FilterStep.of(known, Call.Caller.LIVE_KEY, claims, random);
            if (step != null && step.call().path().matches(wanted)) {
                return step;
            }
        }
        throw new AssertionError("no such filter");
    }

    @Test
    void filter_finds_its_record_and_only_such() {
        Step step = filter("/v1/things\\?limit=2&color=red");
        step.judge(reply(200, Records.page(2, false, 6, 4)));
        step.judge(reply(200, Records.page(9, true, 10, 8)));
        assertInconsistent(() -> step.judge(reply(200, Records.page(2, false, 6, 5))), "without the value of [color]");
        assertInconsistent(() -> step.judge(reply(200, Records.page(1, false, 4))), "is not found");
        assertInconsistent(() -> step.judge(reply(200, Records.page(0, false))), "is not found");
        assertInconsistent(() -> step.judge(reply(200, Records.page(9, true, 4, 2))), "is not found");
    }

    @Test
    void totals_and_pages_agree() {
        Step step = filter("/v1/things\\?limit=2&color=red");
        assertInconsistent(() -> step.judge(reply(200, Records.page(3, false, 6, 4))), "2 of 3 records");
        assertInconsistent(() -> step.judge(reply(200, Records.page(2, true, 6, 4))), "2 of 2 records");
        assertInconsistent(() -> step.judge(reply(200, Records.page(9, true, 6))), "1 of 9 records");
        assertInconsistent(() -> step.judge(reply(200, Records.page(3, false, 8, 6, 4))), "3 of 3 records");
        assertInconsistent(() -> step.judge(reply(200, Records.page(2, false, 6, 6))), "2 of 2 records");
    }

    @Test
    void bounds_include_their_moment() {
        Step step = filter("/v1/things\\?limit=\\d+&createdAfter=[^&]+");
        step.judge(reply(200, Records.page(1, false, 6)));
        assertInconsistent(() -> step.judge(reply(200, Records.page(2, false, 6, 5))), "without the value");
    }

    @Test
    void filter_may_be_by_a_field_within() {
        Step step = filter("/v1/things\\?limit=\\d+&couponCode=TEN");
        String other = Records.page(1, false, 6).replace("TEN", "TENS");
        assertInconsistent(() -> step.judge(reply(200, other)), "without the value of [couponCode]");
    }

    @Test
    void search_finds_its_record_and_only_such() {
        Random random = new Random(1);
        Step step = null;
        while (step == null || !step.call().path().contains("Thing")) {
            step = SearchStep.of(known, Call.Caller.LIVE_KEY, claims, random);
        }
        Step search = step;
        search.judge(reply(200, Records.page(2, false, 7, 6)));
        String stranger = Records.page(2, false, 7, 6).replace("Thing Number 7", "Other");
        assertInconsistent(() -> search.judge(reply(200, stranger)), "without the text");
        assertInconsistent(() -> search.judge(reply(200, Records.page(1, false, 7))), "is not found");
    }

    @Test
    void addresses_are_searched_as_a_whole() {
        boolean whole = false;
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            Step step = SearchStep.of(known, Call.Caller.LIVE_KEY, claims, random);
            assertThat(step).isNotNull();
            String path = URLDecoder.decode(step.call().path(), StandardCharsets.UTF_8);
            whole |= path.endsWith("search=a.b6@example.com");
            assertThat(path).matches(".*search=(Thing|Number|a\\.b6@example\\.com)");
        }
        assertThat(whole).isTrue();
    }
}
