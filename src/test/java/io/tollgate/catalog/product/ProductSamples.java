package io.tollgate.catalog.product;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.Files;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.support.TestSeller;

/** Bodies of products, and the records they refer to. */
public final class ProductSamples {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    static final String PRICE_ID = "65f0c0ffee0123456789abcd";

    private ProductSamples() {}

    static ObjectNode json(String text) {
        try {
            return (ObjectNode) MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static String file(TestSeller seller, String purpose) {
        return id(seller.create(Files.RESOURCE, true, file -> file.put("purpose", purpose)));
    }

    static String rate(TestSeller seller, boolean active) {
        return id(seller.create(TaxRates.RESOURCE, true, rate -> rate.put("active", active)));
    }

    static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    /** Every writable field, each with a value that is not its default. */
    public static ObjectNode all(TestSeller seller) {
        ObjectNode body = json(EVERYTHING
                .replace("PRICE", PRICE_ID)
                .replace("IMAGE", file(seller, "image"))
                .replace("FILE", file(seller, "file")));
        body.withArray("fixedTaxRateIds").add(rate(seller, true));
        return body;
    }

    private static final String EVERYTHING = """
            {
              "title": "Handbook", "description": "<p>All <b>of</b> it.</p>", "shortDescription": "All of it.",
              "callToActionText": "Add", "headingText": "More", "calloutText": "<b>Now</b>", "calloutIcon": "fire",
              "features": [ { "text": "Light", "icon": "star" } ], "sku": "SKU-1",
              "prices": [
                { "id": "PRICE", "amount": 2500, "currency": "eur", "discountedFromPrice": 3000, "setupFee": 100,
                  "setupFeeMultipliesWithQuantity": true, "label": "One", "badge": "Best", "badgeIcon": "trophy",
                  "reference": "one", "enabled": true, "hidden": true, "billingType": "one_time" },
                { "amount": 900, "currency": "eur", "label": "Monthly",
                  "recurring": { "interval": "month", "intervalCount": 2, "trialPeriodDays": 14,
                    "billingCycleAnchorConfig": { "enabled": true, "dayOfMonth": 15, "month": 6 } } },
                { "amount": 800, "currency": "eur", "enabled": false,
                  "recurring": { "interval": "year", "intervalCount": 1, "startDate": "2031-01-31T10:00:00.000Z" } }
              ],
              "defaultPriceId": "PRICE",
              "pricePicker": { "title": "Choose", "description": "One of them", "shortenDescription": true,
                "priceDisplayLabels": { "month": "Monthly" }, "priceDisplayDefaults": { "one_time": "PRICE" },
                "priceDisplayTabOrder": [ "month", "year" ] },
              "taxBehavior": "inclusive", "taxCode": "txcd_10000000", "imageIds": [ "IMAGE" ], "fileIds": [ "FILE" ],
              "variants": [
                { "key": "size", "name": "Size", "required": true, "status": "enabled", "order": 3,
                  "reference": "sizes", "selectionType": "multiple", "increasesWithQuantity": true,
                  "useVariantOptionSkus": true, "manageVariantOptionStock": true, "hidden": true,
                  "priceIds": [ "PRICE" ],
                  "preselect": { "enabled": true, "optionId": "small", "quantity": 2 },
                  "layout": { "variantOptionLayout": "grid", "collapseVariantOptions": true,
                    "variantOptionColumns": 4, "showVariantName": false, "showVariantOptionNames": false,
                    "showVariantOptionPrices": false, "showVariantOptionPriceSign": true,
                    "showPwywPlaceholder": false, "textAlign": "center", "spacing": "compact",
                    "imageSize": "large" },
                  "options": [
                    { "key": "small", "name": "Small", "description": "S", "status": "disabled",
                      "type": "recurring", "additionalChargeAmount": 150, "discountedFromPrice": 190, "sku": "S-1",
                      "stock": 7, "imageId": "IMAGE", "fileIds": [ "FILE" ] },
                    { "key": "gift", "name": "Gift", "type": "pay_what_you_want", "payWhatYouWant": true,
                      "additionalChargeAmount": 100, "pwywSuggestedPrice": 200 } ] },
                { "name": "Colour", "options": [ { "name": "Red" } ],
                  "showHideLogic": { "enabled": true, "comparison": "is_not", "value": "small",
                    "element": { "elementId": "size" } } }
              ],
              "variantsRequired": true,
              "discounts": [
                { "quantityCondition": "variant_option_quantity", "minQuantity": 2, "maxQuantity": 9,
                  "percentOff": 12.5, "variantOptionIds": [ { "key": "small" } ] },
                { "quantityCondition": "checkout_quantity", "minQuantity": 10, "amountOff": 500 }
              ],
              "stock": 40, "hasUnlimitedStock": false, "generateLicenseKeys": true,
              "limitPayments": { "enabled": true },
              "limitSubscriptions": { "enabled": true, "limitSubscriptionsProcessor": { "enabled": true } },
              "enableFileAccessForInactiveSubscriptions": true
            }
            """;
}
