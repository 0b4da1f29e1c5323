package io.tollgate.payment;

import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;

import io.tollgate.product.Prices;
import io.tollgate.product.Variants;
import io.tollgate.resource.Resource;

/** Payments: one for each purchase on a checkout page, except subscriptions. */
public final class Payments {
    private Payments() {}

    public static final Resource RESOURCE = Resource.at("/v1/payments")
            .noun("Payment")
            .idName("paymentId")
            .table("payment")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(Charges.FIELDS)
            .fields(
                    id("productId").always(),
                    text("productTitle").always(),
                    money("productPrice"),
                    id("priceId"),
                    Prices.SNAPSHOT,
                    money("payWhatYouWantPrice"),
                    money("discountedFromPrice"),
                    money("setupFee"),
                    integer("quantity").always(),
                    text("sku"),
                    Variants.OF_PAYMENT,
                    id("licenseKeyId"))
            .counted("status", "orderStatus", "pageId", "productId", "abandonmentStatus")
            .countedAt("couponCode", "coupon.code", null)
            .indexed("customerId", "orderId")
            .columns("amount", "amountPaid", "amountRefunded")
            .createdBounds()
            .search(contains(ANYTHING, "customerEmail", "customerName", "productTitle", "orderId"))
            .build();
}
