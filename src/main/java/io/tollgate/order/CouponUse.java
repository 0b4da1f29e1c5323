package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.Reduction;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A coupon that an order may use: it was found good for the page, its currency and this moment. */
public final class CouponUse {
    private final ObjectNode coupon;
    private final CouponName name;

    private CouponUse(ObjectNode coupon, CouponName name) {
        this.coupon = coupon;
        this.name = name;
    }

    /** A coupon of the seller, and how the order names it. */
    public record Found(ObjectNode coupon, CouponName name) {}

    /** Null without a coupon, or if it cannot be used here and now: then the reason joins the problems. */
    public static @Nullable CouponUse of(
            @Nullable Found found, String pageId, String currency, Instant now, List<Problem> problems) {
        if (found == null) {
            return null;
        }
        ObjectNode coupon = found.coupon();
        String redeemBy = coupon.path("redeemBy").textValue();
        String wrong = null;
        if (coupon.path("deleted").asBoolean()) {
            wrong = "was deleted";
        } else if (redeemBy != null && !now.isBefore(Instant.parse(redeemBy))) {
            wrong = "expired at " + redeemBy;
        } else if (coupon.hasNonNull("amountOff")
                && !coupon.path("currency").asText().equals(currency)) {
            wrong = "takes off an amount in another currency than " + currency;
        } else if (!coupon.path("pageIds").isEmpty()
                && !texts(coupon.path("pageIds")).contains(pageId)) {
            wrong = "is for other pages";
        }
        if (wrong != null) {
            problems.add(found.name().problem(wrong));
        }
        return wrong == null ? new CouponUse(coupon, found.name()) : null;
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new HashSet<>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    /** How the order names it. */
    CouponName name() {
        return name;
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
