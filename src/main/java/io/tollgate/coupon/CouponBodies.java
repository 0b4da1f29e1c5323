package io.tollgate.coupon;

import io.tollgate.input.Body;
import io.tollgate.input.Input;

/** What may be said of a coupon when it is made and when it is changed. */
final class CouponBodies {
    static final Body CREATE = Body.of("CouponCreate", """
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
            """, Coupons.SCHEMA.create());

    static final Body CHANGE = Body.of(
                    "CouponChange",
                    "{ \"label\": \"Summer sale\", \"maxRedemptions\": 250, \"pageIds\": [], \"ticketTypeIds\": [] }",
                    Coupons.SCHEMA.change())
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
