package io.tollgate.coupon;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.ids;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.number;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;
import io.tollgate.schema.Type;

/** Coupons, and what a purchase keeps of the one it used. */
public final class Coupons {
    private Coupons() {}

    public static final Resource RESOURCE = Resource.at("/v1/coupons")
            .noun("Coupon")
            .idName("couponId")
            .table("coupon")
            .fields(
                    id("id"),
                    text("label").always(),
                    text("code").always(),
                    money("amountOff"),
                    text("currency"),
                    number("percentOff"),
                    bool("appliesToSetupFee").always(),
                    bool("appliesToTicketFees").always(),
                    oneOf("duration", "once", "repeating", "forever").always(),
                    integer("durationInMonths"),
                    time("redeemBy"),
                    integer("maxRedemptions"),
                    integer("timesRedeemed").always(),
                    bool("deleted").always(),
                    id("sellerId"),
                    ids("pageIds"),
                    ids("ticketTypeIds"),
                    text("processorCouponId"),
                    time("createdAt"),
                    time("updatedAt"))
            .indexedAs(Type.CODE, "code")
            .search(contains(ANYTHING, "label", "code"))
            .apart("timesRedeemed", "maxRedemptions")
            .build();

    /** The coupon that a payment, a booking or an invoice used, and what it took off. */
    public static final Field APPLIED = object(
            "coupon",
            id("id"),
            text("label"),
            text("code"),
            money("amountOff"),
            number("percentOff"),
            money("discount"));

    /** The coupon as it was when a subscription began. */
    public static final Field SNAPSHOT = object(
            "couponSnapshot",
            text("label"),
            text("code"),
            money("amountOff"),
            number("percentOff"),
            bool("appliesToSetupFee"),
            oneOf("duration", "once", "repeating", "forever"),
            integer("durationInMonths"),
            time("redeemBy"),
            integer("maxRedemptions"),
            integer("timesRedeemed"),
            text("currency"),
            bool("deleted"),
            ids("pageIds"));
}
