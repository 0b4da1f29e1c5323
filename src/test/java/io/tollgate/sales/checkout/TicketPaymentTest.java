package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The ways to pay for tickets on the pages of events: cards, deposits, invoices, coupons and test mode. */
class TicketPaymentTest {
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

    private static final String OPTIONS = """
            'paymentOptions': [{'type': 'full', 'name': 'Now'}, {'type': 'partial', 'name': 'Deposit',
              'partialAmount': 1000, 'instructions': 'The rest at the door.'}],
            """.replace("\n", " ");

    private static Map<String, String> with(Map<String, String> form, String... more) {
        Map<String, String> all = new HashMap<>(form);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    @Test
    void testModeChargesNothingAndTakesNoPlaces() {
        Shelf event = shop.event("'testmode': true,", "'capacity': 1,", SEAT);
        for (int i = 0; i < 2; i++) {
            Shown order = ada.order(event.path(), seats(event, 1)).expect(303);
            assertThat(ada.get(order.path()).html()).contains("Test mode", "Thank you for your order");
        }
        assertThat(all(shop.seller().live(), "/v1/bookings")).isEmpty();
        assertThat(all(shop.seller().test(), "/v1/bookings")).hasSize(2);
        assertThat(sold(event)).isZero();
    }

    @Test
    void invoiceOrderIsUnpaidAndHasTickets() {
        Shelf event = shop.event(
                "'paymentOptions': [{'type': 'manual', 'manualType': 'invoice', 'name': 'By transfer',"
                        + " 'instructions': 'Pay within 14 days.'}],",
                "",
                SEAT);
        Shown order = ada.order(event.path(), seats(event, 1)).expect(303);
        assertThat(ada.get(order.path()).html()).contains("By transfer", "Pay within 14 days.");
        assertThat(booking().get("status").textValue()).isEqualTo("unpaid");
        assertThat(booking().get("amountDue").longValue()).isEqualTo(2_500);
        assertThat(tickets()).hasSize(1);
    }

    @Test
    void depositLeavesTheRestDue() {
        Shelf event = shop.event(OPTIONS, "", SEAT);
        Shown order = ada.order(event.path(), with(seats(event, 2), "paymentOption", "partial"))
                .expect(303);
        assertThat(ada.get(order.path()).html()).contains("€10.00", "€40.00", "The rest at the door.");
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you for your order", "€40.00");
        JsonNode booking = booking();
        assertThat(booking.get("status").textValue()).isEqualTo("partially_paid");
        assertThat(booking.get("amountPaid").longValue()).isEqualTo(1_000);
        assertThat(booking.get("amountDue").longValue()).isEqualTo(4_000);
        assertThat(booking.at("/paymentOption/type").textValue()).isEqualTo("partial");
        JsonNode invoice = all(
                shop.seller().live(), "/v1/invoices/" + booking.get("invoiceId").textValue());
        assertThat(invoice.get("status").textValue()).isEqualTo("open");
        assertThat(invoice.get("amountDue").longValue()).isEqualTo(4_000);
        shop.seller()
                .live()
                .post("/v1/bookings/" + booking.get("id").textValue() + "/record-payment", "{\"method\": \"cash\"}")
                .expect(200);
        assertThat(booking().get("status").textValue()).isEqualTo("paid");
    }

    @Test
    void depositOfAtLeastTheTotalPaysEverything() {
        Shelf event = shop.event(OPTIONS, "", "{'name': 'Seat', 'price': 800}");
        Shown order = ada.order(event.path(), with(seats(event, 1), "paymentOption", "partial"))
                .expect(303);
        ada.pay(order.path(), VISA);
        ada.comeBack(order.path());
        assertThat(booking().get("status").textValue()).isEqualTo("paid");
        assertThat(booking().get("amountPaid").longValue()).isEqualTo(800);
    }

    @Test
    void couponCoversItsTicketTypes() {
        Shelf event = shop.event("'showCouponCodeField': true,", "", SEAT + ",{'name': 'Box', 'price': 9000}");
        shop.seller()
                .live()
                .post(
                        "/v1/coupons",
                        ("{'label': 'Half', 'code': 'HALF', 'duration': 'once', 'percentOff': 50," + " 'pageIds': ['"
                                        + event.id() + "'], 'ticketTypeIds': ['" + type(event, 0) + "']}")
                                .replace('\'', '"'))
                .expect(201);
        String box = "tickets." + type(event, 1);
        assertThat(ada.order(event.path(), Map.of(box, "1", "couponCode", "HALF"))
                        .expect(422)
                        .html())
                .contains("HALF");
        Shown order = ada.order(event.path(), with(seats(event, 1), box, "1", "couponCode", "HALF"))
                .expect(303);
        ada.pay(order.path(), VISA);
        ada.comeBack(order.path());
        assertThat(booking().get("amount").longValue()).isEqualTo(10_250);
        assertThat(booking().at("/coupon/code").textValue()).isEqualTo("HALF");
    }

    @Test
    void declinedCardCanBeReplaced() {
        Shelf event = shop.event("", "", SEAT);
        Shown order = ada.order(event.path(), seats(event, 1)).expect(303);
        assertThat(ada.pay(order.path(), DECLINED)).isNotEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("The payment was not successful");
        assertThat(tickets()).isEmpty();
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        assertThat(booking().get("status").textValue()).isEqualTo("paid");
    }

    /** The tickets are canceled only when the processor has returned the money. */
    @Test
    void ticketsWhoseRefundIsPendingAreNotRefundedAgain() {
        Shelf event = shop.event("", "", SEAT);
        Shown order = ada.order(event.path(), seats(event, 3)).expect(303);
        assertThat(ada.pay(order.path(), "4000000000007726")).isEqualTo("succeeded");
        ada.comeBack(order.path());
        String refund = "/v1/bookings/" + booking().get("id").textValue() + "/refund";
        String ticket = "{\"ticketIds\": [\"" + tickets().get(0).get("id").textValue() + "\"]}";
        shop.seller().live().post(refund, ticket).expect(200);
        assertThat(tickets()).allMatch(one -> one.get("status").textValue().equals("PAID"));
        shop.seller().live().post(refund, ticket).expect(409);
    }
}
