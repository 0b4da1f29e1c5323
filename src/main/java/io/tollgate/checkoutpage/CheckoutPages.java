package io.tollgate.checkoutpage;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.object;

import io.tollgate.page.CheckoutSchema;
import io.tollgate.page.PageKind;
import io.tollgate.page.PageSchema;
import io.tollgate.product.Products;
import io.tollgate.resource.Resource;
import io.tollgate.schema.Schema;

/** Checkout pages: each sells one product. */
public final class CheckoutPages {
    static final Schema SCHEMA = PageSchema.of(PageKind.CHECKOUT)
            .and(CheckoutSchema.of(PageKind.CHECKOUT))
            .and(
                    bool("allowDynamicPlanIterations").writable().defaultsTo(false),
                    bool("enableFileAccessForInactiveSubscriptions").writable(),
                    object("limitSubscriptions", bool("enabled").needed())
                            .writable()
                            .orNull(),
                    object("limitSubscriptionsProcessor", bool("enabled").needed())
                            .writable()
                            .orNull(),
                    bool("sendCanceledSubscriptionNotifications").writable().defaultsTo(true),
                    bool("sendRecurringPaymentFailedNotifications").writable().defaultsTo(true),
                    bool("sendRecurringPaymentSucceededNotifications")
                            .writable()
                            .defaultsTo(true),
                    object("product", Products.SCHEMA.read()),
                    object(CheckoutPageBodies.PRODUCT, Products.SCHEMA.members())
                            .createOnly());

    public static final Resource RESOURCE = Resource.at("/v1/checkout-pages")
            .noun("Checkout page")
            .idName("pageId")
            .table("page")
            .kind("checkout")
            .fields(SCHEMA.read())
            .indexed("status", "testmode")
            // The title of the product is searched as well; it is part of the page's search text.
            .search(contains(ANYTHING, "name", "title"))
            .apart(
                    "url",
                    "visitCount",
                    "product",
                    "limitSubscriptions",
                    "limitSubscriptionsProcessor",
                    "enableFileAccessForInactiveSubscriptions")
            .build();

    private CheckoutPages() {}
}
