package io.tollgate.coupon;

import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Value;

/** What may be said of a coupon when it is made and when it is changed. */
final class CouponBodies {
    private static final int LABEL_MAX = 200;
    private static final int CODE_MAX = 100;
    private static final int IDS_MAX = 500;
    private static final int MONTHS_MAX = 1200;
    private static final String[] CURRENCIES = {
        "aed", "aud", "brl", "cad", "chf", "clp", "czk", "dkk", "eur", "gbp", "hkd", "inr", "jpy", "mxn", "myr", "nok",
        "nzd", "ron", "php", "pln", "sek", "sgd", "usd", "zar", "thb"
    };

    private static final Key MAX_REDEMPTIONS = Key.integer("maxRedemptions", 0, Integer.MAX_VALUE);

    static final Body CREATE = Body.of(
            "CouponCreate",
            """
            {
              "label": "Spring sale",
              "code": "SPRING-25",
              "percentOff": 25,
              "duration": "repeating",
              "durationInMonths": 3,
              "appliesToSetupFee": true,
              "maxRedemptions": 100,
              "redeemBy": "2036-06-30T21:59:59Z"
            }
            """,
            Key.text("label", LABEL_MAX).needed(),
            Key.of(
                            "code",
                            Value.matching(
                                    1,
                                    CODE_MAX,
                                    "^[A-Za-z0-9_-]+$",
                                    "must be letters without accents, digits, hyphens and underscores"))
                    .needed(),
            Key.oneOf("duration", "once", "repeating", "forever").needed(),
            Key.integer("durationInMonths", 1, MONTHS_MAX).orNull(),
            Key.integer("amountOff", 1, Value.MONEY_MAX).orNull(),
            Key.number("percentOff", 1, 100).orNull(),
            Key.oneOf("currency", CURRENCIES).orNull(),
            Key.bool("appliesToSetupFee"),
            Key.bool("appliesToTicketFees"),
            Key.ids("pageIds", IDS_MAX).orNull(),
            Key.ids("ticketTypeIds", IDS_MAX).orNull(),
            MAX_REDEMPTIONS.orNull(),
            Key.time("redeemBy").orNull());

    static final Body CHANGE = Body.of(
                    "CouponChange",
                    "{ \"label\": \"Summer sale\", \"maxRedemptions\": 250, \"pageIds\": [], \"ticketTypeIds\": [] }",
                    Key.text("label", LABEL_MAX),
                    Key.bool("deleted"),
                    MAX_REDEMPTIONS.orNull(),
                    Key.time("redeemBy").orNull(),
                    Key.ids("pageIds", IDS_MAX).orNull(),
                    Key.ids("ticketTypeIds", IDS_MAX).orNull())
            .notEmpty();

    private CouponBodies() {}

    /** The rules between the fields of a new coupon. */
    static void validate(Input input) {
        boolean amount = input.wasMeant("amountOff");
        boolean percent = input.wasMeant("percentOff");
        boolean currency = input.wasMeant("currency");
        input.rule(amount || percent, "amountOff", "or percentOff is required");
        input.rule(!(amount && percent), "percentOff", "cannot be given together with amountOff");
        input.rule(!amount || currency, "currency", "is required with amountOff");
        input.rule(amount || !input.hasValue("currency"), "currency", "is for amountOff only");
        boolean months = input.wasMeant("durationInMonths");
        if ("repeating".equals(input.text("duration"))) {
            input.rule(months, "durationInMonths", "is required for the duration repeating");
        } else if (input.hasValue("duration")) {
            input.rule(!input.hasValue("durationInMonths"), "durationInMonths", "is for the duration repeating only");
        }
    }
}
