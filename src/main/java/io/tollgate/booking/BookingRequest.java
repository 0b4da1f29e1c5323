package io.tollgate.booking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.http.Body;
import io.tollgate.http.Input;
import io.tollgate.http.Key;
import io.tollgate.http.Request;
import io.tollgate.http.Value;
import io.tollgate.order.AnswerKeys;
import io.tollgate.order.CartKeys;
import io.tollgate.order.CouponName;
import io.tollgate.order.EventCart;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A booking that is asked for, with everything held that can be without the database.
 *
 * @param fields answers, in the form that was sent
 * @param paymentOption how it is to be paid without a card, or null where nothing is
 */
record BookingRequest(
        String eventId,
        EventCart.Wanted wanted,
        JsonNode fields,
        @Nullable ObjectNode paymentOption,
        @Nullable String couponId,
        JsonNode queryParameters) {
    private static final int PARAMETERS_MAX = 100;
    private static final int PARAMETER_LENGTH_MAX = 500;

    static final Body BODY = Body.of(
            "BookingCreate",
            """
            {
              "eventId": "6b0145e28b254675689f6f2e",
              "tickets": { "6b0145e28b254675689f6f31": 2 },
              "fields": [
                { "reference": "customer_name", "value": "Anna Meyer" },
                { "reference": "customer_email", "value": "anna@example.com" }
              ],
              "paymentOption": { "manualType": "invoice" },
              "queryParameters": { "utm_source": "newsletter" }
            }
            """,
            Key.id("eventId").needed(),
            CartKeys.TICKETS.needed(),
            AnswerKeys.FIELDS.needed(),
            Key.object(
                            "paymentOption",
                            Key.oneOf("manualType", "invoice", "cash_on_delivery")
                                    .needed(),
                            Key.text("name", 200),
                            Key.prose("description", 1_000),
                            Key.prose("instructions", 1_000))
                    .orNull(),
            Key.bool("complimentary").orNull(),
            Key.id("couponId").orNull(),
            CartKeys.AMOUNTS.orNull(),
            Key.map("queryParameters", PARAMETERS_MAX, Value.line(0, PARAMETER_LENGTH_MAX))
                    .orNull());

    @Nullable
    CouponName coupon() {
        return couponId == null ? null : new CouponName(CouponName.ID, couponId);
    }

    static BookingRequest of(Request request) {
        Input input = request.input(BODY);
        EventCart.Wanted wanted = CartKeys.wanted(input);
        AnswerKeys.hold(input);
        if (wanted.complimentary()) {
            String message = "cannot be sent for a complimentary booking";
            input.rule(!input.hasValue("paymentOption"), "paymentOption", message);
            input.rule(!input.hasValue("couponId"), "couponId", message);
        }
        input.check();
        ObjectNode values = input.values();
        JsonNode parameters =
                values.hasNonNull("queryParameters") ? values.get("queryParameters") : values.objectNode();
        return new BookingRequest(
                Objects.requireNonNull(input.text("eventId")),
                wanted,
                values.get("fields"),
                values.get("paymentOption") instanceof ObjectNode option ? option : null,
                input.text("couponId"),
                parameters);
    }
}
