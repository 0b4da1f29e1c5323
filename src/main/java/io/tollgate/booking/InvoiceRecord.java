package io.tollgate.booking;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.cart.Answer;
import io.tollgate.cart.AppliedCoupon;
import io.tollgate.cart.Buyer;
import io.tollgate.clock.Times;
import io.tollgate.invoice.InvoiceNumbers.Issue;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.purchase.ChargeEncoder;
import io.tollgate.purchase.Dollars;
import java.util.UUID;

/** Writes the invoice of a booking as the interface shows it. */
final class InvoiceRecord {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private InvoiceRecord() {}

    static ObjectNode of(Placed placed, String id, Issue issue) {
        Draft draft = placed.draft();
        Quote quote = draft.quote();
        ObjectNode invoice = JSON.objectNode()
                .put("id", id)
                .put("sellerId", draft.scope().sellerId())
                .put("customerId", placed.customerId())
                .put("chargeId", placed.id())
                .put("chargeType", "booking")
                .put("livemode", draft.scope().live())
                .put("currency", draft.event().currency())
                .put("amount", quote.total())
                .put("amountRefunded", 0)
                .put("amountUsd", Dollars.cents(draft.event().currency(), quote.total()))
                .put("amountPaid", 0)
                .put("amountDue", quote.total())
                .put("amountExcludingTax", quote.excludingTax())
                .put("status", draft.isOwed() ? "open" : "paid")
                .put("productTitle", draft.event().displayTitle())
                .put("invoiceUuid", UUID.randomUUID().toString())
                .put("invoiceNumber", issue.number())
                .put("invoiceUrl", "")
                .put("createdAt", Times.text(issue.issuedAt()))
                .put("updatedAt", Times.text(issue.issuedAt()));
        ChargeEncoder.putTax(invoice, draft.tax(), quote);
        lines(invoice, draft);
        parties(invoice, placed);
        return invoice;
    }

    private static void lines(ObjectNode invoice, Draft draft) {
        Quote quote = draft.quote();
        AppliedCoupon applied = draft.coupon();
        String code = applied == null ? null : applied.coupon().code();
        ArrayNode lines = invoice.putArray("lineItems");
        for (Part part : quote.parts()) {
            lines.addObject()
                    .put("type", part.line().kind().wire())
                    .put("name", part.line().name())
                    .put("quantity", part.line().quantity())
                    .put("unitPrice", part.line().unitPrice())
                    .put("amount", part.amount())
                    .put("bulkDiscountAmount", part.bulkDiscount())
                    .put("couponDiscountAmount", part.couponDiscount())
                    .put("couponCode", part.couponDiscount() > 0 ? code : null);
        }
        invoice.put("subtotal", quote.subtotal())
                .put("subtotalAfterDiscount", quote.discounted())
                .put("bulkDiscount", quote.bulkDiscount())
                .put("complimentaryDiscountAmount", quote.complimentaryDiscount());
        ChargeEncoder.putFees(invoice, quote);
        invoice.set("coupon", ChargeEncoder.coupon(applied, quote.couponDiscount()));
    }

    private static void parties(ObjectNode invoice, Placed placed) {
        Buyer buyer = placed.draft().buyer();
        String company = buyer.company();
        String email = buyer.billingEmail();
        invoice.putObject("billing")
                .put("name", company == null ? buyer.name() : company)
                .put("email", email == null ? buyer.email() : email)
                .put("phone", buyer.phone())
                .put("taxId", buyer.taxId())
                .put("taxIdType", buyer.taxIdType())
                .set("address", ChargeEncoder.address(buyer.address()));
        invoice.set("sellerBilling", placed.seller().billing());
        invoice.put("customerName", buyer.name()).put("customerEmail", buyer.email());
        Answer order = buyer.purchaseOrder();
        if (order != null) {
            invoice.put("poNumber", order.value())
                    .put("poNumberLabel", order.field().label());
        }
    }
}
