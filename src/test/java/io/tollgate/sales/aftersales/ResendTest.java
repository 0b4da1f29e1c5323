package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.Buyer;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Confirmations that requests send again, and tickets whose attendee gets another address. */
class ResendTest {
    private static final String ADA = "ada@example.com";
    private static final int PER_HOUR = 5;

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final OutboxReader outbox = new OutboxReader(shop);

    private JsonNode book() {
        Shelf event = shop.event("""
                {'name': 'Concert', 'sendEmailConfirmation': false, 'eventDetails': {'currency': 'eur',
                 'startDate': '2036-09-18T18:00:00Z', 'endDate': '2036-09-18T20:30:00Z'},
                 'ticketGroups': [{'name': 'Hall', 'ticketTypes': [{'name': 'Seat', 'price': 2500}]}]}
                """);
        return api.post("/v1/bookings", TestShop.booking(event, ADA, 2, "\"complimentary\": true,"))
                .expect(201)
                .json()
                .get("data");
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    private Reply resend(JsonNode booking, String body) {
        return api.post("/v1/bookings/" + id(booking) + "/resend", body);
    }

    private List<String> tickets(JsonNode booking) {
        return api.get("/v1/tickets?bookingId=" + id(booking)).ids();
    }

    private static String ticket(String id) {
        return "{\"ticketId\": \"" + id + "\"}";
    }

    private static List<MailPurpose> times(int times, MailPurpose purpose) {
        return Collections.nCopies(times, purpose);
    }

    @Test
    void buyerGetsTheConfirmationAgainThoughThePageSendsNone() {
        JsonNode booking = book();
        assertThat(outbox.purposes(ADA)).isEmpty();
        assertThat(resend(booking, "{}").expect(200).body())
                .contains("\"success\":true", "\"recipient\":\"" + ADA + "\"");
        assertThat(outbox.message(ADA, MailPurpose.ORDER_CONFIRMATION).page())
                .contains("Your booking: Concert", ".pdf");
        resend(booking, "{\"ticketId\": null}").expect(200);
        assertThat(outbox.purposes(ADA)).isEqualTo(times(2, MailPurpose.ORDER_CONFIRMATION));
    }

    @Test
    void paymentIsConfirmedAgain() {
        Buyer ada = new Buyer(shop.gateway().url(), ADA);
        String order = ada.order(shop.product(900).path()).expect(303).path();
        assertThat(ada.pay(order, "4242424242424242")).isEqualTo("succeeded");
        ada.comeBack(order);
        String id = api.get("/v1/payments").ids().get(0);
        api.post("/v1/payments/" + id + "/resend", "{}").expect(200);
        assertThat(api.post("/v1/payments/" + id + "/resend", "{\"ticketId\": null}")
                        .problems())
                .containsExactly("ticketId");
        assertThat(outbox.purposes(ADA)).isEqualTo(times(2, MailPurpose.ORDER_CONFIRMATION));
    }

    @Test
    void attendeeGetsOneTicket() {
        JsonNode booking = book();
        List<String> tickets = tickets(booking);
        api.patch(
                        "/v1/tickets/" + tickets.get(0),
                        "{\"attendeeName\": \"Eve\", \"attendeeEmail\": \"eve@example.com\"}")
                .expect(200);
        OutboxReader.Shown mail = outbox.message("eve@example.com", MailPurpose.TICKET_CONFIRMATION);
        String code = api.get("/v1/tickets/" + tickets.get(0))
                .json()
                .at("/data/ticketShortId")
                .textValue();
        assertThat(mail.page()).contains("Your ticket: Concert", code, ".pdf", "event.ics");
        resend(booking, ticket(tickets.get(0))).expect(200);
        assertThat(outbox.purposes("eve@example.com")).isEqualTo(times(2, MailPurpose.TICKET_CONFIRMATION));
        assertThat(outbox.purposes(ADA)).isEmpty();
    }

    @Test
    void onlyAnotherAddressReceivesTheTicket() {
        JsonNode booking = book();
        String ticket = tickets(booking).get(0);
        api.patch("/v1/tickets/" + ticket, "{\"attendeeName\": \"Ada L\", \"attendeeEmail\": \"ADA@example.com\"}")
                .expect(200);
        api.post("/v1/tickets/" + ticket + "/cancel", "{}").expect(200);
        api.patch("/v1/tickets/" + ticket, "{\"attendeeEmail\": \"eve@example.com\"}")
                .expect(200);
        assertThat(outbox.purposes("eve@example.com")).doesNotContain(MailPurpose.TICKET_CONFIRMATION);
        assertThat(outbox.purposes(ADA)).doesNotContain(MailPurpose.TICKET_CONFIRMATION);
    }

    @Test
    void recordHasItsMessagesOfTheHour() {
        JsonNode booking = book();
        List<Integer> statuses =
                Parallel.times(2 * PER_HOUR, call -> resend(booking, "{}").status());
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(PER_HOUR);
        assertThat(statuses).containsOnly(200, 429);
        Reply refused = resend(booking, "{}").expect(429);
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
        assertThat(outbox.purposes(ADA)).isEqualTo(times(PER_HOUR, MailPurpose.ORDER_CONFIRMATION));
        // A ticket has a limit of its own, for its new addresses as well.
        String ticket = tickets(booking).get(0);
        for (int i = 0; i < PER_HOUR; i++) {
            api.patch("/v1/tickets/" + ticket, "{\"attendeeEmail\": \"eve" + i + "@example.com\"}")
                    .expect(200);
        }
        api.patch("/v1/tickets/" + ticket, "{\"attendeeEmail\": \"eve@example.com\"}")
                .expect(429);
        resend(booking, ticket(ticket)).expect(429);
        // An hour later, the same record has new ones.
        TestSeller.rows(
                "UPDATE mail_message SET created_at = created_at - interval '61 minutes' WHERE seller_id = $1",
                shop.seller().id());
        resend(booking, "{}").expect(200);
    }

    @Test
    void foreignAndCanceledTicketsAreRefused() {
        JsonNode booking = book();
        String foreign = tickets(book()).get(0);
        assertThat(resend(booking, ticket(foreign)).problems()).containsExactly("ticketId");
        assertThat(resend(booking, ticket("0".repeat(24))).problems()).containsExactly("ticketId");
        assertThat(resend(booking, ticket("x")).problems()).containsExactly("ticketId");
        String canceled = tickets(booking).get(0);
        api.post("/v1/tickets/" + canceled + "/cancel", "{}").expect(200);
        assertThat(code(resend(booking, ticket(canceled)))).isEqualTo("ticket_canceled");
        api.post("/v1/bookings/" + id(booking) + "/cancel", "{}").expect(200);
        assertThat(code(resend(booking, "{}"))).isEqualTo("order_canceled");
        TestGateway.shared()
                .seller()
                .live()
                .post("/v1/bookings/" + id(booking) + "/resend", "{}")
                .expect(404);
    }

    @Test
    void draftHasNoConfirmation() {
        String draft = id(shop.seller()
                .create(
                        Payments.RESOURCE,
                        true,
                        record -> record.put("status", "draft").put("orderStatus", "active")));
        assertThat(code(api.post("/v1/payments/" + draft + "/resend", "{}"))).isEqualTo("order_not_placed");
    }

    private static String code(Reply reply) {
        return reply.expect(409).json().get("code").textValue();
    }
}
