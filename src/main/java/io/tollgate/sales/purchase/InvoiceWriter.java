package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.SellerDetails;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Event;
import io.tollgate.platform.clock.Times;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.sales.cart.Answer;
import io.tollgate.sales.cart.Buyer;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Creates invoice records in the form of the interface. */
public final class InvoiceWriter {
    private InvoiceWriter() {}

    /**
     * The fields of an invoice that its charge does not have. The charge has the invoice's id.
     *
     * @param number null for a draft
     */
    public record Issue(InvoiceStatus status, @Nullable String number, String uuid, Instant issuedAt) {}

    /** @param seller the seller, whose details the invoice copies */
    public static ObjectNode write(Charge charge, Issue issue, SellerDetails seller) {
        Purchase purchase = charge.purchase();
        Quote quote = purchase.quote();
        Charge.Settlement settlement = charge.settlement();
        ObjectNode invoice = JsonNodeFactory.instance
                .objectNode()
                .put("id", Objects.requireNonNull(charge.invoiceId(), "the charge has an invoice"))
                .put("sellerId", purchase.scope().sellerId())
                .put("customerId", purchase.customerId())
                .put("chargeId", purchase.id())
                .put("chargeType", purchase.page() instanceof Event ? "booking" : "payment")
                .put("livemode", purchase.scope().live())
                .put("currency", purchase.currency())
                .put("amount", quote.total())
                .put("amountRefunded", settlement.refunded())
                .put("amountUsd", Dollars.cents(purchase.currency(), quote.total()))
                .put("amountPaid", settlement.paid())
                .put("amountDue", issue.status().isDue() ? settlement.due() : 0)
                .put("amountExcludingTax", quote.excludingTax());
        ChargeEncoder.putTax(invoice, purchase);
        invoice.put("status", issue.status().wire());
        lines(invoice, purchase);
        parties(invoice, purchase, seller);
        Instant updatedAt = charge.updatedAt().isAfter(issue.issuedAt()) ? charge.updatedAt() : issue.issuedAt();
        invoice.put("productTitle", purchase.page().displayTitle())
                .put("invoiceUuid", issue.uuid())
                .put("invoiceNumber", issue.number())
                .put("createdAt", Times.text(issue.issuedAt()))
                .put("updatedAt", Times.text(updatedAt));
        return issue.status() == InvoiceStatus.DRAFT ? invoice : invoice.put("invoiceUrl", "");
    }

    private static void lines(ObjectNode invoice, Purchase purchase) {
        Quote quote = purchase.quote();
        Coupon coupon = purchase.coupon();
        String code = coupon == null ? null : coupon.code();
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
        invoice.set("coupon", ChargeEncoder.coupon(coupon, quote.couponDiscount()));
    }

    private static void parties(ObjectNode invoice, Purchase purchase, SellerDetails seller) {
        Answer order = purchase.answers().purchaseOrder();
        if (order != null) {
            invoice.put("poNumber", order.value())
                    .put("poNumberLabel", order.field().label());
        }
        Buyer buyer = purchase.buyer();
        String company = buyer.company();
        String email = buyer.billingEmail();
        invoice.putObject("billing")
                .put("name", company == null ? buyer.name() : company)
                .put("email", email == null ? buyer.email() : email)
                .put("phone", buyer.phone())
                .put("taxId", buyer.taxId())
                .put("taxIdType", buyer.taxIdType())
                .set("address", ChargeEncoder.address(buyer.address()));
        invoice.set("sellerBilling", seller.billing());
        invoice.put("customerName", buyer.name()).put("customerEmail", buyer.email());
    }
}
