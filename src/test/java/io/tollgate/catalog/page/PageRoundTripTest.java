package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.file.Files;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.schema.Field;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every writable setting is in the response to the write and in the record as read. */
class PageRoundTripTest {
    /** Settings that are returned under another name and have their own assertions. */
    private static final Set<String> SHOWN_OTHERWISE = Set.of("imageIds", "fileIds", "fields", "productData");

    private static final String SHARED = """
            {
              "name": "Everything", "slug": "everything", "status": "draft", "testmode": true, "locale": "nl-NL",
              "title": "T", "description": "<p>D</p>", "imageIds": ["IMAGE"], "closePopupOnClickOutside": true,
              "googleIndex": false, "trackingCodes": "<script>t()</script>",
              "allowEmbed": false, "allowedEmbedOrigins": [ "https://shop.example", "http://127.0.0.1:3000" ],
              "funnelSteps": [
                { "type": "upsell", "order": 0, "enabled": true,
                  "config": { "action": "checkout", "pageId": "OFFER" } },
                { "type": "upsell", "order": 1, "enabled": false,
                  "config": { "action": "redirect", "redirect": { "url": "https://shop.example/x",
                    "path": [ { "key": "orderId", "identifier": "orderId" } ],
                    "query": [ { "parameter": "o", "key": "orderId", "identifier": "orderId" } ] } } },
                { "type": "confirmation", "order": 2, "enabled": false,
                  "config": { "action": "confirmation", "customizeCheckoutConfirmation": true,
                    "confirmationCheckoutTitle": "C", "confirmationCheckoutMessage": "<b>M</b>" } } ],
              "redirect": { "enabled": true, "url": "https://shop.example/r" },
              "afterPaymentAction": "checkout", "redirectPageId": "OFFER", "redirectUrl": "https://shop.example/u",
              "redirectUrlPath": [ { "key": "orderId", "identifier": "orderId" } ],
              "redirectUrlQuery": [ { "parameter": "e", "key": "customerEmail", "identifier": "customerEmail" } ],
              "redirectUrlInsideEmbed": true, "customizeCheckoutConfirmation": true,
              "confirmationCheckoutTitle": "Thanks", "confirmationCheckoutMessage": "<p>Bye</p>",
              "sendPaymentNotification": false, "notifyEmail": "a@shop.example, b@shop.example",
              "sendEmailConfirmation": false, "customizeEmailConfirmation": true, "confirmationEmailSubject": "S",
              "confirmationEmailMessage": "<p>E</p>", "confirmationEmailShowLogo": false,
              "confirmationEmailShowStoreName": false,
              "invoiceSettings": {
                "bankDetails": "IBAN", "additionalInformation": { "enabled": true, "title": "A", "message": "B" },
                "dueDays": { "enabled": true, "days": 30 } }
            }
            """;

    private static final String CHECKOUT = """
            {
              "showCouponCodeField": true, "showCouponCodeFieldType": "field", "allowDynamicPrice": true,
              "allowDynamicDiscountedFromPrice": true, "allowDynamicTitle": true, "allowDynamicDescription": true,
              "allowDynamicLabel": true, "allowDynamicPreselectedPrice": true, "allowDynamicRedirectUrl": true,
              "allowDynamicPlanIterations": true, "savePaymentMethod": true,
              "checkoutAbandonment": {
                "disableEmails": true, "showStoreLogo": false, "showStoreName": false,
                "emailReminders": {
                  "reminder1": { "customizeEmail": true, "subject": "1", "body": "<p>1</p>", "buttonText": "Go" },
                  "reminder2": { "customizeEmail": true, "subject": "2", "body": "<p>2</p>", "buttonText": "Go" },
                  "reminder3": { "customizeEmail": true, "subject": "3", "body": "<p>3</p>", "buttonText": "Go" } } },
              "tax": { "enabled": true, "mode": "processor" },
              "paymentMethods": { "processor": { "card": { "enabled": false },
                "agpay": { "enabled": false, "mode": "express" }, "multiple": { "enabled": false } } },
              "paymentOptions": [
                { "type": "full", "name": "Now", "enabled": true, "description": "d", "instructions": "i",
                  "showPaymentButton": false },
                { "type": "partial", "name": "Part", "enabled": false, "partialAmount": 500 },
                { "type": "manual", "name": "Invoice", "enabled": true, "manualType": "invoice" },
                { "type": "manual", "name": "Cash", "enabled": false, "manualType": "cash_on_delivery" } ],
              "fees": [ { "name": "F", "amount": 100, "percentage": 1.5, "multiplyByQuantity": true,
                "applyToSpecificPaymentMethods": true, "paymentMethods": ["card", "ideal"] } ],
              "sendCanceledSubscriptionNotifications": false, "sendRecurringPaymentFailedNotifications": false,
              "sendRecurringPaymentSucceededNotifications": false, "limitSubscriptions": { "enabled": true },
              "limitSubscriptionsProcessor": { "enabled": true }, "enableFileAccessForInactiveSubscriptions": true
            }
            """;

    private static final String FORM = """
            {
              "allowDynamicTitle": true, "allowDynamicDescription": true, "fileIds": ["FILE"],
              "formDetails": { "limitSubmissions": { "enabled": true } }
            }
            """;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private String file(String purpose) {
        return seller.create(Files.RESOURCE, true, file -> file.put("purpose", purpose))
                .get("id")
                .textValue();
    }

    private static List<Field> keys(String method, String path) {
        return TestEndpoints.all().stream()
                .filter(endpoint -> endpoint.method().name().equals(method)
                        && endpoint.path().equals(path))
                .map(Endpoint::writing)
                .findFirst()
                .orElseThrow()
                .body()
                .fields();
    }

    /** The body contains every writable field at every level. */
    private static void complete(List<Field> keys, JsonNode sent, String path) {
        for (Field key : keys) {
            String name = key.name();
            JsonNode value = sent.findValue(name);
            if (!SHOWN_OTHERWISE.contains(name) || path.isEmpty()) {
                boolean left = Set.of("fields", "productData", "fieldKey", "fieldId", "multiplyByTickets", "enabledAt")
                        .contains(name);
                assertThat(left || value != null).as(path + name).isTrue();
            }
            JsonNode inner = sent.get(name);
            List<Field> within = key.type().item() == null
                    ? key.type().fields()
                    : key.type().item().fields();
            if (inner != null && !within.isEmpty()) {
                complete(within, inner, path + name + ".");
            }
        }
    }

    /** The returned value contains everything that was sent; it may contain more. */
    private static void contains(JsonNode shown, JsonNode sent, String path) {
        if (sent.isObject()) {
            sent.properties().forEach(each -> {
                if (!SHOWN_OTHERWISE.contains(each.getKey())) {
                    contains(shown.path(each.getKey()), each.getValue(), path + "." + each.getKey());
                }
            });
        } else if (sent.isArray()) {
            assertThat(shown.size()).as(path).isEqualTo(sent.size());
            for (int i = 0; i < sent.size(); i++) {
                contains(shown.get(i), sent.get(i), path + "[" + i + "]");
            }
        } else {
            assertThat(shown.asText()).as(path).isEqualTo(sent.asText());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/checkout-pages", "/v1/forms"})
    void everything_sent_is_found_again(String path) {
        String offer = api.post("/v1/checkout-pages", "{\"name\":\"Offer\"}")
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        String image = file("image");
        String goods = file("file");
        ObjectNode sent = Templates.of(SHARED);
        sent.setAll(Templates.of(path.endsWith("forms") ? FORM : CHECKOUT));
        ObjectNode body = Templates.of(
                sent.toString().replace("OFFER", offer).replace("IMAGE", image).replace("FILE", goods));
        complete(keys("POST", path), body, "");
        complete(keys("PATCH", path + "/{pageId}"), body, "");
        JsonNode made = api.post(path, body.toString()).expect(201).json().get("data");
        shows(path, made, body, image, goods);

        JsonNode plain =
                api.post(path, "{\"name\":\"Plain\"}").expect(201).json().get("data");
        body.put("slug", "something-else");
        String one = path + "/" + plain.get("id").textValue();
        JsonNode changed = api.patch(one, body.toString()).expect(200).json().get("data");
        shows(path, changed, body, image, goods);
        Set<String> names = new HashSet<>();
        changed.fieldNames().forEachRemaining(names::add);
        assertThat(names).isEqualTo(fieldNames(made));
        String before = api.get("/v1/audit-log").expect(200).body();
        assertThat(api.patch(one, body.toString()).expect(200).json().get("data"))
                .isEqualTo(changed);
        assertThat(api.get("/v1/audit-log").expect(200).body()).isEqualTo(before);
    }

    private void shows(String path, JsonNode page, JsonNode sent, String image, String goods) {
        contains(page, sent, "");
        assertThat(page.at("/images/0/fileId").textValue()).isEqualTo(image);
        assertThat(page.get("testmodeEnabledAt")).isEqualTo(page.get("updatedAt"));
        if (path.endsWith("forms")) {
            assertThat(page.at("/files/0/id").textValue()).isEqualTo(goods);
            assertThat(page.at("/formDetails/limitSubmissions/enabledAt")).isEqualTo(page.get("updatedAt"));
        }
        JsonNode read = api.get(path + "/" + page.get("id").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(read).isEqualTo(page);
    }

    private static Set<String> fieldNames(JsonNode page) {
        Set<String> names = new HashSet<>();
        page.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
