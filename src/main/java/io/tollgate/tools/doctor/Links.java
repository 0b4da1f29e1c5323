package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Checks charges against their invoices, and bookings against their tickets. Invoices and tickets are scanned first
 * and aggregated for their charges.
 */
final class Links implements RecordScan.Rule {
    private static final Set<String> ISSUED =
            Set.of("unpaid", "partially_paid", "paid", "partial_refund", "refunded", "canceled");
    /** What an invoice repeats of its charge. */
    private static final String[] SHARED = {
        "amount",
        "amountPaid",
        "amountRefunded",
        "amountUsd",
        "amountExcludingTax",
        "taxAmount",
        "taxBreakdown",
        "taxRates",
        "taxSource",
        "currency",
        "fees",
        "coupon",
        "customerId"
    };

    private static final String LINES = "invoices: lines match what the charge sold";
    private static final String AMOUNTS = "invoices: amounts match the charge";
    private static final String NAMED = "invoices: a charge's invoice belongs to the charge";
    private static final String REVENUES = "tickets: revenues sum to the booking's amount";
    private static final String DISCOUNTS = "tickets: discounts sum to those of the booking";
    private static final String TAXES = "tickets: taxes sum to the booking's tax";
    private static final String QUANTITIES = "tickets: count of each type matches the booking";

    private final Findings findings;
    private final IdSet invoices = new IdSet();
    private final IdSet invoiceAmounts = new IdSet();
    private final IdSet invoiceLines = new IdSet();
    private final IdSet withBumps = new IdSet();
    private final Map<String, Long> revenues = new HashMap<>();
    private final Map<String, Discounts> discounts = new HashMap<>();
    private final Map<String, Long> taxes = new HashMap<>();
    private final Map<String, Integer> tickets = new HashMap<>();

    /** What was taken off: for many, by a coupon, and because the tickets are given away. */
    private record Discounts(long bulk, long coupon, long complimentary) {
        static Discounts ofTicket(ObjectNode ticket) {
            return new Discounts(
                    ticket.path("discountAmount").asLong(),
                    ticket.path("couponAmount").asLong(),
                    ticket.path("complimentaryAmount").asLong());
        }

        /** The worth of what is given away is without the fees of tickets. */
        static Discounts ofBooking(ObjectNode booking) {
            long worth = booking.path("complimentaryDiscountAmount").asLong();
            boolean complimentary = booking.path("isComplimentary").asBoolean();
            return new Discounts(
                    booking.path("discount").path("amount").asLong(),
                    booking.path("coupon").path("discount").asLong(),
                    complimentary ? worth + booking.path("ticketFeesAmount").asLong() : worth);
        }

        /** @param bumps whether the booking has order bumps, which can have quantity discounts of their own */
        boolean sumTo(Discounts booking, boolean bumps) {
            return isPart(bulk, booking.bulk, bumps)
                    && coupon == booking.coupon
                    && complimentary == booking.complimentary;
        }

        Discounts plus(Discounts other) {
            return new Discounts(bulk + other.bulk, coupon + other.coupon, complimentary + other.complimentary);
        }
    }

    Links(Findings findings) {
        this.findings = findings;
        for (String check : new String[] {LINES, AMOUNTS, NAMED, REVENUES, DISCOUNTS, TAXES, QUANTITIES}) {
            findings.checking(check);
        }
    }

    @Override
    public void check(Scope scope, Resource resource, ObjectNode record) {
        String owner = scope.sellerId() + scope.live();
        String id = owner + record.path("id").asText();
        switch (resource.table()) {
            case "invoice" -> {
                String charge = owner + record.path("chargeId").asText();
                invoices.add(charge + record.path("id").asText());
                invoiceAmounts.add(
                        amounts(charge, record) + record.path("chargeType").asText());
                if (record.path("lineItems").findValuesAsText("type").contains("orderBump")) {
                    withBumps.add(charge);
                }
                invoiceLines.add(SoldLines.ofInvoice(charge, record));
            }
            case "ticket" -> {
                String booking = owner + record.path("bookingId").asText();
                discounts.merge(booking, Discounts.ofTicket(record), Discounts::plus);
                revenues.merge(
                        booking + record.path("currency").asText(),
                        record.path("revenue").asLong(),
                        Long::sum);
                taxes.merge(booking, record.path("taxAmount").asLong(), Long::sum);
                tickets.merge(booking + record.path("ticketTypeId").asText(), 1, Integer::sum);
            }
            case "payment" -> charge(id, record, "payment");
            case "booking" -> {
                charge(id, record, "booking");
                booking(id, record);
            }
            default -> {}
        }
    }

    private static String amounts(String charge, ObjectNode record) {
        StringBuilder amounts = new StringBuilder(charge);
        for (String field : SHARED) {
            amounts.append(' ').append(record.path(field));
        }
        // The worth of what is given away contains the fees of tickets in the invoice only.
        long worth = record.path("complimentaryDiscountAmount").asLong();
        long fees = record.path("isComplimentary").asBoolean()
                ? record.path("ticketFeesAmount").asLong()
                : 0;
        return amounts.append(' ').append(worth + fees).append(' ').toString();
    }

    private void charge(String id, ObjectNode record, String type) {
        JsonNode invoice = record.path("invoiceId");
        if (invoice.isTextual()) {
            findings.expect(invoices.contains(id + invoice.asText()), NAMED, invoice.asText());
            findings.expect(invoiceAmounts.contains(amounts(id, record) + type), AMOUNTS, invoice.asText());
            findings.expect(invoiceLines.contains(SoldLines.ofCharge(id, record)), LINES, invoice.asText());
        }
    }

    /** Returns whether the tickets have the whole amount of their booking, or a part of it if it has order bumps. */
    private static boolean isPart(long ofTickets, long ofBooking, boolean bumps) {
        return bumps ? ofTickets <= ofBooking : ofTickets == ofBooking;
    }

    private void booking(String id, ObjectNode record) {
        boolean bumps = withBumps.contains(id);
        String own = record.path("id").asText();
        Long revenue = revenues.remove(id + record.path("currency").asText());
        findings.expect(revenue == null || isPart(revenue, record.path("amount").asLong(), bumps), REVENUES, own);
        Discounts off = discounts.remove(id);
        findings.expect(off == null || off.sumTo(Discounts.ofBooking(record), bumps), DISCOUNTS, own);
        long ofLines = 0;
        for (JsonNode line : record.path("tickets")) {
            ofLines += line.at("/discount/amount").asLong();
        }
        findings.expect(isPart(ofLines, record.at("/discount/amount").asLong(), bumps), DISCOUNTS, own);
        Long tax = taxes.remove(id);
        findings.expect(tax == null || isPart(tax, record.path("taxAmount").asLong(), bumps), TAXES, own);
        boolean issued = ISSUED.contains(record.path("status").asText());
        for (JsonNode line : record.path("tickets")) {
            Integer count = tickets.remove(id + line.path("ticketTypeId").asText());
            int expected = issued ? line.path("quantity").asInt() : 0;
            findings.expect((count == null ? 0 : count) == expected, QUANTITIES, own);
        }
    }

    /** Reports tickets whose booking does not list them, after the scan of all records. */
    void finish() {
        tickets.keySet().forEach(left -> findings.violation(QUANTITIES, left.substring(left.length() - 48)));
        revenues.keySet().forEach(left -> findings.violation(REVENUES, left));
    }
}
