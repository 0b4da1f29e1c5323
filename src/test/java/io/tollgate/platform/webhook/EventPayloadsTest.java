package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.webhook.WebhookReceiver.Delivery;
import io.tollgate.support.PayloadSchemas;
import io.tollgate.support.TestShop;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What webhooks deliver has the schemas of the published document, in which each type of event is a webhook. */
class EventPayloadsTest extends WebhookScene {
    private final PayloadSchemas schemas = new PayloadSchemas(gateway.api(null));

    @Test
    void eachTypeOfEventIsAWebhook() {
        TreeSet<String> types = TestEndpoints.reports().stream()
                .flatMap(reports -> reports.rules().stream())
                .map(Reports.Rule::type)
                .collect(Collectors.toCollection(TreeSet::new));
        types.add("webhook.test");
        assertThat(schemas.types()).isEqualTo(types);
    }

    @Test
    void deliveriesHaveTheirSchemas() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", HookedShop.ALL);
        shop.book(event);
        seller.live().post(HookedShop.path(webhook) + "/test", "").expect(201);
        shop.settle();
        List<Delivery> arrived = receiver.deliveries();
        assertThat(arrived).hasSize(5);
        arrived.forEach(delivery -> assertThat(schemas.errors(delivery.json())).isEmpty());
        ObjectNode wrong = (ObjectNode) arrived.get(0).json();
        assertThat(schemas.errors(wrong.put("livemode", "yes"))).isNotEmpty();
    }

    /** Pages and coupons are stored in parts, of which events show all. */
    @Test
    void pagesAndCouponsAreComplete() {
        shop.hook("/hook", "\"page.created\", \"page.updated\", \"coupon.created\", \"coupon.updated\"");
        shop.event();
        String page = created("/v1/checkout-pages", """
                {"name": "Print", "status": "draft", "productData": {"title": "Print", "price": {"amount": 900}}}""");
        String form = created("/v1/forms", "{\"name\": \"Contact\"}");
        String coupon = created("/v1/coupons", """
                {"label": "Spring", "code": "SPRING", "percentOff": 10, "duration": "once", "maxRedemptions": 5}""");
        changed("/v1/checkout-pages/" + page, "{\"status\": \"published\"}");
        changed("/v1/forms/" + form, "{\"name\": \"Questions\"}");
        changed("/v1/coupons/" + coupon, "{\"label\": \"Summer\"}");
        shop.settle();
        List<Delivery> arrived = receiver.deliveries();
        // Both modes are told what they share.
        assertThat(arrived).hasSize(14);
        arrived.forEach(delivery ->
                assertThat(schemas.errors(delivery.json())).as(delivery.event()).isEmpty());
        ObjectNode shown = (ObjectNode) HookedShop.data(seller.live().get("/v1/checkout-pages/" + page));
        assertThat(last(arrived, page).at("/data/page")).isEqualTo(shown.putNull("previewUrl"));
        assertThat(last(arrived, coupon)
                        .at("/data/coupon")
                        .get("maxRedemptions")
                        .intValue())
                .isEqualTo(5);
    }

    private String created(String path, String body) {
        return HookedShop.data(seller.live().post(path, body).expect(201))
                .get("id")
                .textValue();
    }

    private void changed(String path, String body) {
        seller.live().patch(path, body).expect(200);
    }

    private static JsonNode last(List<Delivery> arrived, String id) {
        return arrived.stream()
                .filter(one -> one.recordId().equals(id))
                .reduce((former, next) -> next)
                .orElseThrow()
                .json();
    }
}
