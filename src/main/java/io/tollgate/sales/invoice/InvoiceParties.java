package io.tollgate.sales.invoice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** Copies customer, product and billing details from a charge to its invoice, without any amounts. */
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

    /** Copies billing details. Company name and billing email take precedence over those of the customer. */
    private static void billing(ObjectNode invoice, JsonNode charge) {
        JsonNode details = charge.path("billing");
        ObjectNode former = invoice.get("billing") instanceof ObjectNode existing ? existing : invoice.objectNode();
        ObjectNode billing = invoice.putObject("billing");
        billing.set(
                "name", first(value(details, "companyName"), value(details, "name"), value(charge, "customerName")));
        JsonNode email = first(value(details, "billingEmail"), value(details, "email"), value(charge, "customerEmail"));
        billing.set("email", email.isTextual() ? billing.textNode(lower(email)) : email);
        billing.set("phone", value(details, "phone"));
        billing.set("address", value(details, "address").deepCopy());
        taxId(billing, former, answer(charge, TAX_ID));
    }

    /**
     * Copies the tax id. A charge has one only if its page has that field; otherwise the invoice keeps the tax id that
     * it was issued with. A changed tax id has an unknown type, so the type is cleared.
     */
    private static void taxId(ObjectNode billing, JsonNode former, JsonNode answer) {
        JsonNode previous = value(former, "taxId");
        JsonNode taxId = first(value(answer, "value"), previous);
        billing.set("taxId", taxId);
        billing.set("taxIdType", taxId.equals(previous) ? value(former, "taxIdType") : NullNode.instance);
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

    private static JsonNode value(JsonNode object, String name) {
        JsonNode value = object.get(name);
        return value == null ? NullNode.instance : value;
    }

    private static String lower(JsonNode email) {
        return email.textValue().toLowerCase(Locale.ROOT);
    }
}
