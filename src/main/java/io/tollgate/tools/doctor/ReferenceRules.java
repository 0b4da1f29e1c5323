package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that every id in a record refers to an existing record of the same seller and mode. */
record ReferenceRules(KnownIds known, Findings findings) {
    private static final Map<String, List<String>> KINDS = new HashMap<>();

    static {
        maps("customer", "customerId", "customer");
        maps("page", "pageId", "page", "pageIds", "upsellPageId");
        maps("product", "productId");
        maps("booking", "bookingId", "charge", "chargeId", "upsellChargeId");
        maps("payment", "chargeId", "upsellChargeId");
        maps("subscription", "subscriptionId", "upsellSubscriptionId");
        maps("invoice", "invoiceId");
        maps("ticket_type", "ticketType", "ticketTypeId");
        maps("ticket_group", "ticketGroupId");
        maps("coupon", "couponId", "coupon.id");
        maps("tax_rate", "taxRate");
        maps(KnownIds.PART, "priceId", "variantId", "optionId", "fieldId");
    }

    /**
     * Fields without a lookup: the seller is the scope, and API keys and license keys may be deleted while records
     * still name them.
     */
    private static final Set<String> NOT_LOOKED_UP =
            Set.of("id", "seller", "sellerId", "canceledByApiKey", "licenseKeyId");

    /** Maps reference fields to a kind. A field with several kinds may refer to any of them. */
    private static void maps(String kind, String... fields) {
        for (String field : fields) {
            KINDS.computeIfAbsent(field, any -> new ArrayList<>()).add(kind);
        }
    }

    void check(Scope scope, Resource resource, JsonNode record) {
        String where = record.path("id").asText();
        for (Field field : resource.fields()) {
            value(scope, resource, field.type(), field.name(), record.path(field.name()), where);
        }
    }

    private void value(Scope scope, Resource resource, Type type, String name, JsonNode value, String where) {
        if (value.isNull() || value.isMissingNode()) {
            return;
        }
        switch (type.kind()) {
            case ID -> check(scope, resource, name, value.asText(), where);
            case LIST -> value.forEach(item -> value(scope, resource, type.element(), name, item, where));
            case OBJECT ->
                type.fields().forEach(field -> {
                    boolean coupon = name.equals("coupon") && field.name().equals("id");
                    String inner = coupon ? "coupon.id" : field.name();
                    value(scope, resource, field.type(), inner, value.path(field.name()), where);
                });
            default -> {}
        }
    }

    private void check(Scope scope, Resource resource, String name, String id, String where) {
        if (NOT_LOOKED_UP.contains(name)) {
            return;
        }
        List<String> kinds = KINDS.get(name);
        if (kinds == null) {
            throw new IllegalStateException("no target is declared for " + name + " of " + resource.name());
        }
        boolean found = kinds.stream().anyMatch(kind -> known.has(scope, kind, id));
        findings.expect(found, resource.name() + ": " + name + " exists", where);
    }
}
