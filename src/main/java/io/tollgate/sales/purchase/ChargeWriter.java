package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.platform.clock.Times;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.sales.cart.Buyer;
import org.jspecify.annotations.Nullable;

/** Writes the fields that payments and bookings share, mostly in the order of the interface. */
final class ChargeWriter {
    private ChargeWriter() {}

    static ObjectNode write(Charge charge) {
        Purchase purchase = charge.purchase();
        boolean canceled = charge.status() == ChargeStatus.CANCELED;
        ObjectNode record = JsonNodeFactory.instance
                .objectNode()
                .put("id", purchase.id())
                .put("status", charge.status().wire())
                .put("orderId", purchase.orderId())
                .put("orderStatus", canceled ? "canceled" : charge.archived() ? "archived" : "active");
        buyer(record, purchase);
        money(record, charge);
        record.put("livemode", purchase.scope().live())
                .put("paymentError", charge.error())
                .set("paymentMethod", MemberEncoder.paymentMethod(charge.method()));
        record.set("paymentOption", option(purchase.option()));
        MemberEncoder.putVisit(record, purchase.visit());
        processing(record, charge);
        MemberEncoder.putUpsell(record, purchase.upsell());
        record.put("isComplimentary", purchase.complimentary())
                .put("complimentaryDiscountAmount", purchase.complimentary() ? faceValue(purchase.quote()) : 0)
                .put("invoiceId", charge.invoiceId());
        ArrayNode transactions = record.putArray("transactionIds");
        charge.transactionIds().forEach(transactions::add);
        history(record, charge);
        return record;
    }

    private static void buyer(ObjectNode record, Purchase purchase) {
        Buyer buyer = purchase.buyer();
        record.put("customerEmail", buyer.email())
                .put("customerName", buyer.name())
                .put("customerId", purchase.customerId())
                .put("sellerId", purchase.scope().sellerId())
                .put("pageId", purchase.page().id())
                .put("pageSlug", purchase.page().slug())
                .put("locale", purchase.locale())
                .put("currency", purchase.currency());
        record.set("billing", ChargeEncoder.billing(buyer));
        record.set("shipping", ChargeEncoder.shipping(buyer));
        record.set("fields", ChargeEncoder.answers(purchase.answers().all()));
    }

    private static void money(ObjectNode record, Charge charge) {
        Purchase purchase = charge.purchase();
        Quote quote = purchase.quote();
        record.put("amount", quote.total())
                .put("amountPaid", charge.settlement().paid())
                .put("amountDue", charge.settlement().due())
                .put("amountRefunded", charge.settlement().refunded())
                .put("amountUsd", Dollars.cents(purchase.currency(), quote.total()))
                .put("amountExcludingTax", quote.excludingTax());
        ChargeEncoder.putTax(record, purchase);
        ChargeEncoder.putFees(record, quote);
        record.set("coupon", ChargeEncoder.coupon(purchase.coupon(), quote.couponDiscount()));
        record.set("discount", ChargeEncoder.bulkDiscount(quote));
    }

    private static JsonNode option(@Nullable PaymentOption option) {
        if (option == null) {
            return NullNode.instance;
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", option.type() == null ? null : option.type().wire())
                .put("name", option.name())
                .put("description", option.description())
                .put("instructions", option.instructions())
                .put("partialAmount", option.partialAmount())
                .put(
                        "manualType",
                        option.manualType() == null ? null : option.manualType().wire());
    }

    private static void processing(ObjectNode record, Charge charge) {
        Charge.Processing processing = charge.processing();
        if (processing != null) {
            record.put("processorTaxCalculationId", processing.taxCalculationId())
                    .put("processorTaxTransactionId", processing.taxTransactionId())
                    .put("processorPaymentIntentId", processing.paymentIntentId())
                    .put("processorChargeId", processing.chargeId());
        }
    }

    /** Returns the regular price of a complimentary order without ticket fees, in minor units. */
    private static long faceValue(Quote quote) {
        return quote.parts().stream()
                .filter(part -> part.line().kind().bulkApplies())
                .mapToLong(Part::amount)
                .sum();
    }

    private static void history(ObjectNode record, Charge charge) {
        MemberEncoder.putRefund(record, charge.refund());
        Charge.Cancellation cancellation = charge.cancellation();
        if (cancellation != null) {
            record.put("canceledAt", Times.text(cancellation.at()))
                    .put("canceledBy", cancellation.by())
                    .put("canceledReason", cancellation.reason());
        }
        MemberEncoder.putAbandonment(record, charge.abandonment());
        record.put("createdAt", Times.text(charge.purchase().createdAt()))
                .put("updatedAt", Times.text(charge.updatedAt()));
    }
}
