package io.tollgate.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.seller.Locales;

/** The settings of a new page where nothing is said. */
final class PageDefaults {
    private PageDefaults() {}

    private static final ObjectNode SHARED = Templates.of("""
            {
              "status": "published",
              "testmode": false,
              "testmodeEnabledAt": null,
              "images": [],
              "locale": "%s",
              "fields": [],
              "customizeCheckoutConfirmation": false,
              "closePopupOnClickOutside": false,
              "funnelSteps": [],
              "redirect": { "enabled": false, "url": null },
              "afterPaymentAction": "confirmation",
              "redirectPageId": null,
              "redirectUrl": null,
              "redirectUrlPath": [],
              "redirectUrlQuery": [],
              "redirectUrlInsideEmbed": false,
              "confirmationCheckoutTitle": null,
              "confirmationCheckoutMessage": null,
              "sendPaymentNotification": true,
              "notifyEmail": null,
              "sendEmailConfirmation": true,
              "customizeEmailConfirmation": false,
              "confirmationEmailSubject": null,
              "confirmationEmailMessage": null,
              "confirmationEmailShowLogo": true,
              "confirmationEmailShowStoreName": true,
              "googleIndex": true,
              "trackingCodes": null,
              "title": null,
              "description": null,
              "descriptionHtml": null,
              "invoiceSettings": {
                "bankDetails": null,
                "additionalInformation": { "enabled": false, "title": null, "message": null },
                "dueDays": { "enabled": false, "days": null }
              }
            }
            """.formatted(Locales.FALLBACK));

    private static final ObjectNode CHECKOUT = Templates.of("""
            {
              "showCouponCodeField": false,
              "showCouponCodeFieldType": "link",
              "allowDynamicPrice": false,
              "allowDynamicDiscountedFromPrice": false,
              "allowDynamicTitle": false,
              "allowDynamicDescription": false,
              "allowDynamicLabel": false,
              "allowDynamicPreselectedPrice": false,
              "allowDynamicRedirectUrl": false,
              "savePaymentMethod": false,
              "checkoutAbandonment": {
                "disableEmails": false, "showStoreLogo": true, "showStoreName": true, "emailReminders": {}
              },
              "tax": { "enabled": false, "mode": "none" },
              "paymentMethods": {
                "processor": {
                  "card": { "enabled": true },
                  "agpay": { "enabled": true, "mode": "default" },
                  "multiple": { "enabled": true }
                }
              },
              "paymentOptions": [
                {
                  "type": "full", "enabled": true, "name": "Pay now", "description": null, "instructions": null,
                  "partialAmount": null, "showPaymentButton": true, "manualType": null
                }
              ],
              "fees": []
            }
            """);

    /** @param ofItsKind what only pages of its kind have */
    static ObjectNode of(PageKind kind, ObjectNode ofItsKind) {
        ObjectNode defaults = SHARED.deepCopy();
        if (kind.takesMoney()) {
            defaults.setAll(CHECKOUT.deepCopy());
        }
        defaults.setAll(ofItsKind.deepCopy());
        return defaults;
    }
}
