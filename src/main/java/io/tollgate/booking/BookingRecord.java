package io.tollgate.booking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.order.Bulk;
import io.tollgate.order.Buyer;
import io.tollgate.order.Codes;
import io.tollgate.order.Dollars;
import io.tollgate.order.EventCart;
import io.tollgate.order.Fees;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;

/** Writes a booking as the interface shows it. */
final class BookingRecord {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private BookingRecord() {}

    static ObjectNode of(Placed placed, String invoiceId, Codes codes) {
        Draft draft = placed.draft();
        ObjectNode record = JSON.objectNode()
                .put("id", placed.id())
                .put("status", draft.isOwed() ? "unpaid" : "paid")
                .put("orderId", placed.orderId())
                .put("orderStatus", "active")
                .put("sellerId", draft.scope().sellerId())
                .put("pageId", draft.request().eventId())
                .put("pageSlug", draft.event().path("slug").asText())
                .put("invoiceId", invoiceId)
                .put("livemode", draft.scope().live())
                .put("upsell", false)
                .put("isAbandoned", false)
                .put("eventTitle", draft.title())
                .put("createdAt", Times.text(draft.now()))
                .put("updatedAt", Times.text(draft.now()));
        record.set("locale", draft.event().get("locale"));
        record.set("queryParameters", draft.request().queryParameters());
        buyer(record, placed);
        money(record, draft);
        method(record, draft, codes);
        ArrayNode tickets =
                record.put("ticketFeesAmount", draft.cart().ticketFees()).putArray("tickets");
        draft.cart().items().forEach(item -> tickets.add(line(item)));
        return record;
    }

    private static void buyer(ObjectNode record, Placed placed) {
        Buyer buyer = placed.draft().buyer();
        record.put("customerEmail", buyer.email())
                .put("customerName", buyer.name())
                .put("customerId", placed.customerId());
        record.set("billing", buyer.billing());
        record.set("shipping", buyer.shipping());
        record.putArray("fields").addAll(placed.draft().answers().rows());
    }

    private static void money(ObjectNode record, Draft draft) {
        Quote quote = draft.quote();
        record.put("currency", draft.currency())
                .put("amount", quote.total())
                .put("amountPaid", 0)
                .put("amountDue", quote.total())
                .put("amountRefunded", 0)
                .put("amountUsd", Dollars.cents(draft.currency(), quote.total()))
                .put("amountExcludingTax", quote.excludingTax())
                .put("isComplimentary", draft.request().wanted().complimentary())
                .put("complimentaryDiscountAmount", draft.request().wanted().complimentary() ? faceValue(quote) : 0);
        draft.tax().putInto(record, quote);
        Fees.putInto(record, quote);
        record.set("coupon", draft.coupon() == null ? null : draft.coupon().applied(quote.couponDiscount()));
        record.set("discount", Bulk.of(quote));
    }

    /** What tickets that were given away would have cost, without their fees. */
    private static long faceValue(Quote quote) {
        return quote.parts().stream()
                .filter(part -> part.line().kind().bulkApplies())
                .mapToLong(Part::amount)
                .sum();
    }

    private static void method(ObjectNode record, Draft draft, Codes codes) {
        ArrayNode transactions = record.putArray("transactionIds");
        ObjectNode option = draft.request().paymentOption();
        if (option == null) {
            return;
        }
        transactions.add("man_" + codes.secret().substring(0, 24));
        record.putObject("paymentMethod").put("gateway", "manual").put("method", "manual");
        record.set("paymentOption", option(option, draft.event().path("paymentOptions")));
    }

    /** As it was asked for; what was not said is as the event has it. */
    private static ObjectNode option(ObjectNode asked, JsonNode offered) {
        String type = asked.path("manualType").asText();
        JsonNode own = NullNode.instance;
        for (JsonNode one : offered) {
            own = one.path("manualType").asText().equals(type) ? one : own;
        }
        ObjectNode option = JSON.objectNode().put("type", "manual").put("manualType", type);
        String usual = type.equals("invoice") ? "Invoice" : "Cash on delivery";
        option.put("name", asked.path("name").asText(own.path("name").asText(usual)));
        for (String field : new String[] {"description", "instructions"}) {
            option.set(field, asked.has(field) ? asked.get(field) : own.get(field));
        }
        return option;
    }

    private static ObjectNode line(EventCart.Item item) {
        JsonNode group = item.group();
        JsonNode type = item.type();
        Part part = item.part();
        ObjectNode line = JSON.objectNode();
        line.set("name", type.get("name"));
        line.set("ticketTypeId", type.get("id"));
        line.set("capacity", type.get("capacity"));
        line.set("reference", type.get("reference"));
        line.set("ticketGroupId", group.get("id"));
        line.set("ticketGroupName", group.get("name"));
        line.set("ticketGroupCapacity", group.get("capacity"));
        line.set("ticketGroupReference", group.get("reference"));
        line.put("quantity", item.quantity())
                .put("price", part.reducedUnitPrice())
                .put("originalPrice", part.line().unitPrice());
        line.set("pricing", type.get("pricing"));
        line.set("fee", fee(item));
        line.set("discount", Bulk.of(part));
        return line;
    }

    private static JsonNode fee(EventCart.Item item) {
        if (item.feePart() == null) {
            return NullNode.instance;
        }
        ObjectNode fee = JSON.objectNode()
                .put("name", EventCart.TICKET_FEE)
                .put("amount", item.feePart().line().unitPrice())
                .put("totalAmount", item.feePart().amount());
        return fee.set("display", item.group().get("feeDisplay"));
    }
}
