package io.tollgate.platform.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Error messages that say what the caller probably meant. */
class ErrorHintTest {
    private static final String ID = "6b00f548a4cb29a67700021b";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private String message(String path) {
        return api.get(path).expect(404).json().get("message").textValue();
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/payment, /v1/payments",
        "/v1/check-out-pages, /v1/checkout-pages",
        "/v1/bokings/6b00f548a4cb29a67700021b, /v1/bookings/{bookingId}",
        "/v1/Payments, /v1/payments",
        "/v1/bookings/6b00f548a4cb29a67700021b/ticket-pdfs, /v1/bookings/{bookingId}/ticket-pdf",
        "/payments, /v1/payments",
        "/bookings/6b00f548a4cb29a67700021b, /v1/bookings/{bookingId}"
    })
    void unknownPathSuggestsTheNearestOne(String sent, String meant) {
        assertThat(message(sent)).isEqualTo("No such path; did you mean " + meant + "?");
    }

    @Test
    void pathLikeNoOtherSuggestsNone() {
        for (String path : new String[] {"/v1/zebra-crossings/of/berlin", "/zebra", "/v1/" + "x".repeat(500)}) {
            assertThat(message(path)).isEqualTo("No such path");
        }
    }

    @Test
    void pathsAreSuggestedOnlyWithAKey() {
        assertThat(TestGateway.shared()
                        .api(null)
                        .get("/v1/payment")
                        .expect(401)
                        .json()
                        .toString())
                .doesNotContain("payments");
    }

    private Stream<String> problems(String path, String body) {
        return Stream.of(api.post(path, body).expect(400).json().get("message").textValue());
    }

    @Test
    void fieldAtTheWrongPlaceIsToldItsPlace() {
        assertThat(problems("/v1/events", "{\"name\": \"Gala\", \"eventDetails\": {\"ticketGroups\": []}}"))
                .singleElement()
                .asString()
                .contains("ticketGroups belongs at the top level of the body, next to eventDetails");
        assertThat(problems("/v1/events", "{\"name\": \"Gala\", \"mapsLink\": \"https://maps.example.com\"}"))
                .singleElement()
                .asString()
                .contains("mapsLink belongs in eventDetails");
    }

    @Test
    void ticketsAsAListAreToldTheirShape() {
        assertThat(problems(
                        "/v1/quotes", "{\"pageId\": \"" + ID + "\", \"tickets\": [{\"id\": \"a\", \"quantity\": 2}]}"))
                .singleElement()
                .asString()
                .contains("must be an object: numbers by ids, such as {\"ID\": 2}");
    }

    @Test
    void printedShortIdIsToldApart() {
        String shown = api.post("/v1/tickets/validate/2A3B4C5D", "{}")
                .expect(404)
                .json()
                .get("message")
                .textValue();
        assertThat(shown).contains("2A3B4C5D is a ticketShortId", "Scan the QR code");
        assertThat(api.post("/v1/tickets/validate/unknown", "{}")
                        .expect(404)
                        .json()
                        .get("message")
                        .textValue())
                .isEqualTo("Ticket not found");
    }
}
