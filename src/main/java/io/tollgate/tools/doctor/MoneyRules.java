package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Type;
import java.util.Set;

/** Checks the amounts within one record. */
record MoneyRules(Findings findings) implements RecordScan.Rule {
    private static final Set<String> NOTHING_PAID =
            Set.of("created", "draft", "draft_expired", "pending", "failed", "canceled", "unpaid");
    private static final Set<String> NOTHING_DUE =
            Set.of("paid", "refunded", "partial_refund", "canceled", "draft_expired");

    @Override
    public void check(Scope scope, Resource resource, ObjectNode record) {
        boolean negative = resource.fields().stream()
                .anyMatch(field -> field.type().kind() == Type.Kind.MONEY && amount(record, field.name()) < 0);
        findings.expect(
                !negative,
                resource.name() + ": no amount is negative",
                record.path("id").asText());
        Amounts amounts = new Amounts(findings, resource.name(), record);
        switch (resource.table()) {
            case "payment", "booking" -> charge(amounts);
            case "invoice" -> invoice(amounts);
            case "ticket" -> ticket(amounts);
            case "subscription_payment" -> subscriptionPayment(amounts);
            default -> {}
        }
    }

    private static long sum(JsonNode list, String field) {
        long sum = 0;
        for (JsonNode item : list) {
            sum += item.path(field).asLong();
        }
        return sum;
    }

    private static long amount(JsonNode record, String field) {
        return record.path(field).asLong();
    }

    /** The checks of one record. */
    private record Amounts(Findings findings, String resource, ObjectNode record) {
        void expect(boolean right, String check) {
            findings.expect(right, resource + ": " + check, record.path("id").asText());
        }

        long amount(String field) {
            return MoneyRules.amount(record, field);
        }

        JsonNode at(String field) {
            return record.path(field);
        }
    }

    private static void taxes(Amounts amounts) {
        long tax = amounts.amount("taxAmount");
        amounts.expect(sum(amounts.at("taxBreakdown"), "taxAmount") == tax, "tax breakdown sums to the tax");
        amounts.expect(
                amounts.amount("amountExcludingTax") + tax == amounts.amount("amount"),
                "amount is amount excluding tax plus tax");
    }

    private static void charge(Amounts amounts) {
        String status = amounts.at("status").asText();
        long total = amounts.amount("amount");
        long paid = amounts.amount("amountPaid");
        long due = amounts.amount("amountDue");
        long refunded = amounts.amount("amountRefunded");
        taxes(amounts);
        boolean closed = status.equals("canceled") || status.equals("draft_expired");
        // A cancellation and a refund end what is due, also if a part was never paid, or if the refund failed later.
        boolean dated = !amounts.at("lastRefundAt").isNull();
        boolean ended = dated || amounts.at("orderStatus").asText().equals("canceled");
        boolean settled = closed ? paid == 0 && due == 0 : ended ? due == 0 && paid <= total : paid + due == total;
        boolean byStatus = (!NOTHING_PAID.contains(status) || paid == 0)
                && (!NOTHING_DUE.contains(status) || due == 0)
                && (!status.equals("partially_paid") || paid > 0 && (due > 0 || ended));
        amounts.expect(settled && byStatus, "paid and due match the status");
        if (amounts.record().has("ticketFeesAmount")) {
            long fees = 0;
            for (JsonNode line : amounts.at("tickets")) {
                fees += amount(line.path("fee"), "totalAmount");
            }
            amounts.expect(fees == amounts.amount("ticketFeesAmount"), "fees of tickets are those of the lines");
        }
        boolean back = switch (status) {
            case "refunded" -> refunded == paid && refunded > 0;
            case "partial_refund" -> refunded > 0 && refunded < paid;
            default -> refunded == 0;
        };
        amounts.expect(back, "refunded matches the status");
        amounts.expect(refunded == 0 || dated, "refunds have a date");
        boolean complimentary = amounts.at("isComplimentary").asBoolean();
        amounts.expect(
                !complimentary || (total == 0 && amounts.at("coupon").isNull()), "complimentary charges cost nothing");
        amounts.expect(
                complimentary == amounts.amount("complimentaryDiscountAmount") > 0 || total == 0,
                "complimentary charges state their value");
    }

    private static void invoice(Amounts amounts) {
        JsonNode lines = amounts.at("lineItems");
        taxes(amounts);
        boolean each = true;
        for (JsonNode line : lines) {
            each &= amount(line, "amount") == amount(line, "quantity") * amount(line, "unitPrice");
        }
        amounts.expect(each, "line amount is quantity times unit price");
        amounts.expect(sum(lines, "amount") == amounts.amount("subtotal"), "lines sum to the subtotal");
        amounts.expect(
                sum(lines, "bulkDiscountAmount") == amounts.amount("bulkDiscount"), "lines sum to the bulk discount");
        long coupon = amount(amounts.at("coupon"), "discount");
        amounts.expect(sum(lines, "couponDiscountAmount") == coupon, "lines sum to the coupon discount");
        long discounted = amounts.amount("subtotal")
                - amounts.amount("bulkDiscount")
                - coupon
                - amounts.amount("complimentaryDiscountAmount");
        amounts.expect(
                discounted == amounts.amount("subtotalAfterDiscount"),
                "subtotal less discounts is the subtotal after discount");
        long charged = discounted + sum(amounts.at("fees"), "amount");
        amounts.expect(
                isAdded(amounts, amounts.amount("amount") - charged),
                "discounted lines, fees and tax sum to the amount");
        String status = amounts.at("status").asText();
        boolean owed = status.equals("open") || status.equals("uncollectible");
        amounts.expect(owed || amounts.amount("amountDue") == 0, "only open invoices are due");
        boolean draft = status.equals("draft");
        amounts.expect(
                amounts.at("invoiceNumber").isNull() == draft
                        && amounts.record().has("invoiceUrl") != draft,
                "only issued invoices have a number and a document");
    }

    /**
     * Returns whether a part of the amount can be the tax that is added to prices. If rates of both kinds apply, or if
     * the processor calculated the tax, the record does not say which part of the tax prices include.
     */
    private static boolean isAdded(Amounts amounts, long added) {
        long tax = amounts.amount("taxAmount");
        boolean inclusive = false;
        boolean exclusive = false;
        for (JsonNode rate : amounts.at("taxRates")) {
            inclusive |= rate.path("inclusive").asBoolean();
            exclusive |= !rate.path("inclusive").asBoolean();
        }
        boolean open =
                inclusive && exclusive || amounts.at("taxSource").asText().equals("processor_tax");
        return open ? added >= 0 && added <= tax : added == (inclusive ? 0 : tax);
    }

    private static void ticket(Amounts amounts) {
        long charged = amounts.amount("originalPrice")
                - amounts.amount("discountAmount")
                - amounts.amount("couponAmount")
                - amounts.amount("complimentaryAmount")
                + amounts.amount("feeAmount");
        // Prices include the tax or the tax is added, depending on the booking; `Links` compares the sums.
        long revenue = amounts.amount("revenue");
        amounts.expect(
                revenue == charged || revenue == charged + amounts.amount("taxAmount"),
                "revenue is the sum of its parts");
        boolean aliases = amounts.at("seller").equals(amounts.at("sellerId"))
                && amounts.at("charge").equals(amounts.at("bookingId"))
                && amounts.at("page").equals(amounts.at("pageId"))
                && amounts.at("ticketType").equals(amounts.at("ticketTypeId"))
                && amounts.at("customer").equals(amounts.at("customerId"))
                && amounts.at("customerName").equals(amounts.at("attendeeName"))
                && amounts.at("customerEmail").equals(amounts.at("attendeeEmail"));
        amounts.expect(aliases, "deprecated fields match their replacements");
        JsonNode checkIns = amounts.at("checkIns");
        JsonNode last = amounts.at("latestCheckIn");
        amounts.expect(
                checkIns.isEmpty() ? last.isNull() : last.equals(checkIns.get(checkIns.size() - 1)),
                "latest check-in is the last one");
        boolean canceled = amounts.at("status").asText().equals("CANCELED");
        amounts.expect(canceled == !amounts.at("canceledAt").isNull(), "canceled tickets have a date");
    }

    private static void subscriptionPayment(Amounts amounts) {
        boolean paid = amounts.at("paid").asBoolean();
        boolean refunded = amounts.at("refunded").asBoolean();
        boolean partly = amounts.at("partiallyRefunded").asBoolean();
        amounts.expect(paid == amounts.at("paymentStatus").asText().equals("succeeded"), "paid matches the status");
        amounts.expect(!(refunded && partly) && (paid || !refunded && !partly), "only paid payments are refunded");
    }
}
