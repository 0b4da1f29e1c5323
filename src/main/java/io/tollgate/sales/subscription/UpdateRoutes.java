package io.tollgate.sales.subscription;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.Processing;
import io.tollgate.sales.cart.CartLimits;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The endpoint that changes the quantity and the price of subscriptions. */
public record UpdateRoutes(WriteExecutor writes, Processing processing, OrderedTerms orders) {
    private static final Body UPDATE = Body.of(
            "SubscriptionUpdate",
            "{ \"quantity\": 3, \"proration\": \"charge\", \"preview\": true }",
            Field.integer("quantity", 1, CartLimits.QUANTITY_MAX)
                    .doc("The new quantity of the product. Send at least one of `quantity` and `priceId`.")
                    .orNull(),
            Field.id("priceId")
                    .doc("Id of another price of the product, with the same interval and currency. The buyer does "
                            + "not choose its amount.")
                    .orNull(),
            Field.oneOf("proration", "charge", "credit_next", "none")
                    .doc("What becomes of the difference for the rest of the current period. `charge` (the default): "
                            + "the saved card is charged at once, and nothing changes if that fails; a credit, and "
                            + "an amount that is too low for a charge, changes the next charge. `credit_next`: the "
                            + "difference changes the next charge. `none`: the change applies from the next period "
                            + "on.")
                    .orNull(),
            Field.bool("preview").doc("Whether to return what the change would cost, and change nothing."),
            Field.time("prorationDate")
                    .doc("The time from which the difference is calculated, in the current period. Send that of a "
                            + "preview to be charged what it said. Now without it.")
                    .orNull());

    private static final Endpoint.Schema ANSWER = new Endpoint.Schema(
            "SubscriptionUpdated",
            "What a change of a subscription costs.",
            List.of(
                    Field.bool("preview").doc("Whether nothing was changed.").always(),
                    Field.time("prorationDate")
                            .doc("The time from which the difference is calculated, in whole seconds.")
                            .always(),
                    Field.integer("quantity").doc("Quantity after the change.").always(),
                    Field.id("priceId").doc("Id of the price after the change."),
                    CommonFields.CURRENCY.always(),
                    Field.money("amount")
                            .doc("Amount of one regular payment after the change: with fees and tax.")
                            .always(),
                    Field.list(
                                    "lines",
                                    Field.oneOf("type", "credit", "charge")
                                            .doc("`credit`: unused time that was paid. `charge`: remaining time.")
                                            .always(),
                                    Field.text("description").doc("What is credited or charged."),
                                    Field.money("amount")
                                            .doc("Amount of the line, also of a credit.")
                                            .always(),
                                    Field.money("tax")
                                            .doc("Tax that the amount contains.")
                                            .always())
                            .doc("The difference for the rest of the current period, with what waits from earlier "
                                    + "changes. Empty with `none`, and in a trial."),
                    Field.money("amountDue")
                            .doc("What is charged at once. 0 if nothing is.")
                            .always(),
                    Field.money("nextAmount")
                            .doc("The next charge: `amount`, with the difference if that is not charged at once. 0 if "
                                    + "the subscription ends with its period.")
                            .always(),
                    Field.time("nextChargeAt").doc("Time of the next charge. Null without one.")));

    private static final String DESCRIPTION = """
            Changes the quantity or the price of a subscription of the key's mode. The payment processor calculates \
            the difference for the rest of the current period by the second. With `preview`, the response says what \
            would be charged, and nothing changes; send its `prorationDate` with the change to be charged the same. \
            A higher quantity is taken from the stock of the product, and a lower one is returned to it. If the \
            subscription ends with its period, `proration` must be `charge`. Returns 400 for an installment plan, \
            for an overdue or paused subscription, for one with a cancellation at a time, for one whose charges a \
            coupon reduces, and for one that was not bought on a page; 409 `sold_out` if too little stock is left; \
            409 `subscription_ended` if it has ended; 409 `subscription_not_begun` for a draft; 409 \
            `idempotency_conflict` while another request changes the same subscription, or if it was renewed \
            meanwhile; 403 `processor_not_connected` without a processor account; and 422 `processor_refused` if the \
            processor rejects the change or the card is declined.""";

    /** Returns the endpoint. */
    public Endpoint update() {
        Writing writing = Writing.of("updateSubscription", DESCRIPTION, UPDATE).withResponseSchema(ANSWER);
        return writes.externalOperation(
                HttpMethod.POST,
                "/v1/subscriptions/{subscriptionId}/update",
                "Change the quantity or price of a subscription",
                Subscriptions.RESOURCE,
                writing,
                this::plan);
    }

    private TermsChange plan(Request request) {
        Input input = request.input(UPDATE, "subscriptionId");
        if (!input.applies("quantity") && !input.applies("priceId")) {
            input.problem("quantity", "send quantity, priceId or both");
        }
        input.check();
        Long quantity = input.integer("quantity");
        String proration = Objects.requireNonNullElse(input.text("proration"), "charge");
        String at = input.text("prorationDate");
        return new TermsChange(
                processing,
                orders,
                request.id("subscriptionId"),
                new TermsChange.Request(
                        new OrderedTerms.Wish(
                                quantity == null ? null : (Integer) quantity.intValue(), input.text("priceId")),
                        TermsChange.Proration.valueOf(proration.toUpperCase(Locale.ROOT)),
                        request.isDryRun() || input.bool("preview", false),
                        at == null ? null : Instant.parse(at)));
    }
}
