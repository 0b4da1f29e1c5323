package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Test tickets at the entrance, and the times of tickets that a key of the other mode scans. */
class TestTicketTest {
    private static final String ALLOWED = "{\"allowTest\":true,\"metadata\":[{\"key\":\"door\",\"value\":\"north\"}]}";

    private final TestSeller seller = TestGateway.shared().seller();

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

    private static String path(JsonNode ticket) {
        return "/v1/tickets/" + ticket.get("id").textValue();
    }

    private JsonNode stored(JsonNode ticket, boolean live) {
        return seller.live()
                .get(path(ticket) + "?livemode=" + live)
                .expect(200)
                .json()
                .get("data");
    }

    @Test
    void liveKeyAdmitsOneOnlyIfTheRequestSaysSo() {
        ObjectNode ticket = ticket(false);
        for (String body :
                new String[] {"{}", "{\"allowTest\":false,\"metadata\":[{\"key\":\"a\",\"value\":\"b\"}]}"}) {
            Reply refused = seller.live().post(scan(ticket), body).expect(409);
            assertThat(refused.json().get("code").textValue()).isEqualTo("test_ticket");
        }
        seller.live()
                .post("/v1/tickets/validate/" + ticket.get("id").textValue(), "{}")
                .expect(409);
        assertThat(stored(ticket, false).get("checkIns")).isEmpty();
        assertThat(stored(ticket, false).get("metadata")).isEmpty();
        JsonNode admitted =
                seller.live().post(scan(ticket), ALLOWED).expect(200).json().get("data");
        assertThat(admitted.get("success").booleanValue()).isTrue();
        assertThat(admitted.at("/warnings/0/code").textValue()).isEqualTo("test_ticket");
    }

    @Test
    void testKeyAdmitsTicketsOfBothModes() {
        for (boolean live : new boolean[] {true, false}) {
            assertThat(seller.test()
                            .post(scan(ticket(live)), "{}")
                            .expect(200)
                            .json()
                            .at("/data/success")
                            .booleanValue())
                    .isTrue();
        }
    }

    @Test
    void timesOfATicketAreThoseOfItsMode() {
        seller.test().post("/v1/test-clock", "{\"advance\": \"P30D\"}").expect(200);
        String ahead = Times.text(Instant.now().plus(Duration.ofDays(29)));
        ObjectNode test = ticket(false);
        seller.live().post(scan(test), ALLOWED).expect(200);
        seller.live().post(path(test) + "/check-out", "{}").expect(200);
        JsonNode shown = stored(test, false);
        assertThat(shown.at("/checkIns/0/checkedInAt").textValue()).isGreaterThan(ahead);
        assertThat(shown.at("/checkIns/1/checkedInAt").textValue()).isGreaterThan(ahead);
        assertThat(shown.at("/metadata/0/addedAt").textValue()).isGreaterThan(ahead);
        assertThat(shown.get("updatedAt").textValue()).isGreaterThan(ahead);

        ObjectNode live = ticket(true);
        seller.test().post(scan(live), "{}").expect(200);
        assertThat(stored(live, true).at("/checkIns/0/checkedInAt").textValue()).isLessThan(ahead);
        assertThat(stored(live, true).get("updatedAt").textValue()).isLessThan(ahead);
    }
}
