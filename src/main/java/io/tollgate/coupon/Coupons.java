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
import static io.tollgate.schema.View.CHANGE;
import static io.tollgate.schema.View.CREATE;
import static io.tollgate.schema.View.READ;

import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;
import io.tollgate.schema.Schema;
import io.tollgate.schema.Type;
import java.util.List;

/** Coupons, and what a purchase keeps of the one it used. */
public final class Coupons {
    private static final int LABEL_MAX = 200;
    private static final int CODE_MAX = 100;
    private static final int IDS_MAX = 500;
    private static final int MONTHS_MAX = 1200;

    private static final List<String> CURRENCIES = List.of(
            ("aed aud brl cad chf clp czk dkk eur gbp hkd inr jpy mxn" + " myr nok nzd ron php pln sek sgd usd zar thb")
                    .split(" "));

    private static final Type CODE = Type.matching(
            1, CODE_MAX, "^[A-Za-z0-9_-]+$", "must be letters without accents, digits, hyphens and underscores");

    /** What a coupon takes off is fixed when it is created: the processor's copy cannot change it. */
    static final Schema SCHEMA = Schema.of(
            id("id"),
            text("label", LABEL_MAX).always().writable().needed(),
            Field.of("code", CODE).always().needed().in(READ, CREATE),
            Field.of("amountOff", Type.money(1)).orNull().in(READ, CREATE),
            Field.choice("currency", CURRENCIES).orNull().in(READ, CREATE),
            number("percentOff", 1, 100).orNull().in(READ, CREATE),
            bool("appliesToSetupFee").always().in(READ, CREATE).defaultsTo(false),
            bool("appliesToTicketFees")
                    .doc("Whether it lowers the fees of tickets too.")
                    .always()
                    .in(READ, CREATE)
                    .defaultsTo(false),
            oneOf("duration", "once", "repeating", "forever").always().needed().in(READ, CREATE),
            integer("durationInMonths", 1, MONTHS_MAX).orNull().in(READ, CREATE),
            time("redeemBy").writable().orNull(),
            integer("maxRedemptions", 0, Integer.MAX_VALUE).writable().orNull(),
            integer("timesRedeemed").always(),
            bool("deleted").always().in(READ, CHANGE).defaultsTo(false),
            id("sellerId"),
            ids("pageIds", IDS_MAX).writable().orNull(),
            ids("ticketTypeIds", IDS_MAX).writable().orNull(),
            text("processorCouponId"),
            time("createdAt"),
            time("updatedAt"));

    public static final Resource RESOURCE = Resource.at("/v1/coupons")
            .noun("Coupon")
            .idName("couponId")
            .table("coupon")
            .fields(SCHEMA.read())
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

    private Coupons() {}
}
