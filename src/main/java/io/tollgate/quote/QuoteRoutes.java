package io.tollgate.quote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.http.Answer;
import io.tollgate.http.Body;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Endpoint.Writing;
import io.tollgate.http.Input;
import io.tollgate.http.Key;
import io.tollgate.http.Request;
import io.tollgate.http.Write;
import io.tollgate.http.Writes;
import io.tollgate.order.BumpCart;
import io.tollgate.order.CartKeys;
import io.tollgate.order.CouponUse;
import io.tollgate.order.EventCart;
import io.tollgate.order.Offers;
import io.tollgate.order.ProductCart;
import io.tollgate.order.Tax;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells what a cart would cost. Nothing is stored, and nothing is taken of what can run out. */
public final class QuoteRoutes {
    private static final List<String> OF_EVENTS = List.of("tickets", "ticketPwywAmounts", "complimentary");
    private static final List<String> OF_PAGES = List.of("priceId", "quantity", "amount", "variants");

    private static final Body BODY = Body.of(
            "QuoteCreate",
            """
            {
              "eventId": "6b0145e28b254675689f6f2e",
              "tickets": { "6b0145e28b254675689f6f31": 2 }
            }
            """,
            Key.id("eventId").orNull(),
            CartKeys.TICKETS.orNull(),
            CartKeys.AMOUNTS.orNull(),
            Key.bool("complimentary").orNull(),
            Key.id("pageId").orNull(),
            Key.id("priceId").orNull(),
            CartKeys.QUANTITY.orNull(),
            Key.money("amount").orNull(),
            CartKeys.VARIANTS.orNull(),
            CartKeys.ORDER_BUMPS.orNull(),
            Key.id("couponId").orNull());

    private final Writes writes;
    private final Offers offers;

    public QuoteRoutes(Writes writes, Offers offers) {
        this.writes = writes;
        this.offers = offers;
    }

    public Endpoint create() {
        Writing writing = Writing.of("createQuote", """
                Tells what a cart would cost now, step by step, as the page, the booking and the invoice would: \
                `tickets` of an event (`eventId`), or the product of a checkout page (`pageId`), and `orderBumps` that \
                the page offers beside. Nothing is stored, \
                and nothing is taken. Whether it is on sale, and how much is left, is not looked at. Of a price \
                that recurs, it is what the first full period costs. Where `taxSource` is `processor_tax`, the tax \
                is not among the steps: it is known when the buyer pays.""", BODY);
        return writes.endpoint(
                HttpMethod.POST, "/v1/quotes", "Price a cart", QuoteAnswer.RESOURCE, writing, this::quote);
    }

    private Writes.Act quote(Request request) {
        Input input = request.input(BODY);
        boolean event = input.wasMeant("eventId");
        input.rule(event != input.wasMeant("pageId"), "eventId", "or pageId is required, and not both");
        if (event) {
            OF_PAGES.forEach(name -> input.rule(!input.sets(name), name, "is taken with pageId only"));
            input.rule(input.wasMeant("tickets"), "tickets", "is required");
        } else {
            OF_EVENTS.forEach(name -> input.rule(!input.sets(name), name, "is taken with eventId only"));
        }
        EventCart.Wanted tickets = CartKeys.wanted(input);
        List<BumpCart.Wanted> bumps = CartKeys.bumps(input);
        input.rule(
                !tickets.complimentary() || bumps.isEmpty(), "orderBumps", "cannot be sent with what is complimentary");
        input.rule(
                !tickets.complimentary() || !input.hasValue("couponId"),
                "couponId",
                "cannot be sent for what is complimentary");
        input.check();
        ObjectNode values = input.values();
        String coupon = input.text("couponId");
        if (event) {
            String id = values.get("eventId").textValue();
            return write -> ofEvent(write, id, new Cart<>(tickets, bumps, coupon));
        }
        Long quantity = input.integer("quantity");
        ProductCart.Wanted product = new ProductCart.Wanted(
                input.text("priceId"),
                quantity == null ? 1 : quantity.intValue(),
                input.integer("amount"),
                values.hasNonNull("variants") ? values.get("variants") : JsonNodeFactory.instance.arrayNode());
        return write -> ofPage(write, values.get("pageId").textValue(), new Cart<>(product, bumps, coupon));
    }

    /** What is wanted of what a page sells, and beside it. */
    private record Cart<T>(
            T wanted, List<BumpCart.Wanted> bumps, @Nullable String couponId) {}

    private Future<Answer> ofEvent(Write write, String id, Cart<EventCart.Wanted> cart) {
        return offers.event(write, id).compose(event -> {
            expect(event != null, "eventId", "is no event of your account", id);
            String currency = event.path("eventDetails").path("currency").asText();
            return offers.tax(write, event, event.path("eventDetails"))
                    .compose(tax -> coupon(write, cart.couponId(), id, currency)
                            .compose(coupon -> offers.bumps(write, event, cart.bumps())
                                    .map(bumps -> QuoteAnswer.of(
                                            currency,
                                            EventCart.of(event, cart.wanted(), bumps, coupon, tax)
                                                    .quote(),
                                            tax,
                                            MissingNode.getInstance()))));
        });
    }

    private Future<Answer> ofPage(Write write, String id, Cart<ProductCart.Wanted> cart) {
        return offers.checkoutPage(write, id).compose(page -> {
            expect(page != null, "pageId", "is no checkout page of your account", id);
            String currency = ProductCart.currency(page);
            return offers.tax(write, page, page.path("product"))
                    .compose(tax -> coupon(write, cart.couponId(), id, currency)
                            .compose(coupon -> offers.bumps(write, page, cart.bumps())
                                    .map(bumps -> ofProduct(
                                            currency, ProductCart.of(page, cart.wanted(), bumps, coupon, tax), tax))));
        });
    }

    private static Answer ofProduct(String currency, ProductCart cart, Tax tax) {
        JsonNode plan = cart.price().path("paymentPlan");
        return QuoteAnswer.of(
                currency,
                cart.quote(),
                tax,
                plan.isObject() ? plan : cart.price().path("recurring"));
    }

    private Future<@Nullable CouponUse> coupon(Write write, @Nullable String id, String pageId, String currency) {
        return offers.coupon(write, id)
                .map(coupon -> coupon == null ? null : CouponUse.of(coupon, pageId, currency, write.now()));
    }

    private static void expect(boolean right, String param, String message, String value) {
        if (!right) {
            throw ApiError.invalid(param, message, value);
        }
    }
}
