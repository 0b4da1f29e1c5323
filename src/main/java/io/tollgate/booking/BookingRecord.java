package io.tollgate.booking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.cart.Buyer;
import io.tollgate.cart.EventCart;
import io.tollgate.catalog.Event;
import io.tollgate.catalog.PaymentOption;
import io.tollgate.catalog.TicketGroup;
import io.tollgate.catalog.TicketType;
import io.tollgate.clock.Times;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.purchase.ChargeEncoder;
import io.tollgate.purchase.Codes;
import io.tollgate.purchase.Dollars;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
                .put("pageSlug", draft.event().slug())
                .put("invoiceId", invoiceId)
                .put("livemode", draft.scope().live())
                .put("upsell", false)
                .put("isAbandoned", false)
                .put("eventTitle", draft.event().displayTitle())
                .put("createdAt", Times.text(draft.now()))
                .put("updatedAt", Times.text(draft.now()));
        record.put("locale", draft.event().locale());
        ObjectNode parameters = record.putObject("queryParameters");
        draft.request().queryParameters().forEach(parameters::put);
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
        record.set("billing", ChargeEncoder.billing(buyer));
        record.set("shipping", ChargeEncoder.shipping(buyer));
        record.set("fields", ChargeEncoder.answers(placed.draft().answers().all()));
    }

    private static void money(ObjectNode record, Draft draft) {
        Quote quote = draft.quote();
        record.put("currency", draft.event().currency())
                .put("amount", quote.total())
                .put("amountPaid", 0)
                .put("amountDue", quote.total())
                .put("amountRefunded", 0)
                .put("amountUsd", Dollars.cents(draft.event().currency(), quote.total()))
                .put("amountExcludingTax", quote.excludingTax())
                .put("isComplimentary", draft.request().tickets().complimentary())
                .put("complimentaryDiscountAmount", draft.request().tickets().complimentary() ? faceValue(quote) : 0);
        ChargeEncoder.putTax(record, draft.tax(), quote);
        ChargeEncoder.putFees(record, quote);
        record.set("coupon", ChargeEncoder.coupon(draft.coupon(), quote.couponDiscount()));
        record.set("discount", ChargeEncoder.bulkDiscount(quote));
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
        PaymentOption option = draft.request().paymentOption();
        if (option == null) {
            return;
        }
        transactions.add("man_" + codes.secret().substring(0, 24));
        record.putObject("paymentMethod").put("gateway", "manual").put("method", "manual");
        record.set("paymentOption", option(option, draft.event()));
    }

    /** As the client described the option, or else as the event does. */
    private static ObjectNode option(PaymentOption asked, Event event) {
        PaymentOption.ManualType type = Objects.requireNonNull(asked.manualType());
        PaymentOption offered = event.paymentOption(type).orElse(new PaymentOption(type, null, null, null));
        return JSON.objectNode()
                .put("type", "manual")
                .put("manualType", type.wire())
                .put("name", first(asked.name(), first(offered.name(), type.defaultName())))
                .put("description", first(asked.description(), offered.description()))
                .put("instructions", first(asked.instructions(), offered.instructions()));
    }

    private static @Nullable String first(@Nullable String one, @Nullable String other) {
        return one == null ? other : one;
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
        ObjectNode fee = JSON.objectNode()
                .put("name", EventCart.TICKET_FEE)
                .put("amount", item.feePart().line().unitPrice())
                .put("totalAmount", item.feePart().amount());
        return fee.put("display", item.group().feeDisplay());
    }
}
