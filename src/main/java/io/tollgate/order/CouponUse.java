package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.Reduction;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** A coupon that an order may use: it was found good for the page, its currency and this moment. */
public final class CouponUse {
    private final ObjectNode coupon;

    private CouponUse(ObjectNode coupon) {
        this.coupon = coupon;
    }

    /** @throws ApiError naming what keeps the coupon from being used here and now */
    public static CouponUse of(ObjectNode coupon, String pageId, String currency, Instant now) {
        String redeemBy = coupon.path("redeemBy").textValue();
        String id = coupon.path("id").asText();
        if (coupon.path("deleted").asBoolean()) {
            throw refused("the coupon has been deleted", id);
        }
        if (redeemBy != null && !now.isBefore(Instant.parse(redeemBy))) {
            throw refused("the coupon could be redeemed until " + redeemBy, id);
        }
        if (coupon.hasNonNull("amountOff") && !coupon.path("currency").asText().equals(currency)) {
            throw refused("the coupon takes off an amount in another currency", id);
        }
        if (!coupon.path("pageIds").isEmpty() && !texts(coupon.path("pageIds")).contains(pageId)) {
            throw refused("the coupon is for other pages", id);
        }
        return new CouponUse(coupon);
    }

    private static ApiError refused(String message, String id) {
        return ApiError.invalid("couponId", message, id);
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new HashSet<>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    public String id() {
        return coupon.path("id").asText();
    }

    public String code() {
        return coupon.path("code").asText();
    }

    /** A coupon that names no ticket types covers all. */
    public boolean covers(String ticketTypeId) {
        return coupon.path("ticketTypeIds").isEmpty()
                || texts(coupon.path("ticketTypeIds")).contains(ticketTypeId);
    }

    /** Whether it also lowers the fees that tickets carry. */
    public boolean coversFees() {
        return coupon.path("appliesToTicketFees").asBoolean();
    }

    public boolean coversSetupFee() {
        return coupon.path("appliesToSetupFee").asBoolean();
    }

    public Reduction reduction() {
        return reduction(coupon);
    }

    /** Of a coupon or a rule for many: a percentage, or else an amount. */
    static Reduction reduction(JsonNode rule) {
        return rule.hasNonNull("percentOff")
                ? new Reduction(Percent.of(rule.get("percentOff").decimalValue()), null)
                : Reduction.amount(rule.path("amountOff").asLong());
    }

    /** As charges and invoices keep it. */
    public ObjectNode applied(long discount) {
        ObjectNode applied = JsonNodeFactory.instance.objectNode();
        for (String field : new String[] {"id", "label", "code", "amountOff", "percentOff"}) {
            applied.set(field, coupon.get(field));
        }
        return applied.put("discount", discount);
    }
}
