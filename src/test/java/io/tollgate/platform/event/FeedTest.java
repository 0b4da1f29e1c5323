package io.tollgate.platform.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestFeed;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The feed over HTTP: what a seller learns of purchases and of changes by a key, and how it is read. */
class FeedTest {
    private final TestShop shop = TestShop.open();
    private final TestSeller seller = shop.seller();
    private final TestFeed live = new TestFeed(seller, shop.gateway(), true);
    private final TestFeed test = new TestFeed(seller, shop.gateway(), false);

    @Test
    void aBookingIsToldWithItsTicketsAndItsCustomer() {
        TestShop.Shelf event = shop.event("{}", "{}", "[{'name': 'Seat', 'price': 2500, 'capacity': 5}]");
        JsonNode booking = seller.live()
                .post("/v1/bookings", TestShop.booking(event, "ada@example.com", 2, ""))
                .expect(201)
                .json()
                .get("data");
        List<JsonNode> events = live.events();
        assertThat(events.stream().map(e -> e.get("event").textValue()))
                .contains("customer.created", "booking.created", "ticket.created", "invoice.created");
        JsonNode created = of(events, "booking.created");
        assertThat(created.at("/data/booking")).isEqualTo(booking);
        assertThat(created.at("/actor/type").textValue()).isEqualTo("api_key");
        assertThat(created.get("recordId")).isEqualTo(booking.get("id"));
        assertThat(events.stream().mapToLong(e -> e.get("position").longValue()))
                .containsExactly(LongStream.rangeClosed(1, events.size()).boxed().toArray(Long[]::new));
        assertThat(test.events()).isEmpty();
        JsonNode one = seller.live()
                .get("/v1/feed/" + created.get("eventId").textValue())
                .expect(200)
                .json();
        assertThat(one.get("data")).isEqualTo(created);
    }

    private static JsonNode of(List<JsonNode> events, String type) {
        return events.stream()
                .filter(event -> event.get("event").textValue().equals(type))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPurchaseIsToldFromDraftToPayment() {
        String path = shop.product(1900).path();
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Buyer.Shown order = ada.order(path).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
        seller.settle();
        System.out.println(live.types() + " " + test.types());
        live.events().forEach(e -> System.out.println(e.toString().substring(0, 300)));
    }
}
