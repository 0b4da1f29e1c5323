package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checks rules for all records: ids match creation times, required fields are present, and strings are normalized. */
record RecordRules(Findings findings) implements RecordScan.Rule {
    private static final String CHARGE = """
            status orderId orderStatus customerEmail customerName sellerId pageId pageSlug currency amount \
            amountPaid amountDue amountRefunded amountExcludingTax taxAmount billing livemode upsell isComplimentary \
            isAbandoned""";

    /** Fields that are never null, by table. */
    private static final Map<String, String> REQUIRED = Map.of(
            "customer", "sellerId name email",
            "payment", CHARGE + " productId productTitle productPrice priceSnapshot quantity",
            "booking", CHARGE + " eventTitle ticketFeesAmount",
            "ticket", """
                    sellerId bookingId orderId pageId ticketTypeId originalPrice revenue currency ticketShortId \
                    checkInCode status livemode orderedAt""",
            "subscription", """
                    orderId customerEmail currency amount interval intervalCount quantity status sellerId pageId \
                    productId livemode""",
            "subscription_payment", """
                    subscriptionId pageId productId currency amount paymentStatus paid refunded billingReason \
                    livemode""",
            "invoice", """
                    chargeId chargeType currency amount amountDue status subtotal subtotalAfterDiscount billing \
                    sellerBilling customerEmail invoiceUuid livemode""",
            "submission", "status sellerId pageId formTitle livemode");

    @Override
    public void check(Scope scope, Resource resource, ObjectNode record) {
        String id = record.path("id").asText();
        String name = resource.name() + ": ";
        Instant createdAt = Instant.parse(record.path("createdAt").asText());
        Instant updatedAt = Instant.parse(record.path("updatedAt").asText());
        findings.expect(id.startsWith(second(createdAt)), name + "id starts with createdAt in seconds", id);
        findings.expect(!updatedAt.isBefore(createdAt), name + "updatedAt is not before createdAt", id);
        for (String field : REQUIRED.getOrDefault(resource.table(), "").split(" ")) {
            findings.expect(!record.path(field).isNull(), name + "required fields are present", id + " " + field);
        }
        for (String field : List.of("email", "customerEmail", "attendeeEmail")) {
            JsonNode email = record.path(field);
            boolean lower =
                    !email.isTextual() || email.asText().equals(email.asText().toLowerCase(Locale.ROOT));
            findings.expect(lower, name + "email addresses are in lower case", id);
        }
        if (record.has("orderId")) {
            findings.expect(record.get("orderId").asText().matches("[0-9]{8}"), name + "order id is eight digits", id);
        }
        if (record.has("abandonmentStatus")) {
            abandonment(record, name, id);
        }
        if (record.has("sellerBilling")) {
            sellerBilling(record.get("sellerBilling"), name, id);
        }
    }

    /** Checks that an invoice identifies its issuer. */
    private void sellerBilling(JsonNode seller, String name, String id) {
        boolean valid = !seller.path("name").asText("").isBlank()
                && Accounts.isEmail(seller.path("email").textValue())
                && Accounts.isCountry(seller.at("/address/country").textValue());
        findings.expect(valid, name + "seller billing is valid", id);
    }

    private void abandonment(ObjectNode record, String name, String id) {
        boolean abandoned = record.path("isAbandoned").asBoolean();
        boolean recovered = !record.path("recoveredAt").isNull();
        String expected = abandoned ? recovered ? "recovered" : "abandoned" : "null";
        findings.expect(
                record.path("abandonmentStatus").asText().equals(expected),
                name + "abandonment status matches its dates",
                id);
        boolean upsell = record.path("upsell").asBoolean();
        int sources = (record.path("upsellChargeId").isNull() ? 0 : 1)
                + (record.path("upsellSubscriptionId").isNull() ? 0 : 1);
        boolean page = !record.path("upsellPageId").isNull();
        findings.expect(
                upsell == page && sources == (upsell ? 1 : 0), name + "an upsell has one original purchase", id);
    }

    private static String second(Instant time) {
        return HexFormat.of().toHexDigits(time.getEpochSecond(), 8);
    }
}
