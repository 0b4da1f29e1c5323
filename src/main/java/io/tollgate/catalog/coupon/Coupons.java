package io.tollgate.catalog.coupon;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.ids;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.number;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;
import static io.tollgate.platform.schema.View.CHANGE;
import static io.tollgate.platform.schema.View.CREATE;
import static io.tollgate.platform.schema.View.READ;

import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import java.util.List;

/** The coupon resource, and the coupon fields of purchase records. */
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

    /** The discount is fixed when the coupon is created, because the processor cannot change it in its copy. */
    static final Schema SCHEMA = Schema.of(
            CommonFields.ID,
            text("label", LABEL_MAX)
                    .doc("Name of the coupon, for the seller and on invoices.")
                    .always()
                    .writable()
                    .needed(),
            Field.of("code", CODE)
                    .doc("Code that buyers enter, unique for the seller. Codes are compared without regard to case.")
                    .always()
                    .needed()
                    .in(READ, CREATE),
            Field.of("amountOff", Type.money(1))
                    .doc("Amount that the coupon takes off. Needs `currency`. Null if the coupon takes off a "
                            + "percentage.")
                    .orNull()
                    .in(READ, CREATE),
            Field.choice("currency", CURRENCIES)
                    .doc("ISO 4217 code of the currency of `amountOff`, in lower case. Null if the coupon takes off a "
                            + "percentage.")
                    .orNull()
                    .in(READ, CREATE),
            number("percentOff", 1, 100)
                    .doc("Percentage that the coupon takes off: 10 means 10 %. Null if the coupon takes off an "
                            + "amount.")
                    .orNull()
                    .in(READ, CREATE),
            bool("appliesToSetupFee")
                    .doc("Whether the coupon also reduces setup fees.")
                    .always()
                    .in(READ, CREATE)
                    .defaultsTo(false),
            bool("appliesToTicketFees")
                    .doc("Whether the coupon also reduces the fees of tickets.")
                    .always()
                    .in(READ, CREATE)
                    .defaultsTo(false),
            oneOf("duration", "once", "repeating", "forever")
                    .doc("Payments of a subscription that the coupon reduces: the first (`once`), those of "
                            + "`durationInMonths` (`repeating`), or all (`forever`).")
                    .always()
                    .needed()
                    .in(READ, CREATE),
            integer("durationInMonths", 1, MONTHS_MAX)
                    .doc("For `repeating`: number of months in which the coupon reduces payments. Null otherwise.")
                    .orNull()
                    .in(READ, CREATE),
            time("redeemBy")
                    .doc("Time at which the coupon expires. Null: never.")
                    .writable()
                    .orNull(),
            integer("maxRedemptions", 0, Integer.MAX_VALUE)
                    .doc("Number of times that the coupon can be used in all. Null: no limit.")
                    .writable()
                    .orNull(),
            integer("maxRedemptionsPerCustomer", 1, Integer.MAX_VALUE)
                    .doc("Number of times that one customer can use the coupon in live purchases. E-mail addresses are "
                            + "one customer if they differ only in case, in a tag after `+`, or in dots at providers "
                            + "that ignore them. Null: no limit.")
                    .writable()
                    .orNull(),
            integer("timesRedeemed")
                    .doc("Number of live purchases that used the coupon.")
                    .always(),
            bool("deleted")
                    .doc("Whether the coupon was deleted; `true` in a change deletes it. Deleted coupons stay "
                            + "readable, because purchases refer to them, but cannot be used.")
                    .always()
                    .in(READ, CHANGE)
                    .defaultsTo(false),
            CommonFields.SELLER_ID,
            ids("pageIds", IDS_MAX)
                    .doc("Ids of the pages on which the coupon applies. Empty: all.")
                    .writable()
                    .orNull(),
            ids("ticketTypeIds", IDS_MAX)
                    .doc("Ids of the ticket types to which the coupon applies. Empty: all.")
                    .writable()
                    .orNull(),
            text("processorCouponId").doc("Id of the coupon at the payment processor."),
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    public static final Resource RESOURCE = Resource.at("/v1/coupons")
            .noun("Coupon")
            .idName("couponId")
            .table("coupon")
            .fields(SCHEMA.read())
            .indexedAs(Type.CODE, "code")
            .search(contains(ANYTHING, "label", "code"))
            .storedApart("timesRedeemed", "maxRedemptions")
            .reports(
                    "coupon",
                    Reports.created("coupon.created", "a coupon is created."),
                    Reports.updated("coupon.updated", "a coupon is changed."))
            .build();

    /** The coupon of a payment, booking or invoice, with the discount that it gave. */
    public static final Field APPLIED = object(
                    "coupon",
                    id("id").doc("Id of the coupon."),
                    text("label").doc("Name of the coupon at the time."),
                    text("code").doc("Code of the coupon."),
                    money("amountOff").doc("Amount that the coupon takes off. Null for a percentage."),
                    number("percentOff")
                            .doc("Percentage that the coupon takes off: 10 means 10 %. Null for an amount."),
                    money("discount").doc("Amount that the coupon took off the order."))
            .doc("Coupon that the order used. Null without a coupon.");

    /** A copy of the coupon from the start of a subscription. */
    public static final Field SNAPSHOT = object(
                    "couponSnapshot",
                    text("label").doc("Name of the coupon."),
                    text("code").doc("Code of the coupon."),
                    money("amountOff").doc("Amount that the coupon takes off. Null for a percentage."),
                    number("percentOff")
                            .doc("Percentage that the coupon takes off: 10 means 10 %. Null for an amount."),
                    bool("appliesToSetupFee").doc("Whether the coupon also reduces setup fees."),
                    oneOf("duration", "once", "repeating", "forever")
                            .doc("Payments that the coupon reduces: the first (`once`), those of `durationInMonths` "
                                    + "(`repeating`), or all (`forever`)."),
                    integer("durationInMonths")
                            .doc("For `repeating`: number of months in which the coupon reduces payments. Null "
                                    + "otherwise."),
                    time("redeemBy").doc("Time at which the coupon expires. Null: never."),
                    integer("maxRedemptions")
                            .doc("Number of times that the coupon can be used in all. Null: no limit."),
                    integer("timesRedeemed").doc("Always 0: the coupon itself counts its uses."),
                    CommonFields.CURRENCY,
                    bool("deleted").doc("Whether the coupon was deleted at the time."),
                    ids("pageIds").doc("Ids of the pages on which the coupon applies. Empty: all."))
            .doc("The coupon as it was when the subscription started. Null without a coupon.");

    private Coupons() {}
}
