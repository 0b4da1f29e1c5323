package io.tollgate.platform.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.pgclient.PgException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The audit log records who changed which record, and when. */
class AuditLogTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private String customer(boolean live) {
        return seller.create(Customers.RESOURCE, live, record -> {}).get("id").textValue();
    }

    @Test
    void a_change_leaves_an_entry_with_key_time_route_and_both_values() {
        String id = customer(true);
        Reply change = api.patch("/v1/customers/" + id, "{\"name\":\"Anna\",\"address\":{\"city\":\"Bonn\"}}")
                .expect(200);
        JsonNode entry =
                api.get("/v1/audit-log?recordId=" + id).expect(200).json().at("/data/0");
        assertThat(entry.get("route").textValue()).isEqualTo("PATCH /v1/customers/{customerId}");
        assertThat(entry.get("recordId").textValue()).isEqualTo(id);
        assertThat(entry.get("requestId").textValue()).isEqualTo(change.header("Request-Id"));
        assertThat(entry.get("createdAt")).isEqualTo(change.json().at("/data/updatedAt"));
        String key = TestSeller.rows("SELECT id FROM api_key WHERE seller_id = $1 AND livemode", seller.id())
                .iterator()
                .next()
                .getString(0);
        assertThat(entry.get("keyId").textValue()).isEqualTo(key);
        assertThat(entry.get("changes").toString())
                .startsWith("[{\"field\":\"name\",\"before\":\"sample of name\",\"after\":\"Anna\"},"
                        + "{\"field\":\"address\",\"before\":{\"line1\":")
                .doesNotContain("updatedAt", "email");
        assertThat(api.get("/v1/audit-log/" + entry.get("id").textValue())
                        .json()
                        .get("data"))
                .isEqualTo(entry);
    }

    @Test
    void entries_are_found_by_key_route_record_and_time() {
        String first = customer(true);
        String second = customer(true);
        api.patch("/v1/customers/" + first, "{\"name\":\"A\"}").expect(200);
        api.patch("/v1/customers/" + second, "{\"name\":\"B\"}").expect(200);
        String ticket =
                seller.create(Tickets.RESOURCE, true, record -> {}).get("id").textValue();
        api.patch("/v1/tickets/" + ticket, "{\"attendeeName\":\"C\"}").expect(200);
        assertThat(api.get("/v1/audit-log").total()).isEqualTo(3);
        assertThat(api.get("/v1/audit-log?recordId=" + first).total()).isEqualTo(1);
        String route = TestApi.encoded("PATCH /v1/customers/{customerId}");
        assertThat(api.get("/v1/audit-log?route=" + route).total()).isEqualTo(2);
        String key = api.get("/v1/audit-log?limit=1").json().at("/data/0/keyId").textValue();
        assertThat(api.get("/v1/audit-log?keyId=" + key).total()).isEqualTo(3);
        assertThat(api.get("/v1/audit-log?keyId=" + first).total()).isZero();
        assertThat(api.get("/v1/audit-log?createdAfter=2100-01-01T00:00:00Z").total())
                .isZero();
        assertThat(TestGateway.shared().seller().live().get("/v1/audit-log").total())
                .isZero();
    }

    @Test
    void an_entry_is_of_the_mode_of_its_key() {
        seller.test()
                .patch("/v1/customers/" + customer(false), "{\"name\":\"A\"}")
                .expect(200);
        assertThat(api.get("/v1/audit-log").total()).isZero();
        assertThat(api.get("/v1/audit-log?livemode=false").total()).isEqualTo(1);
        seller.test().get("/v1/audit-log?livemode=true").expect(403);
    }

    @Test
    void what_was_refused_or_replayed_leaves_none() {
        String path = "/v1/customers/" + customer(true);
        api.patch(path, "{\"name\":5}").expect(400);
        api.patch("/v1/customers/" + "0".repeat(24), "{\"name\":\"A\"}").expect(404);
        api.send("PATCH", path, Map.of("Content-Type", "application/json", "If-Match", "\"x\""), "{\"name\":\"A\"}")
                .expect(412);
        assertThat(api.get("/v1/audit-log").total()).isZero();
        api.writeWithRetries("PATCH", path, "k", "{\"name\":\"A\"}").expect(200);
        api.writeWithRetries("PATCH", path, "k", "{\"name\":\"A\"}").expect(200);
        assertThat(api.get("/v1/audit-log").total()).isEqualTo(1);
    }

    @Test
    void secrets_are_hidden_and_long_values_are_told_by_their_length() {
        ObjectNode before = JsonNodeFactory.instance.objectNode().put("checkInCode", "s3cret");
        ObjectNode after = before.deepCopy().put("checkInCode", "0ther").put("attendeeName", "x".repeat(5_000));
        assertThat(Changes.between(Tickets.RESOURCE.fields(), before, after).toString())
                .isEqualTo("[{\"field\":\"checkInCode\",\"before\":\"[hidden]\",\"after\":\"[hidden]\"},"
                        + "{\"field\":\"attendeeName\",\"before\":null,\"after\":\"[5000 characters]\"}]");
    }

    /** The role for writes can append to the audit log, and nothing else. */
    @Test
    void the_trail_cannot_be_rewritten() {
        for (String sql : new String[] {"UPDATE audit_entry SET route = 'none'", "TRUNCATE audit_entry"}) {
            assertThatThrownBy(() -> TestSeller.await(TestSeller.database()
                            .write(
                                    seller.scope(true),
                                    transaction -> transaction.query(sql).execute())))
                    .isInstanceOf(PgException.class)
                    .hasMessageContaining("42501");
        }
        // Retention deletes old entries only.
        int deleted = TestSeller.await(TestSeller.database()
                .write(
                        seller.scope(true),
                        transaction -> transaction
                                .query("DELETE FROM audit_entry")
                                .execute()
                                .map(rows -> rows.rowCount())));
        assertThat(deleted).isZero();
    }
}
