package io.tollgate.purchase;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.cart.AppliedCoupon;
import io.tollgate.cart.BumpCart;
import io.tollgate.cart.CouponReference;
import io.tollgate.cart.EventCart;
import io.tollgate.cart.OrderTax;
import io.tollgate.cart.ProductCart;
import io.tollgate.cart.RequestedBump;
import io.tollgate.cart.RequestedProduct;
import io.tollgate.cart.RequestedTickets;
import io.tollgate.cart.input.CartKeys;
import io.tollgate.catalog.CheckoutPage;
import io.tollgate.catalog.Event;
import io.tollgate.catalog.PageTax;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.http.ApiResponse;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Request;
import io.tollgate.schema.Field;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The endpoint that prices a cart. It stores nothing and reserves no stock. */
public record QuoteRoutes(WriteExecutor writes, CatalogReader catalog) {
    private static final List<String> EVENT_KEYS = List.of("tickets", "ticketPwywAmounts", "complimentary");
    private static final int CODE_MAX = 100;
    private static final List<String> PAGE_KEYS = List.of("priceId", "quantity", "amount", "variants");

    private static final Body BODY = Body.of(
            "QuoteCreate",
            """
            {
              "eventId": "6b0145e28b254675689f6f2e",
              "tickets": { "6b0145e28b254675689f6f31": 2 }
            }
            """,
            Field.id("eventId")
                    .doc("Id of the event whose `tickets` are priced. Send this or `pageId`.")
                    .orNull(),
            CartKeys.TICKETS.orNull(),
            CartKeys.AMOUNTS.orNull(),
            Field.bool("complimentary")
                    .doc("Whether the tickets are given away.")
                    .orNull(),
            Field.id("pageId")
                    .doc("Id of the checkout page whose product is priced. Send this or `eventId`.")
                    .orNull(),
            Field.id("priceId")
                    .doc("Id of a price of the product. Defaults to the default price.")
                    .orNull(),
            CartKeys.QUANTITY.orNull(),
            Field.money("amount")
                    .doc("Price of one that the buyer chooses, for a price with `payWhatYouWant`.")
                    .orNull(),
            CartKeys.VARIANTS.orNull(),
            CartKeys.ORDER_BUMPS.orNull(),
            Field.id(CouponReference.ID)
                    .doc("Id of the coupon to use. Send this or `couponCode`.")
                    .orNull(),
            Field.text(CouponReference.CODE, CODE_MAX)
                    .doc("Code of the coupon to use, in any case. Send this or `couponId`.")
                    .orNull());

    public Endpoint create() {
        Writing writing = Writing.of("createQuote", """
                Returns the current price of a cart, step by step, calculated as for the page, the booking and the \
                invoice. The cart has `tickets` of an event (`eventId`) or the product of a checkout page (`pageId`), \
                and `orderBumps` of that page. A quote stores and reserves nothing, and does not check sale periods or \
                stock. For a recurring price, the quote is the price of the first full period. If `taxSource` is \
                `processor_tax`, the steps do not contain the tax, which is known when the buyer pays.""", BODY);
        return writes.endpoint(
                HttpMethod.POST, "/v1/quotes", "Price a cart", QuoteAnswer.RESOURCE, writing, this::quote);
    }

    private WriteExecutor.Command quote(Request request) {
        Input input = request.input(BODY);
        boolean event = input.wasSent("eventId");
        input.rule(event != input.wasSent("pageId"), "eventId", "exactly one of eventId and pageId is required");
        if (event) {
            PAGE_KEYS.forEach(name -> input.rule(!input.sets(name), name, "is allowed only with pageId"));
            input.rule(input.wasSent("tickets"), "tickets", "is required");
        } else {
            EVENT_KEYS.forEach(name -> input.rule(!input.sets(name), name, "is allowed only with eventId"));
        }
        RequestedTickets tickets = CartKeys.tickets(input);
        List<RequestedBump> bumps = CartKeys.bumps(input);
        input.rule(!tickets.complimentary() || bumps.isEmpty(), "orderBumps", "cannot be combined with complimentary");
        CouponReference coupon = coupon(input);
        for (String name : List.of(CouponReference.ID, CouponReference.CODE)) {
            input.rule(
                    !tickets.complimentary() || !input.hasValue(name), name, "cannot be combined with complimentary");
        }
        input.check();
        ObjectNode values = input.values();
        if (event) {
            String id = values.get("eventId").textValue();
            return write -> quoteEvent(write, new Cart<>("eventId", id, tickets, bumps, coupon));
        }
        Long quantity = input.integer("quantity");
        RequestedProduct product = new RequestedProduct(
                input.text("priceId"),
                quantity == null ? 1 : quantity.intValue(),
                input.integer("amount"),
                CartKeys.variants(input));
        String id = values.get("pageId").textValue();
        return write -> quotePage(write, new Cart<>("pageId", id, product, bumps, coupon));
    }

    /** Returns the requested coupon by id or code, or null if the request has none. */
    private static @Nullable CouponReference coupon(Input input) {
        input.rule(
                !input.hasValue(CouponReference.ID) || !input.hasValue(CouponReference.CODE),
                CouponReference.CODE,
                "must not be sent together with couponId");
        String param = input.hasValue(CouponReference.CODE) ? CouponReference.CODE : CouponReference.ID;
        String value = input.text(param);
        return value == null ? null : new CouponReference(param, value);
    }

    /**
     * The requested cart.
     *
     * @param param the key that contains the page id: {@code eventId} or {@code pageId}
     */
    private record Cart<T>(
            String param,
            String pageId,
            T requested,
            List<RequestedBump> bumps,
            @Nullable CouponReference coupon) {}

    /**
     * The catalog entries of a cart.
     *
     * @param coupon the seller's coupon, not yet checked for this order; null if the cart has none
     * @param problems problems of ids and codes that the catalog does not contain
     */
    private record CatalogEntries<P>(
            P page,
            @Nullable AppliedCoupon coupon,
            OrderTax tax,
            List<BumpCart.Choice> bumps,
            List<Problem> problems) {}

    private Future<ApiResponse> quoteEvent(WriteContext write, Cart<RequestedTickets> cart) {
        return found(
                        write,
                        cart,
                        catalog.event(write, cart.pageId()),
                        Event::taxMode,
                        event -> event.details().fixedTaxRateIds())
                .map(found -> {
                    String currency = found.page().currency();
                    EventCart priced = EventCart.of(
                            found.page(),
                            cart.requested(),
                            found.bumps(),
                            applied(write, cart, found, currency),
                            found.tax(),
                            found.problems());
                    if (priced == null) {
                        throw ApiError.invalid(found.problems());
                    }
                    return QuoteAnswer.of(currency, priced.quote(), found.tax(), null);
                });
    }

    private Future<ApiResponse> quotePage(WriteContext write, Cart<RequestedProduct> cart) {
        return found(
                        write,
                        cart,
                        catalog.checkoutPage(write, cart.pageId()),
                        CheckoutPage::taxMode,
                        page -> page.product().fixedTaxRateIds())
                .map(found -> {
                    String currency = found.page().currency();
                    ProductCart priced = ProductCart.of(
                            found.page(),
                            cart.requested(),
                            found.bumps(),
                            applied(write, cart, found, currency),
                            found.tax(),
                            found.problems());
                    if (priced == null) {
                        throw ApiError.invalid(found.problems());
                    }
                    return QuoteAnswer.of(
                            currency,
                            priced.quote(),
                            found.tax(),
                            priced.price().recurrence());
                });
    }

    private static @Nullable AppliedCoupon applied(
            WriteContext write, Cart<?> cart, CatalogEntries<?> found, String currency) {
        return AppliedCoupon.of(found.coupon(), cart.pageId(), currency, write.now(), found.problems());
    }

    private <P> Future<CatalogEntries<P>> found(
            WriteContext write,
            Cart<?> cart,
            Future<@Nullable P> read,
            Function<P, PageTax.Mode> taxMode,
            Function<P, List<String>> taxRateIds) {
        List<Problem> problems = new ArrayList<>();
        return read.compose(page -> {
            if (page == null) {
                String noun = cart.param().equals("eventId") ? "event" : "checkout page";
                problems.add(new Problem(cart.param(), "no such " + noun, cart.pageId()));
            }
            return catalog.coupon(write, cart.coupon(), problems).compose(coupon -> {
                if (page == null) {
                    throw ApiError.invalid(problems);
                }
                PageTax.Mode mode = taxMode.apply(page);
                return catalog.tax(write, mode, taxRateIds.apply(page))
                        .compose(tax -> catalog.bumps(write, cart.pageId(), mode, cart.bumps())
                                .map(bumps -> new CatalogEntries<>(page, coupon, tax, bumps, problems)));
            });
        });
    }
}
