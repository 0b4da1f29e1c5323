package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;

/** Puts there what the published examples of bodies name. */
public final class Examples {
    private Examples() {}

    /** An event with the ticket types of an example, if the seller has it not yet. */
    public static void needs(TestSeller seller, JsonNode example) {
        if (!example.has("eventId") || !example.has("tickets")) {
            return;
        }
        String id = example.get("eventId").textValue();
        if (TestSeller.rows("SELECT 1 FROM page WHERE seller_id = $1 AND id = $2", seller.id(), id)
                        .size()
                == 0) {
            TestEvent event = new TestEvent(seller).id(id);
            example.get("tickets")
                    .fieldNames()
                    .forEachRemaining(type -> event.type(2500, document -> document.put("id", type)));
            event.open();
        }
    }
}
