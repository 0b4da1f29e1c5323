package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Scans of tickets at the entrance. */
class CheckInTest {
    private static final int SCANS = 64;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private ObjectNode ticket(boolean live) {
        return seller.create(Tickets.RESOURCE, live, record -> {
            record.put("status", "PAID").putNull("latestCheckIn").putArray("checkIns");
            record.putArray("metadata");
        });
    }

    private static String scan(JsonNode ticket) {
        return "/v1/tickets/validate/"
                + TestApi.encoded(ticket.get("checkInCode").textValue());
    }

    private JsonNode stored(JsonNode ticket, boolean live) {
        return api.get("/v1/tickets/" + ticket.get("id").textValue() + "?livemode=" + live)
                .expect(200)
                .json()
                .get("data");
    }

    @Test
    void needs_a_key_and_a_ticket_of_the_seller() {
        ObjectNode ticket = ticket(true);
        TestGateway.shared().api(null).post(scan(ticket), "{}").expect(401);
        Reply unknown = api.post("/v1/tickets/validate/no-such-code", "{}").expect(404);
        Reply foreign =
                TestGateway.shared().seller().live().post(scan(ticket), "{}").expect(404);
        assertThat(foreign.bodyWithoutRequestId()).isEqualTo(unknown.bodyWithoutRequestId());
        assertThat(stored(ticket, true).get("checkIns")).isEmpty();
    }

    @Test
    void wrong_input_is_refused() {
        String path = scan(ticket(true));
        assertThat(api.post(path + "?livemode=false", "{}").problems()).containsExactly("livemode");
        assertThat(api.post(path, "{\"metdata\":[]}").problems()).containsExactly("metdata");
        assertThat(api.post(path, "{\"metadata\":[{\"key\":\"a\",\"value\":\"1\"},{\"key\":\"a\",\"value\":\"2\"},{}]}")
                        .problems())
                .containsExactly("metadata[2].key", "metadata[2].value", "metadata[1].key");
        for (String code : List.of("x".repeat(201), "a%00b", "a%0Ab", "%c0%af")) {
            assertThat(api.post("/v1/tickets/validate/" + code, "{}").status())
                    .as(code)
                    .isEqualTo(400);
        }
        assertThat(api.post("/v1/tickets/x/check-out", "{\"a\":1}").problems()).containsExactly("ticketId", "a");
    }

    @Test
    void admits_once_and_tells_since_when() {
        ObjectNode ticket = ticket(true);
        Reply first = api.post(scan(ticket), "{\"metadata\":[{\"key\":\"door\",\"value\":\"north\"}]}")
                .expect(200);
        JsonNode data = first.json().get("data");
        assertThat(data.get("success").booleanValue()).isTrue();
        assertThat(data.get("message").textValue()).isEqualTo("Ticket validated. Metadata updated: door");
        JsonNode shown = data.get("ticket");
        assertThat(shown.has("bookingId")).isFalse();
        assertThat(shown.get("customerEmail")).isEqualTo(ticket.get("customerEmail"));
        assertThat(shown.get("customerName")).isEqualTo(ticket.get("customerName"));
        assertThat(shown.get("chargeId")).isEqualTo(ticket.get("bookingId"));
        assertThat(shown.get("checkInStatus").textValue()).isEqualTo("CHECKEDIN");
        assertThat(shown.at("/checkIns/0/method").textValue()).isEqualTo("QRSCAN");
        assertThat(shown.at("/checkIns/0/checkedInByUserId").textValue()).matches("[0-9a-f]{24}");

        Reply second = api.send("POST", scan(ticket), Map.of()).expect(200);
        assertThat(second.json().at("/data/success").booleanValue()).isFalse();
        assertThat(second.json().at("/data/message").textValue())
                .isEqualTo("Already admitted at "
                        + shown.at("/latestCheckIn/checkedInAt").textValue());
        JsonNode after = stored(ticket, true);
        assertThat(after.get("checkIns")).hasSize(1);
        assertThat(after.at("/metadata/0/value").textValue()).isEqualTo("north");
        assertThat(api.get("/v1/tickets?checkInStatus=CHECKEDIN").ids()).containsExactly(id(ticket));
    }

    @Test
    void repeated_scan_stores_metadata() {
        ObjectNode ticket = ticket(true);
        api.post(scan(ticket), "{}").expect(200);
        JsonNode again = api.post(scan(ticket), "{\"metadata\":[{\"key\":\"bag\",\"value\":\"7\"}]}")
                .expect(200)
                .json()
                .get("data");
        assertThat(again.get("success").booleanValue()).isFalse();
        assertThat(again.get("message").textValue())
                .startsWith("Already admitted at ")
                .endsWith(". Metadata updated: bag");
        JsonNode entry = again.at("/ticket/metadata/0");
        assertThat(stored(ticket, true).at("/metadata/0")).isEqualTo(entry);
        assertThat(stored(ticket, true).get("checkIns")).hasSize(1);
        JsonNode sentBack = api.post(scan(ticket), "{\"metadata\":[" + entry + "]}")
                .expect(200)
                .json();
        assertThat(sentBack.at("/data/ticket/metadata/0")).isEqualTo(entry);
    }

    @Test
    void a_scan_can_be_limited_to_one_event() {
        ObjectNode ticket = ticket(true);
        TestEvent other = new TestEvent(seller);
        other.type(100);
        other.save();
        String notes = ",\"metadata\":[{\"key\":\"door\",\"value\":\"north\"}]}";
        Reply refused = api.post(scan(ticket), "{\"pageId\":\"" + other.id() + "\"" + notes)
                .expect(409);
        assertThat(refused.json().get("code").textValue()).isEqualTo("wrong_event");
        assertThat(refused.json().get("message").textValue()).startsWith("The ticket is for another event: ");
        assertThat(stored(ticket, true).get("checkIns")).isEmpty();
        assertThat(stored(ticket, true).get("metadata")).isEmpty();
        assertThat(api.post(scan(ticket), "{\"pageId\":\"" + "0".repeat(24) + "\"}")
                        .problems())
                .containsExactly("pageId");
        assertThat(api.post(scan(ticket), "{\"pageId\":\"x\"}").problems()).containsExactly("pageId");
        api.post(scan(ticket), "{\"pageId\":\"" + ticket.get("pageId").textValue() + "\"}")
                .expect(200);
    }

    private List<String> warnings(boolean live, String status) {
        String booking = id(seller.create(Bookings.RESOURCE, live, record -> record.put("status", status)));
        ObjectNode ticket = seller.create(Tickets.RESOURCE, live, record -> {
            record.put("bookingId", booking).put("status", "PAID").putNull("latestCheckIn");
            record.putArray("checkIns");
        });
        JsonNode data = api.post(scan(ticket), "{\"allowTest\":true}")
                .expect(200)
                .json()
                .get("data");
        assertThat(data.get("success").booleanValue())
                .as("admitted all the same")
                .isTrue();
        data.get("warnings")
                .forEach(warning ->
                        assertThat(warning.get("message").textValue()).isNotBlank());
        return data.get("warnings").findValuesAsText("code");
    }

    @Test
    void warnings_tell_what_the_staff_should_know() {
        assertThat(warnings(true, "paid")).isEmpty();
        assertThat(warnings(true, "unpaid")).containsExactly("booking_unpaid");
        assertThat(warnings(true, "partially_paid")).containsExactly("booking_partially_paid");
        assertThat(warnings(true, "refunded")).containsExactly("booking_refunded");
        assertThat(warnings(false, "paid")).containsExactly("test_ticket");
        assertThat(warnings(false, "unpaid")).containsExactly("test_ticket", "booking_unpaid");
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    @Test
    void finds_tickets_of_either_mode_by_code_or_id_with_either_key() {
        ObjectNode live = ticket(true);
        ObjectNode test = ticket(false);
        seller.test().post(scan(live), "{}").expect(200);
        Reply byId = api.post(
                        "/v1/tickets/validate/" + id(test).toUpperCase(java.util.Locale.ROOT), "{\"allowTest\":true}")
                .expect(200);
        assertThat(byId.json().at("/data/ticket/latestCheckIn/method").textValue())
                .isEqualTo("MANUAL");
        assertThat(stored(live, true).get("checkIns")).hasSize(1);
        assertThat(stored(test, false).get("checkIns")).hasSize(1);
        assertThat(stored(live, true).at("/latestCheckIn/checkedInBy"))
                .isNotEqualTo(stored(test, false).at("/latestCheckIn/checkedInBy"));
    }

    @Test
    void a_canceled_ticket_admits_nobody() {
        ObjectNode ticket = seller.create(Tickets.RESOURCE, true, record -> {
            record.put("status", "CANCELED").putNull("latestCheckIn").putArray("checkIns");
        });
        Reply refused = api.post(scan(ticket), "{}").expect(422);
        assertThat(refused.json().get("code").textValue()).isEqualTo("ticket_not_paid");
        assertThat(stored(ticket, true).get("checkIns")).isEmpty();
    }

    @Test
    void out_and_in_again_adds_entries_oldest_first() {
        ObjectNode ticket = ticket(true);
        String out = "/v1/tickets/" + id(ticket) + "/check-out";
        assertThat(api.send("POST", out, Map.of())
                        .expect(200)
                        .json()
                        .at("/data/success")
                        .booleanValue())
                .isFalse();
        api.post(scan(ticket), "{}").expect(200);
        assertThat(api.post(out, "{}")
                        .expect(200)
                        .json()
                        .at("/data/ticket/checkInStatus")
                        .textValue())
                .isEqualTo("UNCHECKEDIN");
        assertThat(api.get("/v1/tickets?checkInStatus=UNCHECKEDIN").ids()).containsExactly(id(ticket));
        api.post(scan(ticket), "{}").expect(200);
        assertThat(stored(ticket, true).findValuesAsText("status").subList(1, 4))
                .containsExactly("CHECKEDIN", "UNCHECKEDIN", "CHECKEDIN");
    }

    @Test
    void many_scanners_at_once_admit_once() {
        ObjectNode ticket = ticket(true);
        List<Reply> replies = Parallel.times(
                SCANS,
                i -> (i % 2 == 0 ? api : seller.test()).writeWithRetries("POST", scan(ticket), "scan " + i, "{}"));
        assertThat(replies).allSatisfy(reply -> reply.expect(200));
        assertThat(replies.stream()
                        .filter(reply -> reply.json().at("/data/success").booleanValue()))
                .hasSize(1);
        assertThat(stored(ticket, true).get("checkIns")).hasSize(1);
        assertThat(api.get("/v1/tickets?checkInStatus=CHECKEDIN").total()).isEqualTo(1);
        assertThat(api.get("/v1/audit-log?recordId=" + id(ticket)).total()
                        + api.get("/v1/audit-log?livemode=false&recordId=" + id(ticket))
                                .total())
                .isEqualTo(1);
    }

    /** Control: without the lock on the ticket, two scans that both read before either writes both succeed. */
    @Test
    void without_the_lock_many_would_be_admitted() {
        ObjectNode ticket = ticket(true);
        Promise<Void> bothLooked = Promise.promise();
        AtomicInteger looks = new AtomicInteger();
        Scope scope = seller.scope(true);
        String sql = "SELECT record FROM ticket WHERE seller_id = $1 AND livemode = $2 AND id = $3";
        List<Boolean> admitted = Parallel.times(
                2,
                i -> TestSeller.await(TestSeller.database()
                        .write(
                                scope,
                                transaction -> transaction
                                        .preparedQuery(sql)
                                        .execute(Tuple.of(scope.sellerId(), true, id(ticket)))
                                        .compose(rows -> {
                                            if (looks.incrementAndGet() == 2) {
                                                bothLooked.complete();
                                            }
                                            return bothLooked.future().map(rows);
                                        })
                                        .compose(rows -> {
                                            ObjectNode former = parsed(rows.iterator()
                                                    .next()
                                                    .getBuffer(0)
                                                    .getBytes());
                                            ObjectNode record = former.deepCopy();
                                            if (!CheckIn.admit(record, "QRSCAN", "key", Instant.now())
                                                    .success()) {
                                                return Future.succeededFuture(false);
                                            }
                                            Stored after = Stored.rendered(Tickets.RESOURCE, record);
                                            return Records.update(transaction, scope, Tickets.RESOURCE, former, after)
                                                    .map(true);
                                        }))));
        assertThat(admitted.stream().filter(Boolean::booleanValue).count()).isEqualTo(2);
    }

    private static ObjectNode parsed(byte[] json) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
