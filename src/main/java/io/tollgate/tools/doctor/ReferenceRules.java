package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.resource.Field;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.tollgate.resource.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every id in a record that names something names something of its own seller and mode. */
final class ReferenceRules {
    private static final Map<String, List<String>> KINDS = new HashMap<>();

    static {
        named("customer", "customerId", "customer");
        named("page", "pageId", "page", "pageIds", "upsellPageId");
        named("product", "productId");
        named("booking", "bookingId", "charge", "chargeId", "upsellChargeId");
        named("payment", "chargeId", "upsellChargeId");
        named("subscription", "subscriptionId", "upsellSubscriptionId");
        named("invoice", "invoiceId");
        named("ticket_type", "ticketType", "ticketTypeId");
        named("ticket_group", "ticketGroupId");
        named("coupon", "couponId", "coupon.id");
        named("tax_rate", "taxRate");
        named(KnownIds.PART, "priceId", "variantId", "optionId", "fieldId");
    }

    /** The seller is the scope; keys and licence keys may be gone while their names stay. */
    private static final Set<String> NOT_LOOKED_UP =
            Set.of("id", "seller", "sellerId", "canceledByApiKey", "licenseKeyId");

    /** Fields by which something is named; one that stands with several kinds names one of any. */
    private static void named(String kind, String... fields) {
        for (String field : fields) {
            KINDS.computeIfAbsent(field, any -> new ArrayList<>()).add(kind);
        }
    }

    private final KnownIds known;
    private final Findings findings;

    ReferenceRules(KnownIds known, Findings findings) {
        this.known = known;
        this.findings = findings;
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
            case ID -> look(scope, resource, name, value.asText(), where);
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

    private void look(Scope scope, Resource resource, String name, String id, String where) {
        if (NOT_LOOKED_UP.contains(name)) {
            return;
        }
        List<String> kinds = KINDS.get(name);
        if (kinds == null) {
            throw new IllegalStateException("it is not said what " + name + " of " + resource.name() + " refers to");
        }
        boolean found = kinds.stream().anyMatch(kind -> known.has(scope, kind, id));
        findings.expect(found, resource.name() + ": " + name + " exists", where);
    }
}
