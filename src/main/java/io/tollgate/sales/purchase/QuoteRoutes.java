package io.tollgate.sales.purchase;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.cart.CouponReference;
import io.tollgate.sales.cart.RequestedBump;
import io.tollgate.sales.cart.RequestedProduct;
import io.tollgate.sales.cart.RequestedTickets;
import io.tollgate.sales.cart.TaxAddress;
import io.tollgate.sales.cart.input.CartKeys;
import io.tollgate.sales.cart.input.TaxAddressKeys;
import io.tollgate.sales.tax.OrderTaxes;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The endpoint that prices a cart. It stores nothing and reserves no stock. */
public record QuoteRoutes(WriteExecutor writes, CatalogReader catalog, OrderTaxes taxes) {
    private static final List<String> EVENT_KEYS = List.of("tickets", "ticketPwywAmounts", "complimentary");
    private static final int CODE_MAX = 100;
    private static final List<String> PAGE_KEYS = List.of("priceId", "quantity", "amount", "variants");

    private static final List<Field> CART = List.of(
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
            Field.object(
                            "paymentOption",
                            Field.oneOf("manualType", "invoice", "cash_on_delivery")
                                    .doc("Payment by `invoice`, or in cash (`cash_on_delivery`).")
                                    .needed())
                    .doc("How the order will be paid outside of the processor, which decides whether fees with "
                            + "`applyToSpecificPaymentMethods` apply. Defaults to the first enabled payment option of "
                            + "the page. A recurring price is always charged by the processor.")
                    .orNull(),
            Field.id(CouponReference.ID)
                    .doc("Id of the coupon to use. Send this or `couponCode`.")
                    .orNull(),
            Field.text(CouponReference.CODE, CODE_MAX)
                    .doc("Code of the coupon to use, in any case. Send this or `couponId`.")
                    .orNull());

    private static final Body BODY = Body.of(
            "QuoteCreate",
            """
            {
              "eventId": "6b0145e28b254675689f6f2e",
              "tickets": { "6b0145e28b254675689f6f31": 2 }
            }
            """,
            Stream.concat(CART.stream(), TaxAddressKeys.FIELDS.stream()).toArray(Field[]::new));

    public Endpoint create() {
        Writing writing = Writing.of("createQuote", """
                Returns the current price of a cart, step by step, calculated as for the page, the booking and the \
                invoice. The cart has `tickets` of an event (`eventId`) or the product of a checkout page (`pageId`), \
                and `orderBumps` of that page. A quote stores and reserves nothing, and does not check sale periods or \
                stock. For a recurring price, the quote \
                is what is charged with the order, and `recurring` says what is charged later. If the processor \
                calculates the tax (`tax.mode` `processor`), send the address of the buyer: without it or if it is \
                not sufficient, the response is 400 and names what is missing. It is 503 `tax_unavailable` if the \
                processor does not respond.""", BODY);
        return writes.inquiry(
                HttpMethod.POST, "/v1/quotes", "Price a cart", QuoteAnswer.RESOURCE, writing, this::quote);
    }

    private QuoteInquiry quote(Request request) {
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
            input.rule(!tickets.complimentary() || !input.hasValue(name), name, CartKeys.NO_COUPON);
        }
        TaxAddress address = TaxAddressKeys.read(input);
        input.check();
        String pageId = Objects.requireNonNull(input.text(event ? "eventId" : "pageId"));
        QuoteInquiry.Items items = event ? new QuoteInquiry.Tickets(tickets) : new QuoteInquiry.Product(product(input));
        boolean manual = tickets.complimentary() || input.hasValue("paymentOption");
        return new QuoteInquiry(catalog, taxes, new QuoteInquiry.Cart(pageId, items, bumps, coupon, address, manual));
    }

    private static RequestedProduct product(Input input) {
        Long quantity = input.integer("quantity");
        return new RequestedProduct(
                input.text("priceId"),
                quantity == null ? 1 : quantity.intValue(),
                input.integer("amount"),
                CartKeys.variants(input));
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
}
