package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Orders of tickets on the pages of events, from the form to the records that sellers read. */
class TicketCheckoutTest {
    private static final String VISA = "4242424242424242";
    private static final String DECLINED = "4000000000000002";
    private static final String SEAT = "{'name': 'Seat', 'price': 2500}";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = buyer("ada@example.com");

    private Buyer buyer(String email) {
        return new Buyer(shop.gateway().url(), email);
    }

    private static JsonNode all(TestApi api, String path) {
        return api.get(path).expect(200).json().get("data");
    }

    private JsonNode booking() {
        JsonNode bookings = all(shop.seller().live(), "/v1/bookings");
        assertThat(bookings).hasSize(1);
        return bookings.get(0);
    }

    private JsonNode tickets() {
        return all(shop.seller().live(), "/v1/tickets");
    }

    private static String type(Shelf event, int number) {
        return event.record()
                .at("/ticketGroups/0/ticketTypes/" + number + "/id")
                .textValue();
    }

    private static Map<String, String> seats(Shelf event, int quantity) {
        return Map.of("tickets." + type(event, 0), String.valueOf(quantity));
    }

    private JsonNode read(Shelf event) {
        return shop.seller()
                .live()
                .get("/v1/events/" + event.id())
                .expect(200)
                .json()
                .get("data");
    }

    private int sold(Shelf event) {
        return read(event).at("/ticketGroups/0/ticketTypes/0/quantitySold").intValue();
    }

    private static Map<String, String> with(Map<String, String> form, String... more) {
        Map<String, String> all = new HashMap<>(form);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    @Test
    void cardPaymentWritesBookingTicketsAndInvoice() {
        Shelf event = shop.event("", "", SEAT);
        Shown order =
                ada.order(event.path() + "?utm_source=mail", seats(event, 2)).expect(303);
        assertThat(all(shop.seller().live(), "/v1/bookings")).isEmpty();
        assertThat(sold(event)).isEqualTo(2);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you for your order", "Town hall");
        JsonNode booking = booking();
        assertThat(booking.get("status").textValue()).isEqualTo("paid");
        assertThat(booking.get("amountPaid").longValue()).isEqualTo(5_000);
        assertThat(booking.at("/paymentMethod/last4").textValue()).isEqualTo("4242");
        assertThat(booking.at("/queryParameters/utm_source").textValue()).isEqualTo("mail");
        JsonNode invoice = all(
                shop.seller().live(), "/v1/invoices/" + booking.get("invoiceId").textValue());
        assertThat(invoice.get("status").textValue()).isEqualTo("paid");
        assertThat(tickets()).hasSize(2).allSatisfy(ticket -> {
            assertThat(ticket.get("bookingId").textValue())
                    .isEqualTo(booking.get("id").textValue());
            assertThat(ticket.get("attendeeEmail").textValue()).isEqualTo("ada@example.com");
            assertThat(ticket.get("revenue").longValue()).isEqualTo(2_500);
        });
        assertThat(read(event).get("visitCount").isNumber()).isTrue();
    }

    @Test
    void freeTicketAsksForNoCard() {
        Shelf event = shop.event("", "", "{'name': 'Guest', 'pricing': 'free'}");
        Shown order = ada.order(event.path(), seats(event, 1)).expect(303);
        assertThat(ada.get(order.path()).html()).contains("Thank you for your order");
        assertThat(booking().get("status").textValue()).isEqualTo("paid");
        assertThat(tickets()).hasSize(1);
        assertThat(sold(event)).isEqualTo(1);
    }

    @Test
    void pageOfACanceledOrderSaysSo() {
        Shelf event = shop.event("", "", "{'name': 'Guest', 'pricing': 'free'}");
        Shown order = ada.order(event.path(), seats(event, 1)).expect(303);
        assertThat(ada.get(order.path()).html()).contains("event.ics", "calendar.google.com", "tickets.pdf");
        String id = booking().get("id").textValue();
        shop.seller().live().post("/v1/bookings/" + id + "/cancel", "{}").expect(200);
        assertThat(ada.get(order.path()).expect(200).html())
                .contains("This order was canceled", booking().get("orderId").textValue())
                .doesNotContain("Thank you", "event.ics", "calendar.google.com", "tickets.pdf");
    }

    @Test
    void settlesOnceHoweverOftenTheBuyerReturns() {
        Shelf event = shop.event("", "", SEAT);
        Shown order = ada.order(event.path(), seats(event, 1)).expect(303);
        ada.pay(order.path(), VISA);
        List<Shown> pages = Parallel.times(12, i -> ada.get(order.path()));
        assertThat(pages).allMatch(page -> page.html().contains("Thank you for your order"));
        booking();
        assertThat(tickets()).hasSize(1);
    }

    @Test
    void placesAreNeverOversold() {
        Shelf event = shop.event("", "'capacity': 3,", SEAT);
        List<Buyer> buyers = IntStream.range(0, 12)
                .mapToObj(i -> buyer("b" + i + "@example.com"))
                .toList();
        // All open the page before the first of them orders.
        List<Map<String, String>> forms = buyers.stream()
                .map(buyer -> with(buyer.form(buyer.get(event.path())), "tickets." + type(event, 0), "1"))
                .toList();
        List<Shown> orders = Parallel.times(12, i -> buyers.get(i).post(event.path(), forms.get(i)));
        assertThat(orders).filteredOn(order -> order.status() == 303).hasSize(3);
        assertThat(orders)
                .filteredOn(order -> order.status() == 409)
                .hasSize(9)
                .allMatch(order -> order.html().contains("This is sold out")
                        || order.html().contains("This event is sold out"));
        assertThat(sold(event)).isEqualTo(3);
        assertThat(ada.get(event.path()).html()).contains("This event is sold out");
    }

    @Test
    void soldOutIsToldAtTheFormWithoutLosingIt() {
        Shelf event = shop.event("", "'capacity': 3,", SEAT);
        Map<String, String> form = with(ada.form(ada.get(event.path())), "tickets." + type(event, 0), "2");
        buyer("bob@example.com").order(event.path(), seats(event, 2)).expect(303);
        Shown page = ada.post(event.path(), form).expect(409);
        assertThat(page.html()).contains("This is sold out, or fewer are left", "Ada Lovelace", "ada@example.com");
    }

    @Test
    void limitedEventRegistersEachBuyerOnce() {
        Shelf event = shop.event("", "'limitRegistrations': {'enabled': true},", SEAT);
        Shown order = ada.order(event.path(), seats(event, 1)).expect(303);
        assertThat(ada.order(event.path(), seats(event, 1)).expect(303).path())
                .as("the open order of the same browser")
                .isEqualTo(order.path());
        assertThat(buyer("ada@example.com")
                        .order(event.path(), seats(event, 1))
                        .expect(403)
                        .html())
                .contains("already registered");
        ada.pay(order.path(), VISA);
        ada.comeBack(order.path());
        String id = booking().get("id").textValue();
        assertThat(ada.order(event.path(), seats(event, 1)).expect(403).html()).contains("already registered");
        buyer("bob@example.com").order(event.path(), seats(event, 1)).expect(303);
        shop.seller().live().post("/v1/bookings/" + id + "/cancel", "{}").expect(200);
        ada.order(event.path(), seats(event, 1)).expect(303);
    }

    @Test
    void groupsLimitTheSelection() {
        Shelf event = shop.event("""
                {'name': 'Concert', 'eventDetails': {'currency': 'eur', 'location': 'Town hall'}, 'ticketGroups': [
                  {'name': 'Class', 'ticketSelectionType': 'single', 'ticketTypes': [
                    {'name': 'First', 'price': 5000}, {'name': 'Second', 'price': 3000}]},
                  {'name': 'Extras', 'ticketSelectionType': 'multiple', 'ticketTypes': [
                    {'name': 'Dinner', 'price': 2000}, {'name': 'Tour', 'price': 1000, 'feeAmount': 100}]}]}
                """);
        String second = event.record().at("/ticketGroups/0/ticketTypes/1/id").textValue();
        String single = "groups." + event.record().at("/ticketGroups/0/id").textValue();
        String tour = "tickets."
                + event.record().at("/ticketGroups/1/ticketTypes/1/id").textValue();
        assertThat(ada.order(event.path()).expect(422).html()).contains("Choose at least one ticket");
        assertThat(ada.order(event.path(), Map.of(tour, "2")).expect(422).html())
                .contains("Choose one ticket at most");
        ada.order(event.path(), Map.of(single, second, tour, "1")).expect(303);
        JsonNode quote = all(shop.seller().live(), "/v1/events/" + event.id());
        assertThat(quote.at("/ticketGroups/0/ticketTypes/1/quantitySold").intValue())
                .isEqualTo(1);
        assertThat(quote.at("/ticketGroups/1/ticketTypes/1/quantitySold").intValue())
                .isEqualTo(1);
        String summary = ada.post(event.path() + "/summary", with(Map.of(), single, second, tour, "1"))
                .expect(200)
                .html();
        assertThat(summary).contains("Second", "Tour", "Booking fee", "41.00");
    }

    @Test
    void attendeesAreWrittenOnTheirTickets() {
        Shelf event = shop.event("", "", "{'name': 'Guest', 'pricing': 'free'}");
        String path = "attendees." + type(event, 0);
        Map<String, String> form =
                with(seats(event, 2), path + ".1.name", "Grace Hopper", path + ".1.email", "grace@example.com");
        assertThat(ada.order(event.path(), with(form, path + ".1.email", "grace"))
                        .expect(422)
                        .html())
                .contains("Enter an email address", "Grace Hopper");
        ada.order(event.path(), form).expect(303);
        List<String> names = IntStream.range(0, 2)
                .mapToObj(i -> tickets().get(i).get("attendeeName").textValue())
                .toList();
        assertThat(names).containsExactlyInAnyOrder("Ada Lovelace", "Grace Hopper");
        assertThat(tickets().toString()).contains("grace@example.com");
        assertThat(all(shop.seller().live(), "/v1/customers")).hasSize(1);
    }

    /** Without scripts, the button that updates the total also shows the inputs of the attendees. */
    @Test
    void updateShowsTotalAndAttendees() {
        Shelf event = shop.event("", "", SEAT);
        Map<String, String> form =
                with(ada.form(ada.get(event.path())), "tickets." + type(event, 0), "2", "action", "update");
        assertThat(ada.post(event.path(), form).expect(200).html())
                .contains("€50.00", "attendees." + type(event, 0) + ".1.name", "Ada Lovelace");
        assertThat(sold(event)).isZero();
    }

    @Test
    void orderOfAnotherSellerIsNotFound() {
        Shelf event = shop.event("", "", "{'name': 'Guest', 'pricing': 'free'}");
        Shown order = ada.order(event.path(), seats(event, 1)).expect(303);
        TestShop other = TestShop.open();
        Shelf foreign = other.event("", "", SEAT);
        String token = order.path().substring(order.path().indexOf("/checkout/"));
        ada.get(foreign.path().replaceFirst("/[^/]+$", "") + token).expect(404);
        ada.get(foreign.path().replaceFirst("/[^/]+$", "") + token + "/tickets.pdf")
                .expect(404);
        assertThat(all(other.seller().live(), "/v1/bookings")).isEmpty();
        assertThat(ada.order(foreign.path(), seats(event, 1)).expect(422).html())
                .contains("Choose at least one ticket");
    }

    @Test
    void calendarFileNamesTheEvent() {
        Shelf event = shop.event("'title': 'Concert; with, commas',", "", SEAT);
        assertThat(ada.get(event.path() + "/event.ics").expect(200).html())
                .startsWith("BEGIN:VCALENDAR\r\n")
                .contains(
                        "DTSTART:20360918T180000Z\r\n",
                        "DTEND:20360918T203000Z\r\n",
                        "SUMMARY:Concert\\; with\\, commas\r\n",
                        "LOCATION:Town hall\r\n");
    }

    @Test
    void canceledAndScheduledEventsSellNothing() {
        Shelf event = shop.event(
                "",
                "",
                "{'name': 'Early', 'price': 100, 'availabilityBehavior': 'date_time_based',"
                        + " 'saleStartOn': '2035-01-31T10:00:00Z'}");
        Map<String, String> form = with(ada.form(ada.get(event.path())), "tickets." + type(event, 0), "1");
        assertThat(ada.get(event.path()).html()).contains("On sale from Jan 31, 2035");
        assertThat(ada.post(event.path(), form).expect(409).html()).contains("not on sale any more");
    }
}
