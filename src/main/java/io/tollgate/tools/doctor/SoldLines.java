package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Describes the lines of an invoice and what its charge sold in the same way, to compare them. */
final class SoldLines {
    private SoldLines() {}

    /** Describes the lines of an invoice, without order bumps, which its charge does not list. */
    static String ofInvoice(String charge, ObjectNode invoice) {
        List<String> lines = new ArrayList<>();
        for (JsonNode line : invoice.path("lineItems")) {
            String type = line.path("type").asText();
            if (!type.equals("orderBump") && line.path("quantity").asLong() > 0) {
                lines.add(line(type, line.path("quantity"), line.path("unitPrice")));
            }
        }
        return joined(charge, lines, invoice.path("bulkDiscount").asLong());
    }

    static String ofCharge(String charge, ObjectNode record) {
        List<String> lines = new ArrayList<>();
        if (record.has("tickets")) {
            for (JsonNode ticket : record.path("tickets")) {
                lines.add(line("ticket", ticket.path("quantity"), ticket.path("originalPrice")));
                if (ticket.at("/fee/amount").asLong() > 0) {
                    lines.add(line("ticketFee", ticket.path("quantity"), ticket.at("/fee/amount")));
                }
            }
        } else {
            payment(lines, record);
        }
        return joined(charge, lines, record.at("/discount/amount").asLong());
    }

    private static void payment(List<String> lines, ObjectNode record) {
        lines.add(line("product", record.path("quantity"), record.path("productPrice")));
        if (record.path("setupFee").asLong() > 0) {
            boolean each =
                    record.at("/priceSnapshot/setupFeeMultipliesWithQuantity").asBoolean();
            long quantity = each ? record.path("quantity").asLong() : 1;
            lines.add("setupFee " + quantity + ' ' + record.path("setupFee").asLong());
        }
        for (JsonNode variant : record.path("variants")) {
            for (JsonNode option : variant.path("selectedOptions")) {
                if (option.path("quantity").asLong() > 0) {
                    lines.add(line(
                            "variantOption", option.path("quantity"), option.path("originalAdditionalChargeAmount")));
                }
            }
        }
    }

    private static String line(String type, JsonNode quantity, JsonNode price) {
        return type + ' ' + quantity.asLong() + ' ' + price.asLong();
    }

    private static String joined(String charge, List<String> lines, long bulkDiscount) {
        Collections.sort(lines);
        return charge + ' ' + bulkDiscount + ' ' + String.join(";", lines);
    }
}
