package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Quote;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields that payments and bookings share. */
final class ChargeRecords {
    private static final List<String> REFUND_REASONS =
            List.of("requested_by_customer", "duplicate", "fraudulent", "other");
    private static final List<String> REFUND_NOTES =
            List.of("Paketverlust", "Changed their mind", "Öffnete nie die Datei");
    private static final List<String> ERRORS =
            List.of("Your card was declined.", "Your card has insufficient funds.", "Authentication failed.");
    private static final List<String> SOURCES = List.of("newsletter", "instagram", "google", "freunde");

    private ChargeRecords() {}

    static ObjectNode record(Charge charge) {
        Settlement settlement = charge.settlement();
        ObjectNode record = Json.of(
                "id", charge.id(),
                "status", charge.status(),
                "orderId", charge.orderId(),
                "orderStatus", orderStatus(charge));
        buyer(record, charge);
        money(record, charge, settlement);
        method(record, charge);
        visit(record, charge.book(), charge.buyer(), charge.chance(3));
        links(record, charge);
        history(record, charge, settlement);
        return record;
    }

    private static String orderStatus(Charge charge) {
        boolean old = charge.book().now() - charge.createdAt() > 90 * Moments.DAY;
        return charge.status().equals("canceled")
                ? "canceled"
                : old && charge.chance(2).percent(15) ? "archived" : "active";
    }

    private static void buyer(ObjectNode record, Charge charge) {
        Buyer buyer = charge.buyer();
        Chance chance = charge.chance(4);
        boolean known = !charge.status().startsWith("draft") && !charge.status().equals("created");
        Json.put(
                record,
                "customerEmail",
                buyer.email(),
                "customerName",
                buyer.name(),
                "customerId",
                known ? buyer.id() : null,
                "sellerId",
                charge.book().scope().sellerId(),
                "pageId",
                charge.pageId(),
                "pageSlug",
                charge.slug(),
                "currency",
                charge.currency(),
                "billing",
                buyer.billing(),
                "shipping",
                !charge.booking() && chance.percent(45) ? buyer.shipping() : null,
                "fields",
                charge.answers(),
                "livemode",
                charge.book().live(),
                "locale",
                charge.locale());
    }

    private static void money(ObjectNode record, Charge charge, Settlement settlement) {
        Quote quote = charge.quote();
        boolean processorTax = charge.tax() == Offer.Tax.PROCESSOR;
        Chance chance = charge.chance(5);
        Json.put(
                record,
                "amount",
                quote.total(),
                "amountPaid",
                settlement.paid(),
                "amountDue",
                settlement.due(),
                "amountRefunded",
                settlement.refunded(),
                "amountUsd",
                Methods.usd(charge.currency(), quote.total()),
                "amountExcludingTax",
                quote.excludingTax(),
                "taxAmount",
                quote.taxAmount(),
                "taxBreakdown",
                Taxes.breakdown(charge.tax(), quote, charge.buyer()),
                "taxSource",
                Taxes.source(charge.tax()),
                "taxRates",
                Taxes.snapshots(charge.tax(), charge.book().shop()),
                "processorTaxCalculationId",
                processorTax ? "taxcalc_" + chance.token(24) : null,
                "processorTaxTransactionId",
                processorTax && settlement.paid() > 0 ? "tax_" + chance.token(24) : null,
                "fees",
                fees(quote),
                "coupon",
                charge.coupon() == null ? null : charge.coupon().applied(quote.couponDiscount()),
                "discount",
                OfferDocuments.bulk(charge.bulk(), quote.bulkDiscount()));
    }

    /** Each fee with what it came to, and its rule's percentage where it has one. */
    static List<ObjectNode> fees(Quote quote) {
        return quote.fees().stream()
                .map(fee -> Json.of(
                        "name", fee.rule().name(), "amount", fee.amount(), "percentage", percentage(fee.rule())))
                .toList();
    }

    private static @Nullable BigDecimal percentage(Fee fee) {
        return fee.percentage() == null ? null : fee.percentage().value();
    }

    private static void method(ObjectNode record, Charge charge) {
        Chance chance = charge.chance(6);
        boolean tried = !charge.status().startsWith("draft") && !charge.status().equals("created");
        boolean manual = charge.option().equals("invoice") || charge.option().equals("cash_on_delivery");
        boolean nothing = charge.quote().total() == 0;
        ObjectNode method = null;
        if (tried && manual) {
            method = Methods.manual();
        } else if (tried && !nothing) {
            boolean card = charge.byCard() || chance.percent(80);
            method = card
                    ? Methods.card(charge.buyer(), chance)
                    : Methods.any(charge.buyer(), charge.currency(), chance);
        }
        boolean byProcessor = method != null && !manual;
        String intent = byProcessor ? "pi_3" + chance.token(23) : null;
        boolean charged = byProcessor && (charge.placed() || charge.status().equals("canceled"));
        Json.put(
                record,
                "paymentMethod",
                method,
                "paymentOption",
                PageDocuments.paymentOption(charge.option()),
                "paymentError",
                charge.status().equals("failed") ? chance.pick(ERRORS) : null,
                "processorPaymentIntentId",
                intent,
                "processorChargeId",
                charged ? "ch_3" + chance.token(23) : null,
                "transactionIds",
                charged && intent != null
                        ? List.of(intent)
                        : manual && tried ? List.of("man_" + chance.token(16)) : List.of());
    }

    /** What the browser told. */
    static void visit(ObjectNode record, Book book, Buyer buyer, Chance chance) {
        boolean campaign = chance.percent(30);
        Json.put(
                record,
                "clientIp",
                buyer.clientIp(),
                "sessionId",
                chance.uuid(),
                "userAgent",
                buyer.userAgent(),
                "screenWidth",
                buyer.screenWidth(),
                "visitId",
                book.live() ? "v_" + chance.hex(20) : "vt_" + chance.hex(19),
                "queryParameters",
                campaign
                        ? Json.of("utm_source", chance.pick(SOURCES), "utm_campaign", "spring-" + chance.below(4))
                        : Json.of());
    }

    private static void links(ObjectNode record, Charge charge) {
        Charge.Upsell upsell = charge.upsell();
        Json.put(
                record,
                "upsell",
                upsell.accepted(),
                "upsellPageId",
                upsell.pageId(),
                "upsellChargeId",
                upsell.chargeId(),
                "upsellSubscriptionId",
                upsell.subscriptionId(),
                "isComplimentary",
                charge.complimentary(),
                "complimentaryDiscountAmount",
                charge.complimentary() ? faceValue(charge.quote()) : 0,
                "invoiceId",
                charge.invoiceId());
    }

    /** What the tickets of a complimentary booking would have cost, without their fees. */
    static long faceValue(Quote quote) {
        return quote.parts().stream()
                .filter(part -> part.line().kind().bulkApplies())
                .mapToLong(part -> part.amount())
                .sum();
    }

    private static void history(ObjectNode record, Charge charge, Settlement settlement) {
        Chance chance = charge.chance(7);
        boolean refunded = settlement.refunded() > 0;
        boolean canceled = settlement.canceledAt() > 0;
        boolean abandoned = charge.abandonedDraft() || charge.recovered();
        Json.put(
                record,
                "lastRefundAt",
                Moments.isoOrNull(settlement.refundedAt()),
                "lastRefundReason",
                refunded ? chance.pick(REFUND_REASONS) : null,
                "lastRefundReasonNote",
                refunded && chance.percent(50) ? chance.pick(REFUND_NOTES) : null,
                "canceledAt",
                Moments.isoOrNull(settlement.canceledAt()),
                "canceledBy",
                canceled ? "user_" + chance.hex(12) : null,
                "canceledReason",
                canceled ? "Ordered twice" : null,
                "isAbandoned",
                abandoned,
                "recoveredAt",
                Moments.isoOrNull(settlement.recoveredAt()));
        if (abandoned) {
            String status = abandonedEmail(charge, chance);
            boolean sent = status.endsWith("_sent");
            long sentAt =
                    Math.min(charge.book().now(), charge.createdAt() + Moments.HOUR + chance.below(Moments.MINUTE));
            long limit = charge.recovered() ? settlement.recoveredAt() : sentAt;
            Json.put(
                    record,
                    "abandonmentStatus",
                    charge.recovered() ? "recovered" : "abandoned",
                    "abandonedCartEmailStatus",
                    status,
                    "abandonedCartEmailSentAt",
                    sent ? Moments.iso(Math.min(sentAt, limit)) : null);
        }
        Json.put(
                record, "createdAt", Moments.iso(charge.createdAt()), "updatedAt", Moments.iso(settlement.updatedAt()));
    }

    private static String abandonedEmail(Charge charge, Chance chance) {
        return charge.recovered()
                ? chance.pick("first_sent", "second_sent", "third_sent")
                : chance.pick("pending", "first_sent", "second_sent", "third_sent", "skipped");
    }
}
