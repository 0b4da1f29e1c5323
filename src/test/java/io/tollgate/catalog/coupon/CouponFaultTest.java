package io.tollgate.catalog.coupon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever fails, a coupon exists both in Tollgate and at the processor, or in neither. */
class CouponFaultTest {
    private static final String COUPONS = "/v1/coupons";
    private static final int CALLS = 64;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private static String named(String label, String code) {
        return "{\"label\":\"" + label + "\",\"code\":\"" + code + "\",\"percentOff\":10,\"duration\":\"once\"}";
    }

    private static Map<String, String> headers(String key) {
        return Map.of("Content-Type", "application/json", "Idempotency-Key", key);
    }

    private int atProcessor() {
        return SimulatorState.objects(seller, true, "coupon").size();
    }

    private void nowhere() {
        assertThat(api.get(COUPONS).total()).isZero();
        assertThat(seller.settles(() -> atProcessor() == 0 && SimulatorState.pendingTasks(seller) == 0))
                .as("nothing is left at the processor, and nothing to be done there")
                .isTrue();
    }

    @Test
    void a_refusal_of_the_processor_is_told_and_nothing_is_stored() {
        Reply refused = api.send("POST", COUPONS, headers("r"), named("simulate:declinex1", "A"))
                .expect(422);
        assertThat(refused.json().get("code").textValue()).isEqualTo("processor_refused");
        assertThat(refused.json().get("message").textValue()).contains("declined");
        assertThat(SimulatorState.pendingTasks(seller)).isZero();
        nowhere();
        api.send("POST", COUPONS, headers("r"), named("simulate:declinex1", "A"))
                .expect(422);
        assertThat(api.get("/v1/audit-log").total()).isZero();
    }

    @Test
    void too_many_calls_for_the_account_are_told_as_such() {
        Reply limited = api.post(COUPONS, named("simulate:ratelimit", "A")).expect(429);
        assertThat(limited.header("Retry-After")).isEqualTo("1");
        nowhere();
    }

    @Test
    void what_passes_by_itself_is_tried_again_under_the_same_key() {
        for (String fault : List.of("error", "drop", "lose", "garble", "ratelimit")) {
            api.post(COUPONS, named("simulate:" + fault + "x1", fault)).expect(201);
        }
        assertThat(api.get(COUPONS).total()).isEqualTo(5);
        assertThat(atProcessor()).isEqualTo(5);
        assertThat(SimulatorState.pendingTasks(seller)).isZero();
    }

    @Test
    void an_outage_is_503_and_what_was_done_before_it_is_undone() {
        for (String fault : List.of("error", "lose")) {
            Reply out = api.post(COUPONS, named("simulate:" + fault, fault)).expect(503);
            assertThat(out.header("Retry-After")).isNotNull();
            assertThat(out.json().get("code").textValue()).isEqualTo("temporarily_unavailable");
        }
        assertThat(atProcessor()).as("what the lost answer was of").isEqualTo(1);
        hasten();
        nowhere();
    }

    /** Does not wait for the time after which a lost call counts as settled. */
    private void hasten() {
        TestSeller.rows("UPDATE processor_task SET due_at = now() WHERE seller_id = $1", seller.id());
    }

    /** Tollgate fails after the processor succeeded: here the record cannot be stored. */
    @Test
    void what_cannot_be_stored_here_does_not_stay_at_the_processor() {
        TestSeller.rows("ALTER TABLE coupon ADD CONSTRAINT failpoint CHECK (code <> 'failpoint') NOT VALID");
        try {
            api.send("POST", COUPONS, headers("k"), named("L", "failpoint")).expect(500);
        } finally {
            TestSeller.rows("ALTER TABLE coupon DROP CONSTRAINT failpoint");
        }
        assertThat(SimulatorState.writes(seller)).as("it was made there").isGreaterThanOrEqualTo(1);
        nowhere();
        api.send("POST", COUPONS, headers("k"), named("L", "failpoint")).expect(201);
        assertThat(atProcessor()).isEqualTo(1);
    }

    /**
     * A crash after the call leaves the state of the first transaction: a coupon at the processor, none in
     * Tollgate, and the guard. Control: without the guard, the coupon stays at the processor.
     */
    @Test
    void a_crash_after_the_call_leaves_no_orphan() {
        String guarded = crashed("guarded");
        String control = crashed("control");
        TestSeller.rows("DELETE FROM processor_task WHERE seller_id = $1 AND subject_id = $2", seller.id(), control);
        hasten();
        assertThat(seller.settles(() -> SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
        assertThat(SimulatorState.objects(seller, true, "coupon"))
                .extracting(coupon -> coupon.get("id").textValue())
                .containsExactly(control)
                .doesNotContain(guarded);
    }

    /** Creates a coupon, and restores the state between the call and the second transaction. */
    private String crashed(String code) {
        String id = api.post(COUPONS, named(code, code))
                .expect(201)
                .json()
                .at("/data/processorCouponId")
                .textValue();
        String record = id.replace("tollgate_", "");
        for (String sql : List.of(
                "DELETE FROM coupon WHERE seller_id = $1 AND id = $2",
                "DELETE FROM processor_copy WHERE seller_id = $1 AND record_id = $2",
                "DELETE FROM capacity WHERE seller_id = $1 AND owner_id = $2")) {
            TestSeller.rows(sql, seller.id(), record);
        }
        TestSeller.rows(
                "INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, due_at, created_at)"
                        + " VALUES ($1, true, $2, 'DELETE_COUPON', $3, '{}', now() + interval '60 s', now())",
                seller.id(),
                record,
                id);
        return id;
    }

    @Test
    void parallel_calls_with_one_key_make_one_coupon_and_one_answer() {
        List<Reply> replies =
                Parallel.times(CALLS, i -> api.writeWithRetries("POST", COUPONS, "one", named("One", "ONE")));
        Set<String> bodies = new HashSet<>();
        replies.forEach(reply -> bodies.add(reply.expect(201).body()));
        assertThat(bodies).hasSize(1);
        assertThat(replies.stream().filter(reply -> reply.header("Idempotent-Replayed") == null))
                .hasSize(1);
        assertThat(api.get(COUPONS).total()).isEqualTo(1);
        assertThat(atProcessor()).isEqualTo(1);
        assertThat(SimulatorState.writes(seller)).as("writes at the processor").isEqualTo(1);
        assertThat(SimulatorState.pendingTasks(seller)).isZero();
    }

    /** Control: with a different key each, one request gets the code, and the others' coupons are deleted. */
    @Test
    void without_the_key_the_code_is_a_conflict_and_no_orphan_stays() {
        List<Reply> replies =
                Parallel.times(16, i -> api.writeWithRetries("POST", COUPONS, "key " + i, named("One", "ONE")));
        assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(replies.stream().filter(reply -> reply.status() == 409)).hasSize(15);
        assertThat(api.get(COUPONS).total()).isEqualTo(1);
        assertThat(seller.settles(() -> atProcessor() == 1 && SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
    }

    @Test
    void test_writes_never_use_the_live_account() {
        TestGateway.shared().accounts().disconnect(seller.name(), false);
        seller.test().post(COUPONS, named("T", "T")).expect(403);
        assertThat(atProcessor()).isZero();
        assertThat(SimulatorState.writes(seller)).isZero();
    }
}
