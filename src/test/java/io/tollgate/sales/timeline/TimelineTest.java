package io.tollgate.sales.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The timeline of a payment tells of the order, the processor, the messages and whoever changed it. */
class TimelineTest {
    private static final String VISA = "4242424242424242";

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();

    private String sell() {
        Shelf shelf = shop.product(2_000);
        Buyer buyer = new Buyer(shop.gateway().url(), "ada@" + shop.seller().name() + ".example");
        Shown order =
                buyer.post(shelf.path(), buyer.form(buyer.get(shelf.path()))).expect(303);
        assertThat(buyer.pay(order.path(), VISA)).isEqualTo("succeeded");
        buyer.comeBack(order.path());
        assertThat(shop.settles(() -> true)).isTrue();
        return api.get("/v1/payments").expect(200).json().at("/data/0/id").textValue();
    }

    /** The simulator's events do not arrive in tests that do not wait for them. */
    private void receive(String payment) {
        TestSeller.rows("""
                INSERT INTO processor_event (seller_id, livemode, id, type, object_id, checkout_id, created_at,
                                             received_at)
                SELECT seller_id, livemode, 'evt_timeline', 'payment_intent.succeeded', 'pi_1', id, now(), now()
                FROM checkout WHERE seller_id = $1 AND livemode AND charge_id = $2
                RETURNING id""", shop.seller().id(), payment);
    }

    private List<JsonNode> timeline(String query) {
        shop.gateway().numberEvents(new Scope(shop.seller().id(), true));
        List<JsonNode> entries = new ArrayList<>();
        api.get("/v1/timeline?recordId=" + query)
                .expect(200)
                .json()
                .at("/data/entries")
                .forEach(entries::add);
        return entries;
    }

    private static List<String> of(List<JsonNode> entries, String kind) {
        return entries.stream()
                .filter(entry -> entry.get("kind").textValue().equals(kind))
                .map(entry -> entry.get("type").textValue())
                .toList();
    }

    @Test
    void everySourceIsToldInTheOrderOfTime() {
        api.post("/v1/webhooks", """
                {"name": "Stock", "url": "https://hooks.example.com/", "events": ["payment.paid"]}""").expect(201);
        String payment = sell();
        api.post("/v1/payments/" + payment + "/refund", "{\"amount\": 500, \"reason\": \"duplicate\"}")
                .expect(200);
        api.post("/v1/payments/" + payment + "/refund", "{\"amount\": 5000, \"reason\": \"duplicate\"}")
                .expect(400);
        assertThat(shop.settles(() -> true)).isTrue();
        TestSeller.await(shop.gateway().writeRequestLog());
        receive(payment);

        List<JsonNode> entries = timeline(payment);
        assertThat(of(entries, "event")).containsSubsequence("payment.refunded", "payment.paid", "payment.created");
        assertThat(of(entries, "order")).containsExactly("order.placed");
        assertThat(of(entries, "payment_attempt")).containsExactly("payment.attempted");
        assertThat(of(entries, "processor_event")).containsExactly("payment_intent.succeeded");
        assertThat(of(entries, "mail")).contains("order_confirmation", "refund");
        assertThat(of(entries, "refused_call")).containsExactly("POST /v1/payments/{paymentId}/refund");
        assertThat(entries)
                .filteredOn(entry -> entry.get("kind").textValue().equals("change"))
                .anySatisfy(entry -> {
                    assertThat(entry.get("type").textValue()).isEqualTo("POST /v1/payments/{paymentId}/refund");
                    assertThat(entry.get("actor").textValue()).isEqualTo("api_key");
                    assertThat(entry.get("actorName").isTextual()).isTrue();
                });
        assertThat(entries.stream().map(entry -> Instant.parse(entry.get("at").textValue())))
                .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(entries.toString()).doesNotContain("ada@");
        assertThat(timeline(payment + "&limit=2")).isEqualTo(entries.subList(0, 2));
    }

    @Test
    void othersAreToldNothing() {
        String payment = sell();
        assertThat(timeline(payment)).isNotEmpty().isEqualTo(timeline(payment + "&livemode=true"));
        assertThat(timeline(payment + "&livemode=false")).isEmpty();
        shop.seller()
                .test()
                .get("/v1/timeline?livemode=true&recordId=" + payment)
                .expect(403);
        for (TestApi stranger :
                List.of(shop.seller().test(), shop.gateway().seller().live())) {
            assertThat(stranger.get("/v1/timeline?recordId=" + payment)
                            .expect(200)
                            .json()
                            .at("/data/entries"))
                    .isEmpty();
        }
    }

    @Test
    void wrongParametersAreNamed() {
        assertThat(api.get("/v1/timeline").expect(400).json().toString()).contains("recordId", "required");
        assertThat(api.get("/v1/timeline?recordId=x&limit=201&after=1")
                        .expect(400)
                        .json()
                        .get("errors"))
                .extracting(error -> error.get("param").textValue())
                .containsExactlyInAnyOrder("recordId", "limit", "after");
    }
}
