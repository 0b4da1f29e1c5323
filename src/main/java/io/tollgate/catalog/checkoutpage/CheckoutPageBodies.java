package io.tollgate.catalog.checkoutpage;

import io.tollgate.catalog.page.PageSchema;
import io.tollgate.platform.input.Body;

/** The bodies that create and update checkout pages. */
final class CheckoutPageBodies {
    static final String PRODUCT = "productData";

    static final Body CREATE =
            Body.of("CheckoutPageCreate", """
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
                    """, CheckoutPages.SCHEMA.create()).upTo(PageSchema.BYTES_MAX);

    static final Body CHANGE = Body.of("CheckoutPageChange", """
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
                    """, CheckoutPages.SCHEMA.change())
            .upTo(PageSchema.BYTES_MAX)
            .notEmpty();

    private CheckoutPageBodies() {}
}
