package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.tollgate.schema.Type;
import java.util.Set;

/** Checks the amounts within one record. */
final class MoneyRules implements RecordScan.Rule {
    private static final Set<String> NOTHING_PAID =
            Set.of("created", "draft", "draft_expired", "pending", "failed", "canceled", "unpaid");
    private static final Set<String> NOTHING_DUE =
            Set.of("paid", "refunded", "partial_refund", "canceled", "draft_expired");

    private final Findings findings;

    MoneyRules(Findings findings) {
        this.findings = findings;
    }

    @Override
    public void check(Scope scope, Resource resource, ObjectNode record) {
        boolean negative = resource.fields().stream()
                .anyMatch(field -> field.type().kind() == Type.Kind.MONEY && amount(record, field.name()) < 0);
        findings.expect(
                !negative,
                resource.name() + ": no amount is negative",
                record.path("id").asText());
        switch (resource.table()) {
            case "payment", "booking" -> charge(resource.name() + ": ", record);
            case "invoice" -> invoice("invoices: ", record);
            case "ticket" -> ticket("tickets: ", record);
            case "subscription_payment" -> subscriptionPayment("subscription-payments: ", record);
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

    private void taxes(String name, ObjectNode record, String id) {
        long tax = amount(record, "taxAmount");
        findings.expect(
                sum(record.path("taxBreakdown"), "taxAmount") == tax, name + "tax breakdown sums to the tax", id);
        findings.expect(
                amount(record, "amountExcludingTax") + tax == amount(record, "amount"),
                name + "amount is amount excluding tax plus tax",
                id);
    }

    private void charge(String name, ObjectNode record) {
        String id = record.path("id").asText();
        String status = record.path("status").asText();
        long total = amount(record, "amount");
        long paid = amount(record, "amountPaid");
        long due = amount(record, "amountDue");
        long refunded = amount(record, "amountRefunded");
        taxes(name, record, id);
        boolean closed = status.equals("canceled") || status.equals("draft_expired");
        boolean settled = closed ? paid == 0 && due == 0 : paid + due == total;
        boolean byStatus = (!NOTHING_PAID.contains(status) || paid == 0)
                && (!NOTHING_DUE.contains(status) || due == 0)
                && (!status.equals("partially_paid") || paid > 0 && due > 0);
        findings.expect(settled && byStatus, name + "paid and due match the status", id);
        if (record.has("ticketFeesAmount")) {
            long fees = 0;
            for (JsonNode line : record.path("tickets")) {
                fees += amount(line.path("fee"), "totalAmount");
            }
            findings.expect(
                    fees == amount(record, "ticketFeesAmount"), name + "fees of tickets are those of the lines", id);
        }
        boolean back = switch (status) {
            case "refunded" -> refunded == paid && refunded > 0;
            case "partial_refund" -> refunded > 0 && refunded < paid;
            default -> refunded == 0;
        };
        findings.expect(back, name + "refunded matches the status", id);
        findings.expect((refunded > 0) == !record.path("lastRefundAt").isNull(), name + "refunds have a date", id);
        boolean complimentary = record.path("isComplimentary").asBoolean();
        findings.expect(
                !complimentary || (total == 0 && record.path("coupon").isNull()),
                name + "complimentary charges cost nothing",
                id);
        findings.expect(
                complimentary == amount(record, "complimentaryDiscountAmount") > 0 || total == 0,
                name + "complimentary charges state their value",
                id);
    }

    private void invoice(String name, ObjectNode record) {
        String id = record.path("id").asText();
        JsonNode lines = record.path("lineItems");
        taxes(name, record, id);
        boolean each = true;
        for (JsonNode line : lines) {
            each &= amount(line, "amount") == amount(line, "quantity") * amount(line, "unitPrice");
        }
        findings.expect(each, name + "line amount is quantity times unit price", id);
        findings.expect(sum(lines, "amount") == amount(record, "subtotal"), name + "lines sum to the subtotal", id);
        findings.expect(
                sum(lines, "bulkDiscountAmount") == amount(record, "bulkDiscount"),
                name + "lines sum to the bulk discount",
                id);
        long coupon = amount(record.path("coupon"), "discount");
        findings.expect(sum(lines, "couponDiscountAmount") == coupon, name + "lines sum to the coupon discount", id);
        long discounted = amount(record, "subtotal")
                - amount(record, "bulkDiscount")
                - coupon
                - amount(record, "complimentaryDiscountAmount");
        findings.expect(
                discounted == amount(record, "subtotalAfterDiscount"),
                name + "subtotal less discounts is the subtotal after discount",
                id);
        long charged = discounted + sum(record.path("fees"), "amount");
        boolean inclusive = record.path("taxRates").path(0).path("inclusive").asBoolean();
        findings.expect(
                amount(record, "amount") == (inclusive ? charged : charged + amount(record, "taxAmount")),
                name + "discounted lines, fees and tax sum to the amount",
                id);
        String status = record.path("status").asText();
        boolean owed = status.equals("open") || status.equals("uncollectible");
        findings.expect(owed || amount(record, "amountDue") == 0, name + "only open invoices are due", id);
        boolean draft = status.equals("draft");
        findings.expect(
                record.path("invoiceNumber").isNull() == draft && record.has("invoiceUrl") != draft,
                name + "only issued invoices have a number and a document",
                id);
    }

    private void ticket(String name, ObjectNode record) {
        String id = record.path("id").asText();
        long charged = amount(record, "originalPrice")
                - amount(record, "discountAmount")
                - amount(record, "couponAmount")
                - amount(record, "complimentaryAmount")
                + amount(record, "feeAmount");
        // Prices include the tax or the tax is added, depending on the booking; `Links` compares the sums.
        long revenue = amount(record, "revenue");
        findings.expect(
                revenue == charged || revenue == charged + amount(record, "taxAmount"),
                name + "revenue is the sum of its parts",
                id);
        boolean aliases = record.path("seller").equals(record.path("sellerId"))
                && record.path("charge").equals(record.path("bookingId"))
                && record.path("page").equals(record.path("pageId"))
                && record.path("ticketType").equals(record.path("ticketTypeId"))
                && record.path("customer").equals(record.path("customerId"))
                && record.path("customerName").equals(record.path("attendeeName"))
                && record.path("customerEmail").equals(record.path("attendeeEmail"));
        findings.expect(aliases, name + "deprecated fields match their replacements", id);
        JsonNode checkIns = record.path("checkIns");
        JsonNode last = record.path("latestCheckIn");
        findings.expect(
                checkIns.isEmpty() ? last.isNull() : last.equals(checkIns.get(checkIns.size() - 1)),
                name + "latest check-in is the last one",
                id);
        boolean canceled = record.path("status").asText().equals("CANCELED");
        findings.expect(canceled == !record.path("canceledAt").isNull(), name + "canceled tickets have a date", id);
    }

    private void subscriptionPayment(String name, ObjectNode record) {
        String id = record.path("id").asText();
        boolean paid = record.path("paid").asBoolean();
        boolean refunded = record.path("refunded").asBoolean();
        boolean partly = record.path("partiallyRefunded").asBoolean();
        findings.expect(
                paid == record.path("paymentStatus").asText().equals("succeeded"),
                name + "paid matches the status",
                id);
        findings.expect(
                !(refunded && partly) && (paid || !refunded && !partly), name + "only paid payments are refunded", id);
    }
}
