package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.pricing.Part;
import io.tollgate.sales.cart.EventCart;

/** Creates booking records in the form of the interface. */
public final class BookingWriter {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private BookingWriter() {}

    public static ObjectNode write(Charge charge, EventCart cart) {
        ObjectNode record = ChargeWriter.write(charge)
                .put("eventTitle", charge.purchase().page().displayTitle());
        ArrayNode tickets = record.putArray("tickets");
        cart.items().forEach(item -> tickets.add(line(item)));
        return record.put("ticketFeesAmount", cart.ticketFees());
    }

    private static ObjectNode line(EventCart.Item item) {
        TicketGroup group = item.group();
        TicketType type = item.type();
        Part part = item.part();
        ObjectNode line = JSON.objectNode()
                .put("name", type.name())
                .put("ticketTypeId", type.id())
                .put("capacity", type.capacity())
                .put("reference", type.reference())
                .put("ticketGroupId", group.id())
                .put("ticketGroupName", group.name())
                .put("ticketGroupCapacity", group.capacity())
                .put("ticketGroupReference", group.reference())
                .put("quantity", item.quantity())
                .put("price", part.reducedUnitPrice())
                .put("originalPrice", part.line().unitPrice())
                .put("pricing", type.pricing().wire());
        line.set("fee", fee(item));
        line.set("discount", ChargeEncoder.bulkDiscount(part));
        return line;
    }

    private static JsonNode fee(EventCart.Item item) {
        if (item.feePart() == null) {
            return NullNode.instance;
        }
        return JSON.objectNode()
                .put("name", EventCart.TICKET_FEE)
                .put("amount", item.feePart().line().unitPrice())
                .put("totalAmount", item.feePart().amount())
                .put("display", item.group().feeDisplay());
    }
}
