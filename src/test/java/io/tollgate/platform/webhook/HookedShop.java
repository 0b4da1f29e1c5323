package io.tollgate.platform.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestFeed;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.util.Set;
import java.util.stream.Collectors;

/** A seller with an event and a receiver of webhooks, on a clock that the tests move. */
final class HookedShop implements AutoCloseable {
    static final String ALL = "\"booking.created\", \"booking.paid\", \"ticket.created\", \"customer.created\"";

    final WebhookReceiver receiver = new WebhookReceiver();
    final TestSeller seller;
    private final TestGateway gateway;
    private final TestShop shop;
    private int buyers;

    HookedShop(TestGateway gateway) {
        this.gateway = gateway;
        this.seller = gateway.seller();
        this.shop = new TestShop(gateway, seller);
    }

    JsonNode hook(String path, String events) {
        return hook(seller.live(), path, events);
    }

    JsonNode hook(TestApi api, String path, String events) {
        return hookAt(api, receiver.url(path), events);
    }

    static JsonNode hookAt(TestApi api, String url, String events) {
        String body = "{\"name\": \"Hook\", \"url\": \"" + url + "\", \"events\": [" + events
                + "], \"customHeaders\": {\"X-Source\": \"shop\"}}";
        return data(api.post("/v1/webhooks", body).expect(201));
    }

    static JsonNode data(TestApi.Reply reply) {
        return reply.json().get("data");
    }

    static String path(JsonNode webhook) {
        return "/v1/webhooks/" + webhook.get("id").textValue();
    }

    JsonNode read(JsonNode webhook) {
        return data(seller.live().get(path(webhook)).expect(200));
    }

    /** Returns the live deliveries of a webhook, the last first. */
    JsonNode deliveries(JsonNode webhook) {
        return data(seller.live().get(path(webhook) + "/deliveries").expect(200))
                .get("deliveries");
    }

    JsonNode book(TestShop.Shelf event) {
        buyers++;
        String body = TestShop.booking(event, "b" + buyers + "@example.com", 1, "\"complimentary\": true,");
        return data(seller.live().post("/v1/bookings", body).expect(201));
    }

    TestShop.Shelf event() {
        return shop.event("", "", "{'name': 'Seat', 'price': 2500, 'capacity': 500}");
    }

    /** Numbers the events so far, so that a webhook begins behind them, and delivers them. */
    void settle() {
        for (boolean live : new boolean[] {true, false}) {
            gateway.numberEvents(seller.scope(live));
        }
        for (boolean live : new boolean[] {true, false}) {
            gateway.settle(seller.scope(live));
        }
    }

    /** Returns the ids of all live events that a webhook of {@link #ALL} gets. */
    Set<String> fed() {
        return new TestFeed(seller, gateway, true)
                .events().stream()
                        .filter(one -> ALL.contains("\"" + one.get("event").textValue() + "\""))
                        .map(one -> one.get("eventId").textValue())
                        .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        receiver.close();
    }
}
