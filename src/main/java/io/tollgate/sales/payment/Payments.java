package io.tollgate.sales.payment;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.catalog.product.Prices;
import io.tollgate.catalog.product.Variants;
import io.tollgate.platform.resource.Resource;

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
                    id("productId").doc("Id of the product that was bought.").always(),
                    text("productTitle")
                            .doc("Title of the product at the time.")
                            .always(),
                    money("productPrice").doc("Price of one, as the buyer paid it."),
                    id("priceId").doc("Id of the price that the buyer chose."),
                    Prices.SNAPSHOT,
                    money("payWhatYouWantPrice")
                            .doc("Price that the buyer chose. Null if the price was not for the buyer to choose."),
                    money("discountedFromPrice")
                            .doc("Higher price that was shown struck through. Null if there was none."),
                    money("setupFee").doc("Setup fee of the price. Null if it has none."),
                    integer("quantity").doc("Quantity of the product.").always(),
                    text("sku").doc("Stock keeping unit of the product."),
                    Variants.OF_PAYMENT,
                    id("licenseKeyId").doc("Id of the license key that the buyer received. Null if there is none."))
            .ofPage("pageId")
            .counted("status", "orderStatus", "pageId", "productId", "abandonmentStatus")
            .countedAt("couponCode", "coupon.code", null)
            .indexed("customerId", "orderId")
            .columns("amount", "amountPaid", "amountRefunded")
            .createdBounds()
            .search(contains(ANYTHING, "customerEmail", "customerName", "productTitle", "orderId"))
            .reports(Charges.reports("payment"))
            .measures(Charges.MEASURES)
            .build();
}
