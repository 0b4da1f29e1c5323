package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.event.Events;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.pdf.LogoSamples;
import io.tollgate.pdf.PdfReader;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint that sellers' servers call for their buyers. */
class TicketPdfRoutesTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final ObjectNode event = seller.create(Events.RESOURCE, true, page -> {
        page.put("title", "Nacht der Streicher").put("locale", "de-DE");
        page.withObject("/eventDetails").put("pdfTicketsEnabled", true).put("timezone", "Europe/Berlin");
    });

    private ObjectNode booking(boolean live, Consumer<ObjectNode> what) {
        return seller.create(Bookings.RESOURCE, live, booking -> {
            booking.set("pageId", event.get("id"));
            booking.put("status", "paid").put("isAbandoned", false).putNull("locale");
            what.accept(booking);
        });
    }

    private ObjectNode ticket(ObjectNode booking, String attendee, String status) {
        return seller.create(Tickets.RESOURCE, booking.get("livemode").booleanValue(), ticket -> {
            ticket.set("bookingId", booking.get("id"));
            ticket.put("attendeeName", attendee).put("status", status);
        });
    }

    private static String path(ObjectNode booking) {
        return "/v1/bookings/" + booking.get("id").textValue() + "/ticket-pdf";
    }

    private byte[] bytes(String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(TestGateway.shared().url() + path))
                    .header("Authorization", "Bearer " + seller.liveKey())
                    .build();
            HttpResponse<byte[]> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertThat(response.statusCode()).isEqualTo(200);
            return response.body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void without_a_key_there_is_nothing() {
        TestGateway.shared()
                .api(null)
                .get("/v1/bookings/" + "0".repeat(24) + "/ticket-pdf")
                .expect(401);
    }

    @Test
    void another_seller_finds_none() {
        ObjectNode booking = booking(true, any -> {});
        ticket(booking, "Maria", "PAID");
        TestSeller other = TestGateway.shared().seller();
        Reply foreign = other.live().get(path(booking)).expect(404);
        Reply absent = other.live()
                .get("/v1/bookings/" + "0".repeat(24) + "/ticket-pdf")
                .expect(404);
        assertThat(foreign.bodyWithoutRequestId()).isEqualTo(absent.bodyWithoutRequestId());
    }

    @Test
    void modes_are_kept_apart() {
        ObjectNode booking = booking(false, any -> {});
        ticket(booking, "Maria", "PAID");
        seller.live().get(path(booking)).expect(404);
        seller.live().get(path(booking) + "?livemode=false").expect(200);
        seller.test().get(path(booking)).expect(200);
        seller.test().get(path(booking) + "?livemode=true").expect(403);
    }

    @Test
    void all_broken_parameters_are_named() {
        assertThat(seller.live()
                        .get("/v1/bookings/nonsense/ticket-pdf?format=A5&livemode=maybe&other=1")
                        .problems())
                .contains("bookingId", "format", "livemode", "other");
        assertThat(seller.live()
                        .get("/v1/bookings/" + "0".repeat(24) + "/ticket-pdf?format=A4&format=A4")
                        .problems())
                .containsExactly("format");
    }

    @Test
    void is_a_document_with_every_ticket_of_the_booking() {
        ObjectNode booking = booking(true, any -> {});
        ObjectNode first = ticket(booking, "Łukasz Żółć", "PAID");
        ticket(booking, "محمد العربي", "PAID");
        Reply reply = seller.live().get(path(booking)).expect(200);
        assertThat(reply.header("Content-Type")).isEqualTo("application/pdf");
        assertThat(reply.header("Accept-Ranges")).isEqualTo("bytes");
        assertThat(reply.header("ETag")).matches("\"[0-9a-f]{32}\"");
        assertThat(reply.header("Content-Disposition"))
                .isEqualTo("attachment; filename=\"tickets-"
                        + booking.get("orderId").textValue()
                        + ".pdf\"; filename*=UTF-8''Nacht%20der%20Streicher%20%E2%80%93%20"
                        + booking.get("orderId").textValue() + ".pdf");
        byte[] pdf = bytes(path(booking));
        assertThat(PdfReader.pages(pdf)).isEqualTo(2);
        assertThat(PdfReader.text(pdf)).contains("Łukasz Żółć", "Nacht der Streicher", "Teilnehmer");
        assertThat(PdfReader.code(pdf, 0)).isEqualTo(first.get("checkInCode").textValue());
    }

    @Test
    void whoever_has_it_is_told_so_until_an_attendee_changes() {
        ObjectNode booking = booking(true, any -> {});
        ObjectNode ticket = ticket(booking, "Maria", "PAID");
        String etag = seller.live().get(path(booking)).expect(200).header("ETag");
        for (String known : new String[] {etag, "W/" + etag, "\"x\", " + etag, "*"}) {
            Reply unchanged = seller.live().send("GET", path(booking), Map.of("If-None-Match", known));
            assertThat(unchanged.expect(304).body()).isEmpty();
            assertThat(unchanged.header("ETag")).isEqualTo(etag);
        }
        seller.live()
                .send("GET", path(booking) + "?format=A6", Map.of("If-None-Match", etag))
                .expect(200);
        ObjectNode changed = ticket.deepCopy().put("attendeeName", "Somebody Else");
        seller.update(Tickets.RESOURCE, true, ticket, changed);
        Reply renewed = seller.live().send("GET", path(booking), Map.of("If-None-Match", etag));
        assertThat(renewed.expect(200).header("ETag")).isNotEqualTo(etag);
        assertThat(PdfReader.text(bytes(path(booking))))
                .contains("Somebody Else")
                .doesNotContain("Maria");
    }

    @Test
    void another_logo_makes_another_document_at_once() {
        ObjectNode booking = booking(true, any -> {});
        ticket(booking, "Maria", "PAID");
        String without = seller.live().get(path(booking)).expect(200).header("ETag");
        String first = logo(LogoSamples.wide());
        String with = seller.live().get(path(booking)).expect(200).header("ETag");
        String second = logo(LogoSamples.tall());
        String other = seller.live().get(path(booking)).expect(200).header("ETag");
        assertThat(List.of(without, with, other)).doesNotHaveDuplicates();
        assertThat(first).isNotEqualTo(second);
        seller.live().patch("/v1/account", "{\"logoFileId\":null}").expect(200);
        seller.live()
                .send("GET", path(booking), Map.of("If-None-Match", without))
                .expect(304);
    }

    @Test
    void language_and_time_zone_of_the_seller_stand_in_where_the_event_has_none() {
        ObjectNode plain = seller.create(Events.RESOURCE, true, page -> {
            page.putNull("locale");
            page.putObject("eventDetails").put("pdfTicketsEnabled", true).put("startDate", "2036-05-02T17:00:00.000Z");
        });
        ObjectNode booking = booking(true, any -> any.set("pageId", plain.get("id")));
        ticket(booking, "Maria", "PAID");
        assertThat(PdfReader.text(bytes(path(booking)))).contains("Attendee", "UTC");
        seller.live()
                .patch("/v1/account", "{\"locale\":\"de-DE\",\"timezone\":\"Asia/Tokyo\",\"displayName\":\"Neu GmbH\"}")
                .expect(200);
        assertThat(PdfReader.text(bytes(path(booking)))).contains("Teilnehmer", "3. Mai 2036", "02:00", "Neu GmbH");
    }

    private String logo(byte[] image) {
        String id = FileSamples.upload(seller.live(), "image", "logo.png", image)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        seller.live().patch("/v1/account", "{\"logoFileId\":\"" + id + "\"}").expect(200);
        return id;
    }

    @Test
    void parts_make_the_whole() {
        ObjectNode booking = booking(true, any -> {});
        ticket(booking, "Maria", "PAID");
        byte[] whole = bytes(path(booking));
        int half = whole.length / 2;
        Reply first = seller.live().send("GET", path(booking), Map.of("Range", "bytes=0-" + (half - 1)));
        assertThat(first.expect(206).header("Content-Range")).isEqualTo("bytes 0-" + (half - 1) + "/" + whole.length);
        assertThat(first.header("Content-Length")).isEqualTo(Integer.toString(half));
        Reply tail = seller.live().send("GET", path(booking), Map.of("Range", "bytes=-6"));
        assertThat(tail.expect(206).body())
                .isEqualTo(
                        new String(Arrays.copyOfRange(whole, whole.length - 6, whole.length), StandardCharsets.UTF_8));
        Reply beyond = seller.live().send("GET", path(booking), Map.of("Range", "bytes=" + whole.length + "-"));
        assertThat(beyond.expect(416).header("Content-Range")).isEqualTo("bytes */" + whole.length);
        seller.live()
                .send("GET", path(booking), Map.of("Range", "bytes=0-1,5-6"))
                .expect(200);
        seller.live()
                .send("GET", path(booking), Map.of("Range", "bytes=0-1", "If-Range", "\"old\""))
                .expect(200);
    }

    @Test
    void its_head_tells_of_the_whole() {
        ObjectNode booking = booking(true, any -> {});
        ticket(booking, "Maria", "PAID");
        Reply head = seller.live()
                .send("HEAD", path(booking), Map.of("Range", "bytes=0-9"))
                .expect(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.header("Content-Type")).isEqualTo("application/pdf");
        assertThat(head.header("Content-Length")).isEqualTo(Integer.toString(bytes(path(booking)).length));
        seller.live()
                .send("HEAD", path(booking), Map.of("If-None-Match", head.header("ETag")))
                .expect(304);
    }

    @ParameterizedTest
    @ValueSource(strings = {"created", "pending", "unpaid", "canceled", "failed", "draft", "draft_expired"})
    void there_is_none_before_it_is_paid(String status) {
        ObjectNode booking = booking(true, record -> record.put("status", status));
        ticket(booking, "Maria", "PAID");
        Reply none = seller.live().get(path(booking)).expect(404);
        assertThat(none.json().get("message").textValue()).isEqualTo("Ticket PDF not found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"paid", "partially_paid", "partial_refund", "refunded"})
    void there_is_one_once_it_was_paid(String status) {
        ObjectNode booking = booking(true, record -> record.put("status", status));
        ticket(booking, "Maria", "PAID");
        seller.live().get(path(booking)).expect(200);
    }

    @Test
    void there_is_none_for_abandoned_bookings_or_without_a_ticket_left() {
        ObjectNode abandoned =
                booking(true, record -> record.put("isAbandoned", true).putNull("recoveredAt"));
        ticket(abandoned, "Maria", "PAID");
        seller.live().get(path(abandoned)).expect(404);
        ObjectNode empty = booking(true, any -> {});
        seller.live().get(path(empty)).expect(404);
        ticket(empty, "Maria", "CANCELED");
        seller.live().get(path(empty)).expect(404);
        ticket(empty, "Jonas", "PAID");
        assertThat(PdfReader.pages(bytes(path(empty)))).isEqualTo(2);
    }

    @Test
    void there_is_none_where_the_event_does_without() {
        ObjectNode other = seller.create(
                Events.RESOURCE, true, page -> page.withObject("/eventDetails").put("pdfTicketsEnabled", false));
        ObjectNode booking = booking(true, record -> record.set("pageId", other.get("id")));
        ticket(booking, "Maria", "PAID");
        seller.live().get(path(booking)).expect(404);
    }
}
