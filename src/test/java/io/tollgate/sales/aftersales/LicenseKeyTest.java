package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestShop;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** License keys: issued with orders, validated by anyone who has one, disabled by the seller and by refunds. */
class LicenseKeyTest {
    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final TestApi anyone = shop.gateway().api(null);
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private static final String PAGE = """
            {'name': 'App', 'locale': 'en-US', %s 'productData': {'title': 'App', 'generateLicenseKeys': true,
             'prices': [{'amount': 1000, 'currency': 'eur'}]},
             'paymentOptions': [{'type': 'full', 'name': 'Now'},
                                {'type': 'manual', 'manualType': 'invoice', 'name': 'By transfer'}]}
            """;

    private Shown order(String settings, Map<String, String> form) {
        return ada.order(shop.page(PAGE.formatted(settings)).path(), form).expect(303);
    }

    private static JsonNode payment(TestApi by) {
        return by.get("/v1/payments").expect(200).json().at("/data/0");
    }

    private static String path(JsonNode payment) {
        return "/v1/payments/" + payment.get("id").textValue();
    }

    private static JsonNode key(TestApi by) {
        return by.get(path(payment(by)) + "/license-key").expect(200).json().get("data");
    }

    private Reply validate(String form) {
        return anyone.send(
                "POST",
                "/api/v1/license-keys/validate",
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                form);
    }

    private JsonNode valid(JsonNode key, String more) {
        return validate("key=" + key.get("key").textValue() + more)
                .expect(200)
                .json()
                .get("data");
    }

    @Test
    void a_buyer_receives_a_key_that_counts_its_uses() {
        Shown order = order("", Map.of());
        ada.pay(order.path(), "4242424242424242");
        String html = ada.comeBack(order.path()).html();
        JsonNode key = key(api);
        assertThat(html).contains("Your license key", key.get("key").textValue());
        assertThat(key.get("key").textValue()).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-.*");
        assertThat(payment(api).get("licenseKeyId")).isEqualTo(key.get("id"));
        assertThat(valid(key, "").get("uses").asLong()).isZero();
        Parallel.times(8, number -> valid(key, "&incrementUses=true"));
        JsonNode used = valid(key, "&incrementUses=false");
        assertThat(used.get("uses").asLong()).isEqualTo(8);
        assertThat(used.get("disabled").asBoolean()).isFalse();
        assertThat(used.get("livemode").asBoolean()).isTrue();
        assertThat(used.toString()).doesNotContain("ada@", shop.seller().id());
        assertThat(validate("key=" + "0".repeat(8) + "-0000-4000-8000-" + "0".repeat(12))
                        .status())
                .isEqualTo(404);
        assertThat(validate("key=x").status()).isEqualTo(404);
        assertThat(validate("incrementUses=maybe").problems()).containsExactly("key", "incrementUses");
    }

    @Test
    void the_seller_and_a_full_refund_disable_a_key() {
        Shown order = order("", Map.of());
        ada.pay(order.path(), "4242424242424242");
        ada.comeBack(order.path());
        JsonNode key = key(api);
        String path = path(payment(api));
        api.patch(path + "/license-key", "{\"disabled\":true}").expect(200);
        assertThat(valid(key, "&incrementUses=true").get("disabled").asBoolean())
                .isTrue();
        assertThat(valid(key, "").get("uses").asLong()).isZero();
        api.patch(path + "/license-key", "{\"disabled\":false}").expect(200);
        assertThat(valid(key, "&incrementUses=true").get("uses").asLong()).isOne();
        api.post(path + "/refund", "{\"amount\":1}").expect(200);
        assertThat(valid(key, "").get("disabled").asBoolean()).isFalse();
        api.post(path + "/refund", "{}").expect(200);
        assertThat(valid(key, "").get("disabled").asBoolean()).isTrue();
        assertThat(ada.get(order.path()).html()).doesNotContain(key.get("key").textValue());
        TestApi other = TestGateway.shared().seller().live();
        other.get(path + "/license-key").expect(404);
        other.patch(path + "/license-key", "{\"disabled\":false}").expect(404);
        shop.seller().test().get(path + "/license-key").expect(404);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_refund_that_fails_later_enables_the_key_unless_the_seller_disabled_it(boolean bySeller) {
        Shown order = order("", Map.of());
        ada.pay(order.path(), LicenseKeyScene.REFUND_FAILS);
        ada.comeBack(order.path());
        JsonNode key = key(api);
        String path = path(payment(api));
        api.post(path + "/refund", "{}").expect(200);
        if (bySeller) {
            api.patch(path + "/license-key", "{\"disabled\":true}").expect(200);
        }
        assertThat(shop.settles(() -> api.get(path + "/refunds")
                        .json()
                        .at("/data/refunds/0/status")
                        .asText()
                        .equals("failed")))
                .isTrue();
        assertThat(valid(key, "").get("disabled").asBoolean()).isEqualTo(bySeller);
    }

    @Test
    void a_key_of_an_unpaid_order_is_enabled_with_its_payment() {
        order("", Map.of("paymentOption", "invoice"));
        assertThat(valid(key(api), "").get("disabled").asBoolean()).isTrue();
        api.post(path(payment(api)) + "/record-payment", "{\"method\":\"cash\"}")
                .expect(200);
        assertThat(valid(key(api), "").get("disabled").asBoolean()).isFalse();
    }

    @Test
    void a_key_of_test_mode_says_so_and_other_products_have_none() {
        Shown order = order("'testmode': true,", Map.of());
        ada.get(order.path());
        TestApi test = shop.seller().test();
        assertThat(valid(key(test), "").get("livemode").asBoolean()).isFalse();
        Shown plain = ada.order(shop.product(0).path()).expect(303);
        ada.get(plain.path());
        assertThat(payment(api).get("licenseKeyId").isNull()).isTrue();
        api.get(path(payment(api)) + "/license-key").expect(404);
    }
}
