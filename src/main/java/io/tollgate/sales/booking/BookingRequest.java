package io.tollgate.sales.booking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.json.CatalogDecoder;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.sales.cart.CouponReference;
import io.tollgate.sales.cart.RequestedTickets;
import io.tollgate.sales.cart.SubmittedAnswer;
import io.tollgate.sales.cart.input.AnswerKeys;
import io.tollgate.sales.cart.input.CartKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request for a booking. It passed the validation that needs no database access.
 *
 * @param paymentOption the payment without a card, as the client described it; null if the request has none
 * @param queryParameters the query parameters of the page on which the buyer booked
 */
record BookingRequest(
        String eventId,
        RequestedTickets tickets,
        List<SubmittedAnswer> answers,
        @Nullable PaymentOption paymentOption,
        @Nullable String couponId,
        Map<String, String> queryParameters) {
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
            Field.id("eventId").doc("Id of the event to book.").needed(),
            CartKeys.TICKETS.needed(),
            AnswerKeys.FIELDS.needed(),
            Field.object(
                            "paymentOption",
                            Field.oneOf("manualType", "invoice", "cash_on_delivery")
                                    .doc("Payment by `invoice`, or in cash (`cash_on_delivery`).")
                                    .needed(),
                            Field.text("name", 200).doc("Name of the payment option."),
                            Field.prose("description", 1_000).doc("Description of the payment option."),
                            Field.prose("instructions", 1_000).doc("Instructions for the buyer."))
                    .doc("How the booking will be paid. Required unless the booking is complimentary or free. Texts "
                            + "that are not sent are those of the event's payment option.")
                    .orNull(),
            Field.bool("complimentary")
                    .doc("Whether the tickets are given away. Not together with `paymentOption` or `couponId`.")
                    .orNull(),
            Field.id("couponId").doc("Id of the coupon to use.").orNull(),
            CartKeys.AMOUNTS.orNull(),
            Field.map("queryParameters", PARAMETERS_MAX, Type.line(0, PARAMETER_LENGTH_MAX))
                    .personal()
                    .doc("Query parameters to store with the booking.")
                    .orNull());

    @Nullable
    CouponReference coupon() {
        return couponId == null ? null : new CouponReference(CouponReference.ID, couponId);
    }

    static BookingRequest of(Request request) {
        Input input = request.input(BODY);
        RequestedTickets tickets = CartKeys.tickets(input);
        AnswerKeys.validate(input);
        if (tickets.complimentary()) {
            input.rule(
                    !input.hasValue("paymentOption"),
                    "paymentOption",
                    "cannot be combined: send either paymentOption or complimentary");
            input.rule(!input.hasValue("couponId"), "couponId", CartKeys.NO_COUPON);
        }
        input.check();
        ObjectNode values = input.values();
        Map<String, String> parameters = new LinkedHashMap<>();
        values.path("queryParameters")
                .properties()
                .forEach(one -> parameters.put(one.getKey(), one.getValue().asText()));
        JsonNode option = values.path("paymentOption");
        return new BookingRequest(
                Objects.requireNonNull(input.text("eventId")),
                tickets,
                AnswerKeys.read(values.path("fields")),
                option.isObject() ? CatalogDecoder.decode(option, PaymentOption.class) : null,
                input.text("couponId"),
                parameters);
    }
}
