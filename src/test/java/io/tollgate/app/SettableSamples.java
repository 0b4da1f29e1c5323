package io.tollgate.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.Templates;

/** Bodies for {@link Settable}: each clearable setting has a value that differs from its default. */
final class SettableSamples {
    private SettableSamples() {}

    private static final String PAGE = """
            {
              "title": "T", "description": "<p>D</p>", "locale": "fr-FR",
              "imageIds": [ "IMAGE" ], "trackingCodes": "<script>t()</script>",
              "allowEmbed": false, "allowedEmbedOrigins": [ "https://shop.example" ],
              "funnelSteps": [ { "type": "upsell", "config": { "pageId": "OFFER" } } ],
              "redirect": { "enabled": false, "url": "https://shop.example/r" },
              "redirectPageId": "OFFER", "redirectUrl": "https://shop.example/u",
              "redirectUrlPath": [ { "key": "orderId", "identifier": "orderId" } ],
              "redirectUrlQuery": [ { "parameter": "e", "key": "customerEmail", "identifier": "customerEmail" } ],
              "confirmationCheckoutTitle": "C", "confirmationCheckoutMessage": "<p>M</p>",
              "notifyEmail": "a@shop.example", "confirmationEmailSubject": "S",
              "confirmationEmailMessage": "<p>E</p>",
              "invoiceSettings": {
                "bankDetails": "IBAN", "additionalInformation": { "enabled": true, "title": "A", "message": "B" },
                "dueDays": { "enabled": false, "days": 30 } }
            }
            """;

    private static final String MONEY = """
            {
              "checkoutAbandonment": { "disableEmails": true, "emailReminders": {
                "reminder1": { "customizeEmail": true, "subject": "1", "body": "<p>1</p>", "buttonText": "Go" },
                "reminder2": { "customizeEmail": true, "subject": "2", "body": "<p>2</p>", "buttonText": "Go" },
                "reminder3": { "customizeEmail": true, "subject": "3", "body": "<p>3</p>", "buttonText": "Go" } } },
              "tax": { "enabled": true, "mode": "processor" },
              "paymentMethods": { "processor": { "card": { "enabled": false },
                "agpay": { "enabled": false, "mode": "express" }, "multiple": { "enabled": false } } },
              "paymentOptions": [ { "type": "full", "name": "Now" }, { "type": "partial", "name": "P",
                "partialAmount": 5 } ],
              "fees": [ { "name": "F", "amount": 100 } ]
            }
            """;

    private static final String CHECKOUT = """
            { "limitSubscriptions": { "enabled": true }, "limitSubscriptionsProcessor": { "enabled": true } }
            """;

    private static final String FORM = """
            { "fileIds": [ "FILE" ], "formDetails": { "limitSubmissions": { "enabled": true } } }
            """;

    private static final String EVENT = """
            {
              "eventDetails": {
                "startDate": "2031-04-10T18:00:00Z", "endDate": "2031-04-10T21:00:00Z", "timezone": "Europe/Berlin",
                "mapsLink": "https://maps.example/a", "platform": "zoom", "capacity": 300,
                "limitRegistrations": { "enabled": true }, "taxCode": "txcd_1", "fixedTaxRateIds": [ "RATE" ],
                "discounts": [ { "quantityCondition": "total_quantity", "minQuantity": 5, "percentOff": 10 } ]
              }
            }
            """;

    private static final String FIELD = """
            {
              "description": "D", "placeholder": "P", "element": "number",
              "defaultValue": { "enabled": false, "value": "3" }, "minValue": { "enabled": false, "value": "1" },
              "maxValue": { "enabled": false, "value": "5" }, "collect": "billing_and_shipping",
              "limitAllowedCountries": { "enabled": false, "countries": [ "NL" ] },
              "limitShippingCountries": { "enabled": false, "countries": [ "NL" ] },
              "limitBillingCountries": { "enabled": false, "countries": [ "NL" ] }, "defaultCountry": "NL",
              "showHideLogic": { "enabled": false, "comparison": "is_not", "value": "TRUE",
                "element": { "elementId": "other", "elementTitle": "Title" } }
            }
            """;

    private static final String GROUP = """
            {
              "description": "D", "capacity": 80, "availabilityBehavior": "date_time_based",
              "saleStartOn": "2031-01-01T00:00:00Z", "saleEndOn": "2031-02-01T00:00:00Z",
              "layout": { "type": "grid", "columns": 3 }, "preselect": { "ticketTypeId": "TYPE", "quantity": 2 },
              "bulkDiscounts": [ { "minQuantity": 10, "maxQuantity": 20, "percentOff": 5 } ]
            }
            """;

    private static final String TYPE = """
            {
              "description": "D", "capacity": 80, "availabilityBehavior": "date_time_based",
              "saleStartOn": "2031-01-01T00:00:00Z", "saleEndOn": "2031-02-01T00:00:00Z", "pricing": "pwyw",
              "price": 100, "pwywSuggestedPrice": 200, "discountedFromPrice": 300, "feeAmount": 10,
              "minQuantity": 1, "maxQuantity": 5, "imageId": "IMAGE"
            }
            """;

    private static final String PRODUCT = """
            {
              "description": "<p>D</p>", "shortDescription": "S", "callToActionText": "C", "headingText": "H",
              "features": [ { "text": "F" } ], "calloutText": "C", "calloutIcon": "fire", "sku": "S",
              "pricePicker": { "title": "T", "description": "D", "shortenDescription": true,
                "priceDisplayLabels": { "month": "M" }, "priceDisplayDefaults": { "month": "" },
                "priceDisplayTabOrder": [ "month" ] },
              "taxCode": "txcd_1", "fixedTaxRateIds": [ "RATE" ], "imageIds": [ "IMAGE" ], "fileIds": [ "FILE" ],
              "variants": [ { "name": "V", "options": [ { "name": "O" } ] } ],
              "discounts": [ { "quantityCondition": "checkout_quantity", "percentOff": 10 } ], "stock": 40,
              "limitPayments": { "enabled": true },
              "limitSubscriptions": { "enabled": true, "limitSubscriptionsProcessor": { "enabled": true } }
            }
            """;

    private static final String PRICE = """
            {
              "amount": 100, "pwywSuggestedPrice": 200, "discountedFromPrice": 300, "setupFee": 10, "label": "L",
              "badge": "B", "badgeIcon": "star"
            }
            """;

    private static final String RHYTHM = """
            {
              "interval": "year", "intervalCount": 2, "trialPeriodDays": 7,
              "billingCycleAnchorConfig": { "enabled": true, "dayOfMonth": 15, "month": 6 }
            }
            """;

    private static final String VARIANT = """
            {
              "id": "OWN", "name": "V", "options": [ { "id": "OPTION", "name": "O" } ], "priceIds": [ "PRICE" ],
              "preselect": { "enabled": false, "optionId": "OPTION", "quantity": 2 },
              "showHideLogic": { "enabled": false, "comparison": "is_not", "value": "x" },
              "layout": { "variantOptionLayout": "grid", "variantOptionColumns": 3 }
            }
            """;

    private static final String OPTION = """
            {
              "id": "OWN", "name": "O", "description": "D", "additionalChargeAmount": 5, "discountedFromPrice": 9,
              "sku": "S", "stock": 3, "type": "pay_what_you_want", "pwywSuggestedPrice": 7, "imageId": "IMAGE",
              "fileIds": [ "FILE" ]
            }
            """;

    static String of(Settable kind) {
        return switch (kind) {
            case CHECKOUT_PAGE -> joined(PAGE, MONEY, CHECKOUT);
            case FORM -> joined(PAGE, FORM);
            case EVENT -> joined(PAGE, MONEY, EVENT);
            case FIELD -> FIELD;
            case TICKET_GROUP -> GROUP;
            case TICKET_TYPE -> TYPE;
            case PRODUCT -> PRODUCT;
            case PRICE -> PRICE;
            case RECURRING -> RHYTHM;
            case PAYMENT_PLAN -> joined(RHYTHM, "{ \"planIterations\": 4 }");
            case VARIANT -> VARIANT;
            case OPTION -> OPTION;
            case ORDER_BUMP -> "{ \"showHideLogic\": { \"enabled\": false, \"comparison\": \"is_not\" } }";
        };
    }

    private static String joined(String... parts) {
        ObjectNode all = Templates.of("{}");
        for (String part : parts) {
            all.setAll(Templates.of(part));
        }
        return all.toString();
    }
}
