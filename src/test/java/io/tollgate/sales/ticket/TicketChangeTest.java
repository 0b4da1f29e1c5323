package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PATCH of tickets. */
class TicketChangeTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final String path = path(true);

    private String path(boolean live) {
        return "/v1/tickets/"
                + seller.create(Tickets.RESOURCE, live, record -> record.putArray("metadata"))
                        .get("id")
                        .textValue();
    }

    @Test
    void needs_a_key_of_the_seller_and_the_mode() {
        TestGateway.shared().api(null).patch(path, "{\"attendeeName\":\"A\"}").expect(401);
        TestGateway.shared()
                .seller()
                .live()
                .patch(path, "{\"attendeeName\":\"A\"}")
                .expect(404);
        seller.test().patch(path, "{\"attendeeName\":\"A\"}").expect(404);
        api.patch(path(false), "{\"attendeeName\":\"A\"}").expect(404);
        seller.test().patch(path(false), "{\"attendeeName\":\"A\"}").expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"attendeeEmail\":null}",
                "{\"attendeeEmail\":\"no\"}",
                "{\"attendeeName\":\"\"}",
                "{\"attendeeName\":\"  \"}",
                "{\"status\":\"CANCELED\"}",
                "{\"checkInCode\":\"mine\"}",
                "{\"ticketShortId\":\"A1B2C3D4\"}",
                "{\"revenue\":0}",
                "{\"customerName\":\"A\"}",
                "{\"metadata\":{}}",
                "{\"metadata\":[1]}",
                "{\"metadata\":[{\"key\":\"k\"}]}",
                "{\"metadata\":[{\"key\":\"\",\"value\":\"1\"}]}",
                "{\"metadata\":[{\"key\":\"k\",\"value\":\"1\",\"addedAt\":\"yesterday\"}]}",
                "{}"
            })
    void wrong_input_is_refused(String body) {
        String before = api.get(path).body();
        api.patch(path, body).expect(400);
        assertThat(api.get(path).body()).isEqualTo(before);
    }

    @Test
    void the_attendee_changes_and_the_booking_and_customer_stay() {
        JsonNode before = api.get(path).json().get("data");
        Reply reply = api.patch(path, "{\"attendeeName\":\"Anna\",\"attendeeEmail\":\" ANNA@example.com\"}")
                .expect(200);
        JsonNode after = reply.json().get("data");
        assertThat(after.get("attendeeEmail").textValue()).isEqualTo("anna@example.com");
        assertThat(after.get("customerEmail")).as("its older name").isEqualTo(after.get("attendeeEmail"));
        assertThat(after.get("customerName").textValue()).isEqualTo("Anna");
        for (String kept : List.of("customerId", "bookingId", "status", "checkIns", "checkInCode")) {
            assertThat(after.get(kept)).as(kept).isEqualTo(before.get(kept));
        }
        assertThat(api.get(path).body()).isEqualTo(reply.body());
        assertThat(api.get("/v1/tickets?search=anna@example.com").total()).isEqualTo(1);
        assertThat(api.patch(path, "{\"attendeeName\":null}")
                        .expect(200)
                        .json()
                        .at("/data/attendeeName")
                        .isNull())
                .isTrue();
    }

    private List<String> metadata() {
        List<String> entries = new ArrayList<>();
        api.get(path)
                .json()
                .at("/data/metadata")
                .forEach(entry -> entries.add(
                        entry.get("key").textValue() + "=" + entry.get("value").textValue()));
        return entries;
    }

    @Test
    void metadata_is_set_and_taken_away_entry_by_entry() {
        api.patch(path, "{\"metadata\":[{\"key\":\"a\",\"value\":\"1\"},{\"key\":\"b\",\"value\":\"\"}]}")
                .expect(200);
        api.patch(
                        path,
                        "{\"metadata\":[{\"key\":\"a\",\"value\":\"2\"},{\"key\":\"b\",\"value\":null},"
                                + "{\"key\":\"c\",\"value\":\"3\"}]}")
                .expect(200);
        assertThat(metadata()).containsExactly("a=2", "c=3");
        api.patch(path, "{\"metadata\":[]}").expect(200);
        assertThat(metadata()).containsExactly("a=2", "c=3");
    }

    @Test
    void metadata_is_accepted_as_it_is_read() {
        JsonNode first = api.patch(
                        path, "{\"metadata\":[{\"key\":\"a\",\"value\":\"1\"},{\"key\":\"b\",\"value\":\"2\"}]}")
                .expect(200)
                .json()
                .get("data");
        String read = "{\"metadata\":" + first.get("metadata") + "}";
        JsonNode same = api.patch(path, read).expect(200).json().get("data");
        assertThat(same).isEqualTo(first);
        String stale = read.replaceAll("\"addedAt\":\"[^\"]*\"", "\"addedAt\":\"2020-01-01T00:00:00Z\"")
                .replace("\"2\"", "\"3\"");
        JsonNode changed = api.patch(path, stale).expect(200).json().at("/data/metadata");
        assertThat(changed.get(0)).isEqualTo(first.at("/metadata/0"));
        assertThat(changed.at("/1/value").textValue()).isEqualTo("3");
        assertThat(changed.at("/1/addedAt").textValue())
                .isGreaterThanOrEqualTo(first.at("/metadata/1/addedAt").textValue());
    }

    @Test
    void a_ticket_holds_twenty_entries() {
        StringBuilder twenty = new StringBuilder("{\"metadata\":[");
        for (int i = 0; i < 20; i++) {
            twenty.append(i == 0 ? "" : ",").append("{\"key\":\"k" + i + "\",\"value\":\"1\"}");
        }
        api.patch(path, twenty + "]}").expect(200);
        Reply full = api.patch(path, "{\"metadata\":[{\"key\":\"more\",\"value\":\"1\"}]}")
                .expect(422);
        assertThat(full.json().get("code").textValue()).isEqualTo("metadata_full");
        api.patch(path, "{\"metadata\":[{\"key\":\"more\",\"value\":\"1\"},{\"key\":\"k0\",\"value\":null}]}")
                .expect(200);
        assertThat(api.patch(path, twenty + ",{\"key\":\"x\",\"value\":\"1\"}]}")
                        .problems())
                .containsExactly("metadata");
    }
}
