package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;

/** A buying agent, and pages that it buys from. */
abstract class AgentScene {
    static final String SESSIONS = "/ucp/checkout-sessions";
    static final String QUANTITY = "'fields': [{'label': 'Pieces', 'element': 'quantity'}], ";

    final TestShop shop = TestShop.open();
    final TestApi agent = new TestApi(shop.gateway().url(), null);

    Shelf mug(String more) {
        return shop.page("{'name': 'Mug', 'locale': 'de-DE', " + more + "'productData': {'title': 'Mug',"
                + " 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    static String item(Shelf shelf) {
        return shelf.path().substring("/s/".length());
    }

    static String ticket(Shelf event, int type) {
        return item(event) + "/"
                + event.record()
                        .at("/ticketGroups/0/ticketTypes/" + type + "/id")
                        .textValue();
    }

    static String lines(Object... itemsAndQuantities) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < itemsAndQuantities.length; i += 2) {
            lines.append(i == 0 ? "" : ",")
                    .append("{\"item\": {\"id\": \"")
                    .append(itemsAndQuantities[i])
                    .append("\"}, \"quantity\": ")
                    .append(itemsAndQuantities[i + 1])
                    .append("}");
        }
        return "{\"line_items\": [" + lines + "]}";
    }

    JsonNode create(Object... lines) {
        return agent.post(SESSIONS, lines(lines)).expect(201).json();
    }

    static long total(JsonNode session, String type) {
        List<JsonNode> found = session.get("totals")
                .valueStream()
                .filter(total -> total.get("type").textValue().equals(type))
                .toList();
        assertThat(found).as(session.toString()).hasSize(1);
        return found.get(0).get("amount").longValue();
    }

    static List<String> codes(JsonNode document) {
        return document.get("messages")
                .valueStream()
                .map(message -> message.get("code").textValue())
                .toList();
    }

    void refuses(Reply reply, String code, String path) {
        JsonNode document = reply.expect(200).json();
        assertThat(document.at("/ucp/status").textValue()).isEqualTo("error");
        assertThat(document.has("id")).isFalse();
        JsonNode message = document.at("/messages/0");
        assertThat(message.get("code").textValue()).isEqualTo(code);
        assertThat(message.get("path").textValue()).isEqualTo(path);
        assertThat(message.get("severity").textValue()).isEqualTo("unrecoverable");
    }

    static String path(JsonNode session) {
        String url = session.get("continue_url").textValue();
        return url.substring(url.indexOf("/s/"));
    }

    Reply put(String path, String body) {
        return agent.send("PUT", path, Map.of("Content-Type", "application/json"), body);
    }

    long carts() {
        return TestSeller.rows(
                        "SELECT FROM checkout_draft WHERE seller_id = $1",
                        shop.seller().id())
                .size();
    }
}
