package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads the feed of a seller in one mode. */
public record TestFeed(TestSeller seller, TestGateway gateway, boolean live) {
    /** Returns all events, oldest first, after numbering those that are committed. */
    public List<JsonNode> events() {
        gateway.numberEvents(seller.scope(live));
        List<JsonNode> events = new ArrayList<>();
        long next = 0;
        while (true) {
            JsonNode page =
                    api().get("/v1/feed?limit=100&after=" + next).expect(200).json();
            page.get("data").forEach(events::add);
            next = page.get("next").longValue();
            if (!page.get("has_more").booleanValue()) {
                return events;
            }
        }
    }

    /** Returns the types of all events, oldest first. */
    public List<String> types() {
        return events().stream().map(event -> event.get("event").textValue()).toList();
    }

    private TestApi api() {
        return live ? seller.live() : seller.test();
    }
}
