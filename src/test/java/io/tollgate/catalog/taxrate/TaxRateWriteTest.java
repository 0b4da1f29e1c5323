package io.tollgate.catalog.taxrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.event.Events;
import io.tollgate.catalog.product.Products;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** POST, PATCH and DELETE of tax rates. */
class TaxRateWriteTest {
    private static final String RATES = "/v1/tax-rates";
    private static final String VAT = "{\"displayName\":\"VAT\",\"percentage\":21,\"inclusive\":false}";
    private static final int CALLS = 64;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private ObjectNode rate(String json) {
        return (ObjectNode) api.post(RATES, json).expect(201).json().get("data");
    }

    private static String path(JsonNode rate) {
        return RATES + "/" + rate.get("id").textValue();
    }

    private Reply delete(String path) {
        return api.send("DELETE", path, Map.of());
    }

    private JsonNode all() {
        return api.get(RATES).expect(200).json().get("data");
    }

    @Test
    void needs_a_key_and_is_of_its_seller() {
        TestGateway.shared().api(null).post(RATES, VAT).expect(401);
        String path = path(rate(VAT));
        TestSeller foreign = TestGateway.shared().seller();
        foreign.live().patch(path, "{\"displayName\":\"X\"}").expect(404);
        foreign.live().send("DELETE", path, Map.of()).expect(404);
        assertThat(api.get(path).json().at("/data/displayName").textValue()).isEqualTo("VAT");
    }

    @Test
    void without_an_account_nothing_is_stored() {
        TestSeller unconnected = TestGateway.shared().unconnectedSeller();
        Reply refused = unconnected.live().post(RATES, VAT).expect(403);
        assertThat(refused.json().get("code").textValue()).isEqualTo("processor_not_connected");
        assertThat(unconnected.live().get(RATES).json().get("data")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|displayName,percentage,inclusive",
                "{'displayName':'','percentage':101,'inclusive':1}|displayName,percentage,inclusive",
                "{'displayName':'V','percentage':-1,'inclusive':true,'active':true}|percentage,active",
                "{'displayName':'V','percentage':1,'inclusive':true,'default':'no'}|default",
            })
    void wrong_input_is_named_and_nothing_is_stored(String body, String problems) {
        assertThat(api.post(RATES, body.replace('\'', '"')).problems()).containsExactlyInAnyOrder(problems.split(","));
        assertThat(api.post(RATES, VAT.replace("VAT", "V".repeat(51))).problems())
                .containsExactly("displayName");
        assertThat(all()).isEmpty();
        assertThat(SimulatorState.objects(seller, true, "tax_rate")).isEmpty();
    }

    /** Tollgate and the simulator count characters, not UTF-16 units. */
    @Test
    void name_may_have_all_of_its_characters() {
        String name = "😀".repeat(50);
        JsonNode rate =
                api.post(RATES, VAT.replace("VAT", name)).expect(201).json().get("data");
        assertThat(rate.get("displayName").textValue()).isEqualTo(name);
        assertThat(api.post(RATES, VAT.replace("VAT", name + "😀")).problems()).containsExactly("displayName");
    }

    @Test
    void is_made_here_and_at_the_processor() {
        Reply made = api.post(RATES, "{\"displayName\":\"TVA réduite\",\"percentage\":5.5,\"inclusive\":true}")
                .expect(201);
        JsonNode rate = made.json().get("data");
        JsonNode there = SimulatorState.objects(seller, true, "tax_rate").get(0);
        assertThat(rate.get("processorId").textValue())
                .isEqualTo(there.get("id").textValue());
        assertThat(there.get("percentage").doubleValue()).isEqualTo(5.5);
        assertThat(there.get("inclusive").booleanValue()).isTrue();
        assertThat(rate.get("percentage").doubleValue()).isEqualTo(5.5);
        assertThat(rate.get("active").booleanValue()).isTrue();
        assertThat(rate.get("default").booleanValue()).isFalse();
        assertThat(api.get(path(rate)).expect(200).body()).isEqualTo(made.body());
        assertThat(SimulatorState.objects(seller, false, "tax_rate")).isEmpty();
    }

    @Test
    void there_is_one_default_at_most() {
        String usual = VAT.replace("}", ",\"default\":true}");
        ObjectNode first = rate(usual);
        ObjectNode second = rate(usual);
        assertThat(defaults()).containsExactly(second.get("id").textValue());
        api.patch(path(first), "{\"default\":true}").expect(200);
        assertThat(defaults()).containsExactly(first.get("id").textValue());
        Parallel.times(
                8,
                i -> api.writeWithRetries("PATCH", path(i % 2 == 0 ? first : second), "d" + i, "{\"default\":true}")
                        .expect(200));
        assertThat(defaults()).hasSize(1);
        api.patch(path(first), "{\"default\":false}").expect(200);
        api.patch(path(second), "{\"default\":false}").expect(200);
        assertThat(defaults()).isEmpty();
    }

    private Set<String> defaults() {
        Set<String> ids = new HashSet<>();
        all().forEach(rate -> {
            if (rate.get("default").booleanValue()) {
                ids.add(rate.get("id").textValue());
            }
        });
        return ids;
    }

    @Test
    void a_new_name_reaches_the_processor_and_what_purchases_keep_never_changes() {
        ObjectNode rate = rate(VAT);
        JsonNode renamed = api.patch(path(rate), "{\"displayName\":\"BTW\"}")
                .expect(200)
                .json()
                .get("data");
        assertThat(renamed.get("displayName").textValue()).isEqualTo("BTW");
        assertThat(renamed.get("percentage").intValue()).isEqualTo(21);
        assertThat(api.patch(path(rate), "{\"percentage\":19,\"inclusive\":true,\"active\":false}")
                        .problems())
                .containsExactlyInAnyOrder("percentage", "inclusive", "active");
        assertThat(seller.settles(() -> SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
        assertThat(SimulatorState.objects(seller, true, "tax_rate")
                        .get(0)
                        .get("display_name")
                        .textValue())
                .isEqualTo("BTW");
    }

    @Test
    void a_deleted_rate_is_inactive_and_taken_off_what_applied_it() {
        ObjectNode rate = rate(VAT.replace("}", ",\"default\":true}"));
        String id = rate.get("id").textValue();
        String kept = rate(VAT).get("id").textValue();
        ObjectNode product = seller.create(
                Products.RESOURCE,
                true,
                record -> record.putArray("fixedTaxRateIds").add(kept).add(id));
        ObjectNode event = seller.create(
                Events.RESOURCE,
                true,
                record -> ((ObjectNode) record.get("eventDetails"))
                        .putArray("fixedTaxRateIds")
                        .add(id));
        JsonNode gone = delete(path(rate)).expect(200).json().get("data");
        assertThat(gone.get("active").booleanValue()).isFalse();
        assertThat(gone.get("default").booleanValue()).isFalse();
        String productPath = "/v1/products/" + product.get("id").textValue();
        assertThat(api.get(productPath).json().at("/data/fixedTaxRateIds").toString())
                .isEqualTo("[\"" + kept + "\"]");
        String eventPath = "/v1/events/" + event.get("id").textValue();
        assertThat(api.get(eventPath).json().at("/data/eventDetails/fixedTaxRateIds"))
                .isEmpty();
        assertThat(delete(path(rate)).expect(200).json().get("data")).isEqualTo(gone);
        assertThat(api.patch(path(rate), "{\"default\":true}")
                        .expect(409)
                        .json()
                        .get("code")
                        .textValue())
                .isEqualTo("tax_rate_inactive");
        assertThat(all()).extracting(listed -> listed.get("id").textValue()).containsExactly(kept);
        assertThat(api.get(path(rate)).expect(200).json().get("data")).isEqualTo(gone);
        assertThat(seller.settles(() -> active() == 1 && SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
    }

    /** Without a rate, such a page would charge no tax without any warning. */
    @ParameterizedTest
    @CsvSource({"checkout-pages,/product", "events,/eventDetails"})
    void a_page_switched_to_a_fixed_rate_has_one(String kind, String holder) {
        String fixed = "\"tax\":{\"enabled\":true,\"mode\":\"fixed\"}";
        assertThat(api.post("/v1/" + kind, "{\"name\":\"A\"," + fixed + "}").problems())
                .containsExactly("tax.mode");
        JsonNode page =
                api.post("/v1/" + kind, "{\"name\":\"A\"}").expect(201).json().get("data");
        String path = "/v1/" + kind + "/" + page.get("id").textValue();
        assertThat(api.patch(path, "{" + fixed + "}").problems()).containsExactly("tax.mode");
        String id = rate(VAT.replace("}", ",\"default\":true}")).get("id").textValue();
        JsonNode taxed = api.patch(path, "{" + fixed + "}").expect(200).json().get("data");
        assertThat(taxed.at(holder + "/fixedTaxRateIds").toString()).isEqualTo("[\"" + id + "\"]");
        delete("/v1/tax-rates/" + id).expect(200);
        JsonNode untaxed = api.get(path).expect(200).json().get("data");
        assertThat(untaxed.at(holder + "/fixedTaxRateIds")).isEmpty();
        assertThat(api.patch(path, "{" + fixed + "}").expect(200).json().get("data"))
                .as("sent as it was read")
                .isEqualTo(untaxed);
    }

    private long active() {
        return SimulatorState.objects(seller, true, "tax_rate").stream()
                .filter(rate -> rate.get("active").booleanValue())
                .count();
    }

    @Test
    void parallel_calls_with_one_key_make_one_rate_and_one_answer() {
        List<Reply> replies = Parallel.times(CALLS, i -> api.writeWithRetries("POST", RATES, "one", VAT));
        Set<String> bodies = new HashSet<>();
        replies.forEach(reply -> bodies.add(reply.expect(201).body()));
        assertThat(bodies).hasSize(1);
        assertThat(all()).hasSize(1);
        assertThat(SimulatorState.objects(seller, true, "tax_rate")).hasSize(1);
    }

    /** A rejection leaves nothing; after a lost response, the rate is found by the record's id and deactivated. */
    @Test
    void what_is_not_stored_here_is_not_active_there() {
        api.post(RATES, VAT.replace("VAT", "simulate:decline")).expect(422);
        assertThat(SimulatorState.pendingTasks(seller)).isZero();
        api.post(RATES, VAT.replace("VAT", "simulate:lose")).expect(503);
        assertThat(active()).as("made, though nobody was told").isEqualTo(1);
        TestSeller.rows("UPDATE processor_task SET due_at = now() WHERE seller_id = $1", seller.id());
        assertThat(seller.settles(() -> active() == 0 && SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
        assertThat(all()).isEmpty();
    }
}
