package io.tollgate.checkoutpage;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;

import io.tollgate.page.CheckoutSettings;
import io.tollgate.page.PageFields;
import io.tollgate.product.Products;
import io.tollgate.resource.Field;
import io.tollgate.resource.Resource;
import java.util.ArrayList;
import java.util.List;

/** Checkout pages: each sells one product. */
public final class CheckoutPages {
    private CheckoutPages() {}

    public static final Resource RESOURCE = Resource.at("/v1/checkout-pages")
            .noun("Checkout page")
            .idName("pageId")
            .table("page")
            .kind("checkout")
            .fields(PageFields.with("checkout", fields()))
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

    private static List<Field> fields() {
        List<Field> fields = new ArrayList<>(CheckoutSettings.FIELDS);
        fields.addAll(List.of(
                bool("allowDynamicPlanIterations"),
                bool("enableFileAccessForInactiveSubscriptions"),
                object("limitSubscriptions", bool("enabled")),
                object("limitSubscriptionsProcessor", bool("enabled")),
                bool("sendCanceledSubscriptionNotifications"),
                bool("sendRecurringPaymentFailedNotifications"),
                bool("sendRecurringPaymentSucceededNotifications"),
                object("product", Products.FIELDS)));
        return fields;
    }
}
