package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.vertx.sqlclient.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stock and places that refunds and cancellations return, or keep. */
class RestockTest {
    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf mug() {
        return shop.page(
                "{'name': 'Mug', 'productData': {'title': 'Mug', 'stock': 5, 'hasUnlimitedStock': false, 'prices': [{"
                        + "'amount': 1000, 'currency': 'eur'}]}}");
    }

    private Shelf concert() {
        return shop.event("{'name': 'Concert', 'eventDetails': {'currency': 'eur',"
                + " 'startDate': '2036-09-18T18:00:00Z', 'capacity': 3},"
                + " 'ticketGroups': [{'name': 'Hall', 'ticketTypes': [{'name': 'Seat', 'price': 2500}]}]}");
    }

    private String buy(Shelf page) {
        String order = ada.order(page.path()).expect(303).path();
        assertThat(ada.pay(order, "4242424242424242")).isEqualTo("succeeded");
        ada.comeBack(order);
        return api.get("/v1/payments").ids().get(0);
    }

    private Reply book(Shelf event, int seats) {
        String option = "\"paymentOption\": {\"manualType\": \"invoice\"},";
        return api.post("/v1/bookings", TestShop.booking(event, "ada@example.com", seats, option));
    }

    private String booked(Shelf event, int seats) {
        JsonNode booking = book(event, seats).expect(201).json();
        return booking.at("/data/id").textValue();
    }

    private long taken(String kind) {
        for (Row row : TestSeller.rows(
                "SELECT taken FROM capacity WHERE seller_id = $1 AND kind = $2",
                shop.seller().id(),
                kind)) {
            return row.getInteger(0);
        }
        return 0;
    }

    private Reply refund(String id, String body) {
        return api.post("/v1/payments/" + id + "/refund", body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"restock\": false}"})
    void refundKeepsTheStock(String body) {
        String id = buy(mug());
        assertThat(taken("product")).isOne();
        refund(id, body).expect(200);
        assertThat(taken("product")).isOne();
    }

    @Test
    void refundReturnsTheStockOnceIfTheRequestSaysSo() {
        Shelf mug = mug();
        buy(mug);
        String id = buy(mug);
        assertThat(taken("product")).isEqualTo(2);
        refund(id, "{\"amount\": 100, \"restock\": true}").expect(200);
        assertThat(taken("product")).isOne();
        refund(id, "{\"restock\": true}").expect(200);
        assertThat(taken("product")).isOne();
    }

    @Test
    void refundThatFailsReturnsNothing() {
        Shelf mug = mug();
        String order = ada.order(mug.path()).expect(303).path();
        assertThat(ada.pay(order, "4000000000005126")).isEqualTo("succeeded");
        ada.comeBack(order);
        String id = api.get("/v1/payments").ids().get(0);
        Reply asked = refund(id, "{\"amount\": 5000, \"restock\": true}");
        assertThat(asked.problems()).containsExactly("amount");
        assertThat(taken("product")).isOne();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{}|0|201", "{\"restock\": true}|0|201", "{\"restock\": false}|3|409"})
    void cancellationReturnsThePlacesUnlessItKeepsThem(String body, long left, int status) {
        Shelf concert = concert();
        String id = booked(concert, 3);
        api.post("/v1/bookings/" + id + "/cancel", body).expect(200);
        for (String kind : new String[] {"event", "ticket_group", "ticket_type"}) {
            assertThat(taken(kind)).as(kind).isEqualTo(left);
        }
        assertThat(book(concert, 1).status()).isEqualTo(status);
    }

    @Test
    void ticketKeepsItsPlaceIfTheRequestSaysSo() {
        Shelf concert = concert();
        String id = booked(concert, 3);
        String[] tickets = api.get("/v1/tickets?bookingId=" + id).ids().toArray(String[]::new);
        api.post("/v1/tickets/" + tickets[0] + "/cancel", "{\"restock\": false}")
                .expect(200);
        assertThat(taken("event")).isEqualTo(3);
        api.post("/v1/tickets/" + tickets[1] + "/cancel", "{}").expect(200);
        assertThat(taken("event")).isEqualTo(2);
        api.post("/v1/bookings/" + id + "/cancel", "{}").expect(200);
        assertThat(taken("event")).isOne();
        book(concert, 2).expect(201);
        book(concert, 1).expect(409);
    }

    @Test
    void refundOfTicketsReturnsTheirPlacesUnlessItKeepsThem() {
        Shelf concert = concert();
        String id = booked(concert, 3);
        api.post("/v1/bookings/" + id + "/record-payment", "{\"method\": \"cash\"}")
                .expect(200);
        String[] tickets = api.get("/v1/tickets?bookingId=" + id).ids().toArray(String[]::new);
        String path = "/v1/bookings/" + id + "/refund";
        assertThat(api.post(path, "{\"amount\": 100, \"restock\": true}").problems())
                .containsExactly("restock");
        api.post(path, "{\"amount\": 100}").expect(200);
        assertThat(taken("event")).isEqualTo(3);
        api.post(path, "{\"ticketIds\": [\"" + tickets[0] + "\"], \"restock\": false}")
                .expect(200);
        assertThat(taken("event")).isEqualTo(3);
        api.post(path, "{\"cancelTickets\": true}").expect(200);
        assertThat(taken("event")).isOne();
    }
}
