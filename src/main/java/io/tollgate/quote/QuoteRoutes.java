package io.tollgate.quote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
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
import io.tollgate.order.CouponName;
import io.tollgate.order.CouponUse;
import io.tollgate.order.EventCart;
import io.tollgate.order.Offers;
import io.tollgate.order.ProductCart;
import io.tollgate.order.Tax;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells what a cart would cost. Nothing is stored, and nothing is taken of what can run out. */
public final class QuoteRoutes {
    private static final List<String> OF_EVENTS = List.of("tickets", "ticketPwywAmounts", "complimentary");
    private static final int CODE_MAX = 100;
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
            Key.id(CouponName.ID).orNull(),
            Key.text(CouponName.CODE, CODE_MAX).orNull());

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
        CouponName coupon = coupon(input);
        for (String name : List.of(CouponName.ID, CouponName.CODE)) {
            input.rule(
                    !tickets.complimentary() || !input.hasValue(name),
                    name,
                    "cannot be sent for what is complimentary");
        }
        input.check();
        ObjectNode values = input.values();
        if (event) {
            String id = values.get("eventId").textValue();
            return write -> ofEvent(write, new Cart<>("eventId", id, tickets, bumps, coupon));
        }
        Long quantity = input.integer("quantity");
        ProductCart.Wanted product = new ProductCart.Wanted(
                input.text("priceId"),
                quantity == null ? 1 : quantity.intValue(),
                input.integer("amount"),
                values.hasNonNull("variants") ? values.get("variants") : JsonNodeFactory.instance.arrayNode());
        String id = values.get("pageId").textValue();
        return write -> ofPage(write, new Cart<>("pageId", id, product, bumps, coupon));
    }

    /** The coupon that is named, by its id or its code; null without one. */
    private static @Nullable CouponName coupon(Input input) {
        input.rule(
                !input.hasValue(CouponName.ID) || !input.hasValue(CouponName.CODE),
                CouponName.CODE,
                "and couponId name the same: send one of the two");
        String param = input.hasValue(CouponName.CODE) ? CouponName.CODE : CouponName.ID;
        String value = input.text(param);
        return value == null ? null : new CouponName(param, value);
    }

    /**
     * What is wanted of what a page sells, and beside it.
     *
     * @param param the key that names the page
     */
    private record Cart<T>(
            String param,
            String pageId,
            T wanted,
            List<BumpCart.Wanted> bumps,
            @Nullable CouponName coupon) {}

    /**
     * What the catalogue has for a cart.
     *
     * @param problems with what it does not have
     */
    private record Found(
            ObjectNode page,
            CouponUse.@Nullable Found coupon,
            Tax tax,
            List<BumpCart.Chosen> bumps,
            List<Problem> problems) {
        @Nullable
        CouponUse coupon(Write write, String currency) {
            return CouponUse.of(coupon, page.path("id").asText(), currency, write.now(), problems);
        }
    }

    private Future<Answer> ofEvent(Write write, Cart<EventCart.Wanted> cart) {
        return found(write, cart, offers.event(write, cart.pageId()), "eventDetails")
                .map(found -> {
                    JsonNode details = found.page().path("eventDetails");
                    String currency = details.path("currency").asText();
                    CouponUse coupon = found.coupon(write, currency);
                    EventCart priced = EventCart.of(
                            found.page(), cart.wanted(), found.bumps(), coupon, found.tax(), found.problems());
                    if (priced == null) {
                        throw ApiError.invalid(found.problems());
                    }
                    return QuoteAnswer.of(currency, priced.quote(), found.tax(), MissingNode.getInstance());
                });
    }

    private Future<Answer> ofPage(Write write, Cart<ProductCart.Wanted> cart) {
        return found(write, cart, offers.checkoutPage(write, cart.pageId()), "product")
                .map(found -> {
                    String currency = ProductCart.currency(found.page());
                    CouponUse coupon = found.coupon(write, currency);
                    ProductCart priced = ProductCart.of(
                            found.page(), cart.wanted(), found.bumps(), coupon, found.tax(), found.problems());
                    if (priced == null) {
                        throw ApiError.invalid(found.problems());
                    }
                    return ofProduct(currency, priced, found.tax());
                });
    }

    /** @param details the object of the page that names its fixed tax rates */
    private Future<Found> found(Write write, Cart<?> cart, Future<@Nullable ObjectNode> read, String details) {
        List<Problem> problems = new ArrayList<>();
        return read.compose(page -> {
            if (page == null) {
                String noun = cart.param().equals("eventId") ? "event" : "checkout page";
                problems.add(new Problem(cart.param(), "no such " + noun, cart.pageId()));
            }
            return offers.coupon(write, cart.coupon(), problems).compose(coupon -> {
                if (page == null) {
                    throw ApiError.invalid(problems);
                }
                return offers.tax(write, page, page.path(details))
                        .compose(tax -> offers.bumps(write, page, cart.bumps())
                                .map(bumps -> new Found(page, coupon, tax, bumps, problems)));
            });
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
}
