package io.tollgate.invoice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** Copies from a charge to its invoice who bought what, and nothing of its money. */
final class InvoiceParties {
    private static final String PO_NUMBER = "po-number";
    private static final String TAX_ID = "tax-id";

    private InvoiceParties() {}

    static void refresh(ObjectNode invoice, JsonNode charge) {
        for (String name : List.of("customerId", "customerName", "customerEmail")) {
            invoice.set(name, value(charge, name));
        }
        invoice.set("productTitle", value(charge, charge.has("eventTitle") ? "eventTitle" : "productTitle"));
        JsonNode purchaseOrder = answer(charge, PO_NUMBER);
        invoice.set("poNumber", value(purchaseOrder, "value"));
        invoice.set("poNumberLabel", value(purchaseOrder, "label"));
        billing(invoice, charge);
    }

    /** A company stands in for the one who ordered, and so does its address for bills. */
    private static void billing(ObjectNode invoice, JsonNode charge) {
        JsonNode given = charge.path("billing");
        ObjectNode former = invoice.get("billing") instanceof ObjectNode there ? there : invoice.objectNode();
        ObjectNode billing = invoice.putObject("billing");
        billing.set("name", first(value(given, "companyName"), value(given, "name"), value(charge, "customerName")));
        JsonNode email = first(value(given, "billingEmail"), value(given, "email"), value(charge, "customerEmail"));
        billing.set("email", email.isTextual() ? billing.textNode(lower(email)) : email);
        billing.set("phone", value(given, "phone"));
        billing.set("address", value(given, "address").deepCopy());
        taxId(billing, former, answer(charge, TAX_ID));
    }

    /**
     * A charge has a tax number only where its page asked for one; else the invoice keeps the one that
     * it was issued with. The kind belongs to the number, and is unknown for another one.
     */
    private static void taxId(ObjectNode billing, JsonNode former, JsonNode answer) {
        JsonNode kept = value(former, "taxId");
        JsonNode taxId = first(value(answer, "value"), kept);
        billing.set("taxId", taxId);
        billing.set("taxIdType", taxId.equals(kept) ? value(former, "taxIdType") : NullNode.instance);
    }

    private static JsonNode answer(JsonNode charge, String element) {
        for (JsonNode answer : charge.path("fields")) {
            if (answer.path("element").asText().equals(element) && !isEmpty(answer.path("value"))) {
                return answer;
            }
        }
        return NullNode.instance;
    }

    private static JsonNode first(JsonNode... values) {
        for (JsonNode value : values) {
            if (!isEmpty(value)) {
                return value;
            }
        }
        return NullNode.instance;
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isMissingNode() || value.isNull() || value.asText("").isBlank();
    }

    private static JsonNode value(JsonNode holder, String name) {
        JsonNode value = holder.get(name);
        return value == null ? NullNode.instance : value;
    }

    private static String lower(JsonNode email) {
        return email.textValue().toLowerCase(Locale.ROOT);
    }
}
