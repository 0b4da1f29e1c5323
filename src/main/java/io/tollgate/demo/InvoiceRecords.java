package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes invoices, and numbers them without gaps in the order of their creation. */
final class InvoiceRecords {
    private final Map<Integer, Integer> issued = new HashMap<>();

    ObjectNode next(Charge charge) {
        Settlement settlement = charge.settlement();
        Quote quote = charge.quote();
        String status = status(charge);
        boolean owed = status.equals("open") || status.equals("uncollectible");
        Buyer buyer = charge.buyer();
        ObjectNode invoice = Json.of(
                "id", charge.invoiceId(),
                "sellerId", charge.book().scope().sellerId(),
                "customerId", buyer.id(),
                "chargeId", charge.id(),
                "chargeType", charge.booking() ? "booking" : "payment",
                "livemode", charge.book().live(),
                "currency", charge.currency(),
                "amount", quote.total(),
                "amountRefunded", settlement.refunded(),
                "amountUsd", Methods.usd(charge.currency(), quote.total()),
                "amountPaid", settlement.paid(),
                "amountDue", owed ? settlement.due() : 0,
                "amountExcludingTax", quote.excludingTax(),
                "taxAmount", quote.taxAmount(),
                "taxBreakdown", Taxes.breakdown(charge.tax(), quote, buyer),
                "taxSource", Taxes.source(charge.tax()),
                "taxRates", Taxes.snapshots(charge.tax(), charge.book().shop()),
                "status", status);
        lines(invoice, charge);
        parties(invoice, charge, status, settlement);
        return invoice;
    }

    private static String status(Charge charge) {
        return switch (charge.status()) {
            case "pending" -> "draft";
            case "canceled" -> "void";
            case "refunded" -> "refunded";
            case "partial_refund" -> "partially_refunded";
            case "unpaid" -> {
                boolean old = charge.book().now() - charge.createdAt() > 60 * Moments.DAY;
                yield old && charge.chance(10).percent(30) ? "uncollectible" : "open";
            }
            case "partially_paid" -> "open";
            default -> "paid";
        };
    }

    private static void lines(ObjectNode invoice, Charge charge) {
        Quote quote = charge.quote();
        CouponOffer coupon = charge.coupon();
        List<ObjectNode> lines = new ArrayList<>(quote.parts().size());
        for (Part part : quote.parts()) {
            lines.add(Json.of(
                    "type", part.line().kind().wire(),
                    "name", part.line().name(),
                    "quantity", part.line().quantity(),
                    "unitPrice", part.line().unitPrice(),
                    "amount", part.amount(),
                    "bulkDiscountAmount", part.bulkDiscount(),
                    "couponDiscountAmount", part.couponDiscount(),
                    "couponCode", coupon != null && part.couponDiscount() > 0 ? coupon.code() : null));
        }
        Json.put(
                invoice,
                "lineItems",
                lines,
                "subtotal",
                quote.subtotal(),
                "subtotalAfterDiscount",
                quote.discounted(),
                "bulkDiscount",
                quote.bulkDiscount(),
                "complimentaryDiscountAmount",
                quote.complimentaryDiscount(),
                "fees",
                ChargeRecords.fees(quote),
                "coupon",
                coupon == null ? null : coupon.applied(quote.couponDiscount()));
    }

    private void parties(ObjectNode invoice, Charge charge, String status, Settlement settlement) {
        Buyer buyer = charge.buyer();
        boolean draft = status.equals("draft");
        ObjectNode purchaseOrder = charge.answers().stream()
                .filter(answer -> answer.get("element").textValue().equals("po-number"))
                .findFirst()
                .orElse(null);
        Json.put(
                invoice,
                "poNumber",
                purchaseOrder == null ? null : purchaseOrder.get("value"),
                "poNumberLabel",
                purchaseOrder == null ? null : purchaseOrder.get("label"),
                "invoiceUuid",
                charge.chance(11).uuid(),
                "invoiceNumber",
                draft ? null : number(charge.invoicedAt()),
                "billing",
                Json.of(
                        "name", buyer.company() == null ? buyer.name() : buyer.company(),
                        "email", email(buyer),
                        "phone", buyer.phone(),
                        "address", buyer.address(),
                        "taxId", buyer.taxId(),
                        "taxIdType", buyer.taxIdType()),
                "sellerBilling",
                charge.book().shop().details().billing(),
                "customerName",
                buyer.name(),
                "customerEmail",
                buyer.email(),
                "productTitle",
                charge.title(),
                "createdAt",
                Moments.iso(charge.invoicedAt()),
                "updatedAt",
                Moments.iso(Math.max(charge.invoicedAt(), settlement.updatedAt())),
                "invoiceUrl",
                draft ? null : "");
    }

    private static @Nullable String email(Buyer buyer) {
        String own = buyer.billingEmail();
        return own == null ? buyer.email() : own;
    }

    private String number(long createdAt) {
        int year = Moments.year(createdAt);
        int number = issued.merge(year, 1, Integer::sum);
        // Beyond a million invoices a year, numbers grow longer.
        String digits = Integer.toString(number);
        return year + "-" + "0".repeat(Math.max(0, 6 - digits.length())) + digits;
    }
}
