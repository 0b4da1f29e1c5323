package io.tollgate.catalog.checkoutpage;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.object;

import io.tollgate.catalog.page.CheckoutSchema;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.PageSchema;
import io.tollgate.catalog.page.PageWarnings;
import io.tollgate.catalog.product.Products;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Schema;

/** The checkout page resource. Each page sells one product. */
public final class CheckoutPages {
    static final Schema SCHEMA = PageSchema.of(PageKind.CHECKOUT)
            .and(CheckoutSchema.of(PageKind.CHECKOUT))
            .and(
                    bool("allowDynamicPlanIterations")
                            .doc("Whether the query parameter `planIterations` of the page's address can set the "
                                    + "number of payments of a plan, from 1 to 1,000. It applies to the price that is "
                                    + "selected at first.")
                            .writable()
                            .defaultsTo(false),
                    bool("enableFileAccessForInactiveSubscriptions")
                            .doc("Deprecated: use the field of the product, which this one repeats.")
                            .writable(),
                    object("limitSubscriptions", CommonFields.ENABLED.needed())
                            .doc("Deprecated: use the field of the product, which this one repeats.")
                            .writable()
                            .orNull(),
                    object("limitSubscriptionsProcessor", CommonFields.ENABLED.needed())
                            .doc("Deprecated: use the field of the product, which this one repeats.")
                            .writable()
                            .orNull(),
                    bool("sendCanceledSubscriptionNotifications")
                            .doc("Whether the seller is notified of canceled subscriptions by e-mail.")
                            .writable()
                            .defaultsTo(true),
                    bool("sendRecurringPaymentFailedNotifications")
                            .doc("Whether the seller is notified by e-mail of failed payments of subscriptions.")
                            .writable()
                            .defaultsTo(true),
                    bool("sendRecurringPaymentSucceededNotifications")
                            .doc("Whether the seller is notified by e-mail of successful payments of subscriptions, "
                                    + "after the first one.")
                            .writable()
                            .defaultsTo(true),
                    PageWarnings.FIELD,
                    object("product", Products.SCHEMA.read())
                            .doc("The product that the page sells. Change it with `PATCH /v1/products/{productId}`."),
                    object(CheckoutPageBodies.PRODUCT, Products.SCHEMA.members())
                            .doc("The product that the page sells. If it sends no title, it gets the name of the page.")
                            .createOnly());

    public static final Resource RESOURCE = Resource.at("/v1/checkout-pages")
            .noun("Checkout page")
            .idName("pageId")
            .table("page")
            .kind("checkout")
            .fields(SCHEMA.read())
            .ofPage("id")
            .indexed("status", "testmode")
            // The search text also includes the title of the product: see CheckoutPageRoutes.
            .search(contains(ANYTHING, "name", "title"))
            .storedApart(
                    "url",
                    "previewUrl",
                    "visitCount",
                    "warnings",
                    "product",
                    "limitSubscriptions",
                    "limitSubscriptionsProcessor",
                    "enableFileAccessForInactiveSubscriptions")
            .reports(PageSchema.REPORTS)
            .build();

    private CheckoutPages() {}
}
