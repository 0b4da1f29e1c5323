package io.tollgate.checkoutpage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Body;
import io.tollgate.input.Key;
import io.tollgate.page.PageKeys;
import io.tollgate.page.PageKind;
import io.tollgate.page.Templates;
import io.tollgate.product.ProductBody;
import java.util.Arrays;
import java.util.stream.Stream;

/** What bodies of checkout pages may hold. */
final class CheckoutPageBodies {
    static final String PRODUCT = "productData";

    private static final Key[] OF_CHECKOUT_PAGES = {
        Key.bool("allowDynamicPlanIterations"),
        Key.bool("sendCanceledSubscriptionNotifications"),
        Key.bool("sendRecurringPaymentFailedNotifications"),
        Key.bool("sendRecurringPaymentSucceededNotifications"),
        Key.object("limitSubscriptions", Key.bool("enabled").needed()).orNull(),
        Key.object("limitSubscriptionsProcessor", Key.bool("enabled").needed()).orNull(),
        Key.bool("enableFileAccessForInactiveSubscriptions")
    };

    static final ObjectNode DEFAULTS = Templates.of("""
            {
              "allowDynamicPlanIterations": false,
              "sendCanceledSubscriptionNotifications": true,
              "sendRecurringPaymentFailedNotifications": true,
              "sendRecurringPaymentSucceededNotifications": true
            }
            """);

    static final Body CREATE = Body.of(
                    "CheckoutPageCreate",
                    """
                    {
                      "name": "Yoga class",
                      "productData": {
                        "title": "Yoga class",
                        "description": "<p>An hour, for beginners.</p>",
                        "price": { "amount": 2500, "currency": "eur" }
                      },
                      "fields": [ { "label": "Phone", "element": "phone", "type": "phone" } ],
                      "fees": [ { "name": "Service", "percentage": 2.5 } ],
                      "paymentOptions": [
                        { "type": "full", "name": "Pay now" },
                        { "type": "manual", "name": "Pay by invoice", "manualType": "invoice" }
                      ],
                      "funnelSteps": [
                        { "type": "upsell", "order": 0, "enabled": true,
                          "config": { "action": "redirect", "redirect": { "url": "https://shop.example/mat" } } },
                        { "type": "confirmation", "order": 1, "enabled": true,
                          "config": { "action": "confirmation", "customizeCheckoutConfirmation": true,
                            "confirmationCheckoutTitle": "See you there" } }
                      ],
                      "testmode": true
                    }
                    """,
                    PageKeys.ofNew(
                            PageKind.CHECKOUT,
                            Stream.concat(
                                            Stream.of(Key.object(PRODUCT, ProductBody.KEYS)),
                                            Arrays.stream(OF_CHECKOUT_PAGES))
                                    .toArray(Key[]::new)))
            .upTo(PageKeys.BYTES_MAX);

    static final Body CHANGE = Body.of(
                    "CheckoutPageChange", """
                    {
                      "testmode": false,
                      "funnelSteps": [],
                      "tax": { "enabled": true, "mode": "processor" },
                      "checkoutAbandonment": {
                        "emailReminders": {
                          "reminder1": { "customizeEmail": true, "subject": "Your mat is waiting" },
                          "reminder2": null
                        }
                      }
                    }
                    """, PageKeys.ofChange(PageKind.CHECKOUT, OF_CHECKOUT_PAGES))
            .upTo(PageKeys.BYTES_MAX)
            .notEmpty();

    private CheckoutPageBodies() {}
}
