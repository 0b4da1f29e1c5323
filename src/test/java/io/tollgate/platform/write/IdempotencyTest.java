package io.tollgate.platform.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.Eventually;
import io.tollgate.support.Parallel;
import io.tollgate.support.RawHttp;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.sqlclient.Tuple;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A repeated request has no second effect. Check-outs are counted, because each adds an entry. */
class IdempotencyTest {
    private static final int CALLS = 64;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final String customer = "/v1/customers/"
            + seller.create(Customers.RESOURCE, true, record -> {}).get("id").textValue();

    private static Reply send(TestApi api, String method, String path, String key, String body) {
        Map<String, String> headers = new HashMap<>(Map.of("Content-Type", "application/json"));
        headers.put("Idempotency-Key", key);
        return api.send(method, path, headers, body);
    }

    private long effects() {
        return api.get("/v1/audit-log").total();
    }

    @Test
    void a_replay_has_the_same_status_body_and_state_and_no_effect() {
        Reply first = send(api, "PATCH", customer, "k 1", "{\"name\":\"Anna\"}").expect(200);
        assertThat(first.header("Idempotent-Replayed")).isNull();
        api.patch(customer, "{\"name\":\"Berta\"}").expect(200);
        Reply again = send(api, "PATCH", customer, "k 1", "{\"name\":\"Anna\"}").expect(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.header("Request-Id")).isNotEqualTo(first.header("Request-Id"));
        assertThat(api.get(customer).json().at("/data/name").textValue()).isEqualTo("Berta");
        Reply slashed = send(api, "PATCH", customer + "/", "k 1", "{\"name\":\"Anna\"}");
        assertThat(slashed.body()).as("the same path").isEqualTo(first.body());
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    void another_request_with_the_key_is_refused() {
        send(api, "PATCH", customer, "k", "{\"name\":\"Anna\"}").expect(200);
        Reply body = send(api, "PATCH", customer, "k", "{\"name\":\"Berta\"}").expect(422);
        assertThat(body.json().get("code").textValue()).isEqualTo("idempotency_key_reused");
        String other =
                seller.create(Customers.RESOURCE, true, record -> {}).get("id").textValue();
        send(api, "PATCH", "/v1/customers/" + other, "k", "{\"name\":\"Anna\"}").expect(422);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void what_a_request_says_in_its_query_belongs_to_it() {
        String missing = "/v1/products/" + "0".repeat(24);
        Map<String, String> key = Map.of("Idempotency-Key", "k");
        api.send("DELETE", missing + "?fromAllPages=true", key).expect(404);
        for (String other : List.of(missing, missing + "?fromAllPages=false")) {
            assertThat(api.send("DELETE", other, key)
                            .expect(422)
                            .json()
                            .get("code")
                            .textValue())
                    .isEqualTo("idempotency_key_reused");
        }
        Reply again = api.send("DELETE", missing + "?fromAllPages=true", key).expect(404);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    }

    @Test
    void a_key_means_nothing_to_other_sellers_and_the_other_mode() {
        send(api, "PATCH", customer, "k", "{\"name\":\"Anna\"}").expect(200);
        TestSeller other = TestGateway.shared().seller();
        for (boolean live : List.of(true, false)) {
            String theirs = other.create(Customers.RESOURCE, live, record -> {})
                    .get("id")
                    .textValue();
            Reply reply = send(
                            live ? other.live() : other.test(),
                            "PATCH",
                            "/v1/customers/" + theirs,
                            "k",
                            "{\"name\":\"B\"}")
                    .expect(200);
            assertThat(reply.header("Idempotent-Replayed")).isNull();
        }
    }

    @Test
    void malformed_keys_are_refused() {
        for (String key : List.of("", "x".repeat(256), "a\tb")) {
            assertThat(send(api, "PATCH", customer, key, "{\"name\":\"A\"}").problems())
                    .containsExactly("Idempotency-Key");
        }
        for (String key : List.of("!", "~", "a b", "x".repeat(255))) {
            send(api, "PATCH", customer, key, "{\"name\":\"A\"}").expect(200);
        }
    }

    /** Keys that no client library sends. */
    @Test
    void malformed_headers_are_refused() {
        for (String header : List.of("\u00e9", "one\r\nIdempotency-Key: two", "one\r\nIdempotency-Key: one")) {
            String request = "DELETE /v1/products/" + "0".repeat(24) + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer " + seller.liveKey() + "\r\nConnection: close\r\nIdempotency-Key: ";
            int port = TestGateway.shared().port();
            RawHttp.Response answer =
                    RawHttp.send(port, request + header + "\r\n\r\n").only();
            assertThat(answer.status()).as(header).isEqualTo(400);
            assertThat(answer.body()).contains("\"param\":\"Idempotency-Key\"");
            RawHttp.Response right = RawHttp.send(port, request + "one\r\n\r\n").only();
            assertThat(right.status()).isEqualTo(404);
        }
    }

    @Test
    void refusals_of_the_state_are_kept_and_those_of_the_request_are_not() {
        String missing = "/v1/customers/" + "0".repeat(24);
        Reply first = send(api, "PATCH", missing, "k", "{\"name\":\"A\"}").expect(404);
        Reply again = send(api, "PATCH", missing, "k", "{\"name\":\"A\"}").expect(404);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        send(api, "PATCH", customer, "wrong", "{\"name\":5}").expect(400);
        send(api, "PATCH", customer, "wrong", "{\"name\":\"A\"}").expect(200);
        Map<String, String> stale =
                Map.of("Content-Type", "application/json", "Idempotency-Key", "stale", "If-Match", "\"no\"");
        api.send("PATCH", customer, stale, "{\"name\":\"C\"}").expect(412);
        send(api, "PATCH", customer, "stale", "{\"name\":\"C\"}").expect(200);
    }

    @Test
    void parallel_calls_with_one_key_have_one_effect_and_one_answer() {
        String ticket = admitted();
        String path = "/v1/tickets/" + ticket + "/check-out";
        List<Reply> replies = Parallel.times(CALLS, i -> untilAnswered(path, "one"));
        Set<String> bodies = new HashSet<>();
        replies.forEach(reply -> bodies.add(reply.expect(200).body()));
        assertThat(bodies).hasSize(1);
        assertThat(replies.stream().filter(reply -> reply.header("Idempotent-Replayed") == null))
                .hasSize(1);
        assertThat(replies.get(0).json().at("/data/success").booleanValue()).isTrue();
        assertThat(entries(ticket)).isEqualTo(1);
    }

    /** Control: with different keys the responses differ. */
    @Test
    void without_the_key_the_answers_would_differ() {
        String ticket = admitted();
        Set<String> bodies = new HashSet<>();
        Parallel.times(CALLS, i -> untilAnswered("/v1/tickets/" + ticket + "/check-out", "key " + i))
                .forEach(reply -> bodies.add(reply.expect(200).body()));
        assertThat(bodies).hasSizeGreaterThan(1);
    }

    private Reply untilAnswered(String path, String key) {
        return api.writeWithRetries("POST", path, key, "{}");
    }

    /** Sends requests while another transaction holds the lock of their key, as a running request does. */
    private <T> T whileAtWork(String key, Callable<T> requests) {
        long lock = new IdempotencyKey(key, new byte[0]).lock(seller.id(), true);
        return TestSeller.await(TestSeller.database()
                .write(
                        seller.scope(true),
                        transaction -> transaction
                                .preparedQuery("SELECT pg_advisory_xact_lock($1)")
                                .execute(Tuple.of(lock))
                                .compose(held -> TestGateway.shared().vertx().executeBlocking(requests))));
    }

    @Test
    void a_request_whose_key_is_at_work_is_told_to_come_back() {
        Reply busy = whileAtWork("busy", () -> send(api, "PATCH", customer, "busy", "{\"name\":\"A\"}"));
        assertThat(busy.expect(409).json().get("code").textValue()).isEqualTo("idempotency_conflict");
        assertThat(busy.header("Retry-After")).isEqualTo("1");
        send(api, "PATCH", customer, "busy", "{\"name\":\"A\"}").expect(200);
    }

    @Test
    void a_key_at_work_holds_up_no_other_key_and_no_other_mode() {
        String test = "/v1/customers/"
                + seller.create(Customers.RESOURCE, false, record -> {})
                        .get("id")
                        .textValue();
        List<Reply> others = whileAtWork(
                "busy",
                () -> List.of(
                        send(api, "PATCH", customer, "idle", "{\"name\":\"A\"}"),
                        send(seller.test(), "PATCH", test, "busy", "{\"name\":\"A\"}")));
        assertThat(others).allSatisfy(reply -> reply.expect(200));
    }

    /** A response that another transaction stored without the lock is invisible until that transaction commits. */
    @Test
    void where_the_lock_does_not_reach_the_key_of_the_table_does() throws SQLException {
        CompletableFuture<Reply> request = new CompletableFuture<>();
        try (Connection other = DriverManager.getConnection(PostgresUrl.toJdbc(TestDatabase.url()))) {
            other.setAutoCommit(false);
            other.createStatement()
                    .execute("INSERT INTO idempotent_answer VALUES ('" + seller.id()
                            + "', true, 'unlocked', '\\x00', 200, NULL, '{}', now())");
            request.completeAsync(() -> send(api, "PATCH", customer, "unlocked", "{\"name\":\"A\"}"));
            awaitInsert();
            other.commit();
        }
        Reply busy = request.join().expect(409);
        assertThat(busy.json().get("code").textValue()).isEqualTo("idempotency_conflict");
        assertThat(busy.header("Retry-After")).isEqualTo("1");
        assertThat(effects()).isZero();
        send(api, "PATCH", customer, "unlocked", "{\"name\":\"A\"}").expect(422);
    }

    /** Waits until storing the response has to wait for another transaction. */
    private static void awaitInsert() {
        String waiting = "SELECT FROM pg_stat_activity"
                + " WHERE wait_event = 'transactionid' AND query LIKE 'INSERT INTO idempotent_answer (%'";
        assertThat(Eventually.isTrue(() -> TestSeller.rows(waiting).size() > 0))
                .as("a response waits to be stored")
                .isTrue();
    }

    private String admitted() {
        return seller.create(Tickets.RESOURCE, true, record -> {
                    record.putArray("checkIns");
                    record.putObject("latestCheckIn").put("status", "CHECKEDIN");
                })
                .get("id")
                .textValue();
    }

    private int entries(String ticket) {
        JsonNode record = api.get("/v1/tickets/" + ticket).expect(200).json().get("data");
        return record.get("checkIns").size();
    }

    @Test
    void answers_are_forgotten_after_a_day() {
        send(api, "PATCH", customer, "due", "{\"name\":\"A\"}").expect(200);
        send(api, "PATCH", customer, "late", "{\"name\":\"B\"}").expect(200);
        send(api, "PATCH", customer, "fresh", "{\"name\":\"C\"}").expect(200);
        TestSeller.rows(
                "UPDATE idempotent_answer SET created_at = created_at - interval '24 hours 1 second'"
                        + " WHERE seller_id = $1 AND key <> 'fresh'",
                seller.id());
        Reply late = send(api, "PATCH", customer, "late", "{\"name\":\"D\"}").expect(200);
        assertThat(late.header("Idempotent-Replayed")).isNull();
        // A gateway that starts may have deleted it before.
        TestSeller.await(new RowExpiry(TestSeller.database(), Clock.SYSTEM, Idempotency.EXPIRY).expire(seller.id()));
        List<String> left = new ArrayList<>();
        TestSeller.rows("SELECT key FROM idempotent_answer WHERE seller_id = $1 ORDER BY key", seller.id())
                .forEach(row -> left.add(row.getString(0)));
        assertThat(left).containsExactly("fresh", "late");
    }

    /** The effect and the stored response are committed together or not at all: here storing the response fails. */
    @Test
    void an_answer_that_cannot_be_stored_leaves_no_effect() {
        TestSeller.rows(
                "ALTER TABLE idempotent_answer ADD CONSTRAINT failpoint" + " CHECK (key <> 'failpoint') NOT VALID");
        try {
            send(api, "PATCH", customer, "failpoint", "{\"name\":\"Lost\"}").expect(500);
        } finally {
            TestSeller.rows("ALTER TABLE idempotent_answer DROP CONSTRAINT failpoint");
        }
        assertThat(api.get(customer).json().at("/data/name").textValue()).isEqualTo("sample of name");
        assertThat(effects()).isZero();
        send(api, "PATCH", customer, "failpoint", "{\"name\":\"Found\"}").expect(200);
        assertThat(effects()).isEqualTo(1);
    }
}
