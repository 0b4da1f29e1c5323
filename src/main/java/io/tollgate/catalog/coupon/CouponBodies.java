package io.tollgate.catalog.coupon;

import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;

/** The bodies that create and update coupons. */
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

    /** Validates the rules between the fields of a new coupon. */
    static void validate(Input input) {
        boolean amount = input.wasSent("amountOff");
        boolean percent = input.wasSent("percentOff");
        boolean currency = input.wasSent("currency");
        input.rule(amount || percent, "amountOff", "is required unless percentOff is given");
        input.rule(!(amount && percent), "percentOff", "cannot be given together with amountOff");
        input.rule(!amount || currency, "currency", "is required with amountOff");
        input.rule(amount || !input.hasValue("currency"), "currency", "is allowed only with amountOff");
        boolean months = input.wasSent("durationInMonths");
        if ("repeating".equals(input.text("duration"))) {
            input.rule(months, "durationInMonths", "is required with the duration repeating");
        } else if (input.hasValue("duration")) {
            input.rule(
                    !input.hasValue("durationInMonths"),
                    "durationInMonths",
                    "is allowed only with the duration repeating");
        }
    }
}
