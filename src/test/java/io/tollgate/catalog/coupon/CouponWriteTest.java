package io.tollgate.catalog.coupon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.checkoutpage.CheckoutPages;
import io.tollgate.catalog.event.Events;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** POST, PATCH and DELETE of coupons. */
class CouponWriteTest {
    private static final String COUPONS = "/v1/coupons";
    private static final String TEN = "{\"label\":\"Ten\",\"code\":\"TEN\",\"percentOff\":10.5,\"duration\":\"once\"}";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private ObjectNode coupon() {
        return (ObjectNode) api.post(COUPONS, TEN).expect(201).json().get("data");
    }

    private static String path(JsonNode coupon) {
        return COUPONS + "/" + coupon.get("id").textValue();
    }

    private static Reply delete(TestApi api, String path) {
        return api.send("DELETE", path, Map.of());
    }

    @Test
    void needs_a_key_and_is_of_its_seller() {
        TestGateway.shared().api(null).post(COUPONS, TEN).expect(401);
        String path = path(coupon());
        String missing = COUPONS + "/" + "0".repeat(24);
        TestSeller foreign = TestGateway.shared().seller();
        for (String own : List.of(path, missing)) {
            foreign.live().patch(own, "{\"label\":\"X\"}").expect(404);
            delete(foreign.test(), own).expect(404);
        }
        assertThat(api.get(path).json().at("/data/label").textValue()).isEqualTo("Ten");
        assertThat(foreign.live().get(COUPONS).total()).isZero();
    }

    @Test
    void without_an_account_of_the_mode_nothing_is_stored() {
        TestSeller unconnected = TestGateway.shared().unconnectedSeller();
        for (TestApi each : List.of(unconnected.live(), unconnected.test())) {
            Reply refused = each.post(COUPONS, TEN).expect(403);
            assertThat(refused.json().get("code").textValue()).isEqualTo("processor_not_connected");
            assertThat(each.get(COUPONS).total()).isZero();
        }
        assertThat(SimulatorState.pendingTasks(unconnected)).isZero();
        TestGateway.shared().accounts().connectSimulator(unconnected.name());
        TestGateway.shared().accounts().disconnect(unconnected.name(), true);
        unconnected.live().post(COUPONS, TEN).expect(403);
        unconnected.test().post(COUPONS, TEN).expect(201);
    }

    @Test
    void null_says_nothing_on_creation_and_clears_in_a_change() {
        String nothing = ",\"amountOff\":null,\"currency\":null,\"durationInMonths\":null,\"pageIds\":null,"
                + "\"ticketTypeIds\":null,\"maxRedemptions\":null,\"redeemBy\":null}";
        JsonNode made =
                api.post(COUPONS, TEN.replace("}", nothing)).expect(201).json().get("data");
        assertThat(made.get("percentOff").asText()).isEqualTo("10.5");
        assertThat(made.get("pageIds")).isEmpty();
        String page = api.post("/v1/forms", "{\"name\":\"A\"}")
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        api.patch(path(made), "{\"pageIds\":[\"" + page + "\"]}").expect(200);
        JsonNode cleared =
                api.patch(path(made), "{\"pageIds\":null}").expect(200).json().get("data");
        assertThat(cleared.get("pageIds")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|label,code,duration,amountOff",
                "{'label':'','code':'a b','duration':'daily','percentOff':0}|label,code,duration,percentOff",
                "{'label':'L','code':'C','duration':'once','percentOff':10,'amountOff':5,'currency':'eur'}|percentOff",
                "{'label':'L','code':'C','duration':'once','amountOff':5}|currency",
                "{'label':'L','code':'C','duration':'once','amountOff':5,'currency':'xyz'}|currency",
                "{'label':'L','code':'C','duration':'once','percentOff':5,'currency':'eur'}|currency",
                "{'label':'L','code':'C','duration':'repeating','percentOff':5}|durationInMonths",
                "{'label':'L','code':'C','duration':'once','durationInMonths':2,'percentOff':5}|durationInMonths",
                "{'label':'L','code':'C','duration':'once','percentOff':101}|percentOff",
                "{'label':'L','code':'C','duration':'once','amountOff':100000000,'currency':'eur'}|amountOff",
                "{'label':'L','code':'C','duration':'once','percentOff':5,'maxRedemptions':-1}|maxRedemptions",
                "{'label':'L','code':'C','duration':'once','percentOff':5,'redeemBy':'soon'}|redeemBy",
                "{'label':'L','code':'C','duration':'once','percentOff':5,'deleted':true}|deleted",
                "{'label':'L','code':'C','duration':'once','percentOff':5,'pageIds':['0']}|pageIds[0]",
            })
    void wrong_input_is_named_and_nothing_is_stored(String body, String problems) {
        assertThat(api.post(COUPONS, body.replace('\'', '"')).problems())
                .containsExactlyInAnyOrder(problems.split(","));
        assertThat(api.get(COUPONS).total()).isZero();
        assertThat(SimulatorState.objects(seller, true, "coupon")).isEmpty();
    }

    @Test
    void pages_and_ticket_types_must_be_the_sellers_and_belong_together() {
        ObjectNode event = seller.create(Events.RESOURCE, true, record -> {});
        String page = event.get("id").textValue();
        String other = seller.create(CheckoutPages.RESOURCE, true, record -> {})
                .get("id")
                .textValue();
        String foreign = TestGateway.shared()
                .seller()
                .create(CheckoutPages.RESOURCE, true, record -> {})
                .get("id")
                .textValue();
        String type = api.get("/v1/events/" + page)
                .json()
                .at("/data/ticketGroups/0/ticketTypes/0/id")
                .textValue();
        assertThat(post(List.of(page, foreign), List.of()).problems()).containsExactly("pageIds[1]");
        assertThat(post(List.of(page, "0".repeat(24)), List.of()).problems()).containsExactly("pageIds[1]");
        assertThat(post(List.of(other), List.of(type)).problems()).containsExactly("ticketTypeIds[0]");
        assertThat(post(List.of(), List.of(type)).problems()).containsExactly("ticketTypeIds[0]");
        JsonNode coupon =
                post(List.of(page, other), List.of(type)).expect(201).json().get("data");
        assertThat(coupon.get("pageIds")).hasSize(2);
        assertThat(coupon.at("/ticketTypeIds/0").textValue()).isEqualTo(type);
        String path = path(coupon);
        assertThat(api.patch(path, "{\"pageIds\":[\"" + other + "\"]}").problems())
                .containsExactly("ticketTypeIds[0]");
        JsonNode cleared = api.patch(path, "{\"pageIds\":[],\"ticketTypeIds\":[]}")
                .expect(200)
                .json()
                .get("data");
        assertThat(cleared.get("pageIds")).isEmpty();
        assertThat(cleared.get("ticketTypeIds")).isEmpty();
    }

    private Reply post(List<String> pages, List<String> types) {
        return api.post(
                COUPONS,
                "{\"label\":\"P\",\"code\":\"P\",\"percentOff\":1,\"duration\":\"once\",\"pageIds\":" + json(pages)
                        + ",\"ticketTypeIds\":" + json(types) + "}");
    }

    private static String json(List<String> texts) {
        return texts.isEmpty() ? "[]" : "[\"" + String.join("\",\"", texts) + "\"]";
    }

    @Test
    void is_made_here_and_at_the_processor_of_its_mode_alone() {
        Reply made = api.post(
                        COUPONS,
                        "{\"label\":\"Fünf ab\",\"code\":\"five_OFF-1\",\"amountOff\":500,\"currency\":\"eur\","
                                + "\"duration\":\"repeating\",\"durationInMonths\":3,\"appliesToSetupFee\":true,"
                                + "\"appliesToTicketFees\":true,\"maxRedemptions\":7,"
                                + "\"redeemBy\":\"2036-01-31T10:00:00.000Z\"}")
                .expect(201);
        JsonNode coupon = made.json().get("data");
        assertThat(coupon.toString())
                .contains("\"label\":\"Fünf ab\",\"code\":\"five_OFF-1\",\"amountOff\":500,\"currency\":\"eur\","
                        + "\"percentOff\":null,\"appliesToSetupFee\":true,\"appliesToTicketFees\":true,"
                        + "\"duration\":\"repeating\",\"durationInMonths\":3,"
                        + "\"redeemBy\":\"2036-01-31T10:00:00.000Z\",\"maxRedemptions\":7,"
                        + "\"maxRedemptionsPerCustomer\":null,\"timesRedeemed\":0,"
                        + "\"deleted\":false,\"sellerId\":\"" + seller.id()
                        + "\",\"pageIds\":[],\"ticketTypeIds\":[]");
        Reply read = api.get(path(coupon)).expect(200);
        assertThat(read.body()).isEqualTo(made.body());
        assertThat(read.header("ETag")).isEqualTo(made.header("ETag"));
        assertThat(api.get(COUPONS + "?search=FIVE_off").ids())
                .containsExactly(coupon.get("id").textValue());
        JsonNode there = SimulatorState.objects(seller, true, "coupon").get(0);
        assertThat(there.get("id").textValue())
                .isEqualTo(coupon.get("processorCouponId").textValue());
        assertThat(there.get("amount_off").intValue()).isEqualTo(500);
        assertThat(there.get("currency").textValue()).isEqualTo("eur");
        assertThat(there.get("duration_in_months").intValue()).isEqualTo(3);
        assertThat(there.get("name").textValue()).isEqualTo("Fünf ab");
        assertThat(there.get("livemode").booleanValue()).isTrue();
        assertThat(SimulatorState.objects(seller, false, "coupon")).isEmpty();
        assertThat(SimulatorState.pendingTasks(seller)).isZero();
        assertThat(api.get("/v1/audit-log?recordId=" + coupon.get("id").textValue())
                        .total())
                .isEqualTo(1);
    }

    @Test
    void codes_are_unique_whatever_their_case_until_the_coupon_is_deleted() {
        ObjectNode first = coupon();
        Reply taken = api.post(COUPONS, TEN.replace("\"TEN\"", "\"ten\"")).expect(409);
        assertThat(taken.json().get("code").textValue()).isEqualTo("coupon_code_taken");
        assertThat(SimulatorState.objects(seller, true, "coupon")).hasSize(1);
        TestGateway.shared().seller().live().post(COUPONS, TEN).expect(201);
        delete(api, path(first)).expect(200);
        api.post(COUPONS, TEN).expect(201);
    }

    @Test
    void are_listed_by_their_code_in_any_case() {
        String deleted = coupon().get("id").textValue();
        delete(api, COUPONS + "/" + deleted).expect(200);
        String current = coupon().get("id").textValue();
        api.post(COUPONS, TEN.replace("\"TEN\"", "\"TEN-2\"")).expect(201);
        for (String code : List.of("TEN", "ten", "Ten")) {
            Reply found = api.get(COUPONS + "?code=" + code);
            assertThat(found.ids()).containsExactly(current, deleted);
            assertThat(found.total()).isEqualTo(2);
        }
        assertThat(api.get(COUPONS + "?code=TE").ids()).isEmpty();
    }

    @Test
    void keeps_what_is_omitted_clears_what_is_null_and_tells_the_processor_the_name() {
        ObjectNode coupon = coupon();
        String path = path(coupon);
        JsonNode limited = api.patch(path, "{\"maxRedemptions\":5,\"redeemBy\":\"2036-01-31T10:00:00Z\"}")
                .expect(200)
                .json()
                .get("data");
        assertThat(limited.get("maxRedemptions").intValue()).isEqualTo(5);
        assertThat(limited.get("label").textValue()).isEqualTo("Ten");
        JsonNode renamed = api.patch(path, "{\"label\":\"Zehn\",\"maxRedemptions\":null,\"redeemBy\":null}")
                .expect(200)
                .json()
                .get("data");
        assertThat(renamed.get("maxRedemptions").isNull()).isTrue();
        assertThat(renamed.get("redeemBy").isNull()).isTrue();
        assertThat(api.get(path).json().get("data")).isEqualTo(renamed);
        assertThat(seller.settles(() -> SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
        assertThat(SimulatorState.objects(seller, true, "coupon")
                        .get(0)
                        .get("name")
                        .textValue())
                .isEqualTo("Zehn");
        assertThat(api.patch(path, "{}").problems()).containsExactly("body");
        assertThat(api.patch(path, "{\"percentOff\":3,\"code\":\"X\",\"label\":null}")
                        .problems())
                .containsExactlyInAnyOrder("percentOff", "code", "label");
    }

    @Test
    void a_limit_below_what_was_used_is_a_conflict() {
        ObjectNode coupon = coupon();
        TestSeller.rows(
                "UPDATE capacity SET taken = 3 WHERE seller_id = $1 AND owner_id = $2",
                seller.id(),
                coupon.get("id").textValue());
        Reply refused = api.patch(path(coupon), "{\"maxRedemptions\":2}").expect(409);
        assertThat(refused.json().get("code").textValue()).isEqualTo("redemptions_exceed_limit");
        JsonNode set = api.patch(path(coupon), "{\"maxRedemptions\":3}")
                .expect(200)
                .json()
                .get("data");
        assertThat(set.get("timesRedeemed").intValue()).isEqualTo(3);
    }

    @Test
    void a_deleted_coupon_stays_deleted_here_and_at_the_processor() {
        ObjectNode coupon = coupon();
        String path = path(coupon);
        Reply gone = delete(api, path).expect(200);
        assertThat(gone.json().at("/data/deleted").booleanValue()).isTrue();
        assertThat(delete(api, path).expect(200).body()).isEqualTo(gone.body());
        api.patch(path, "{\"deleted\":true}").expect(200);
        for (String change : List.of("{\"deleted\":false}", "{\"label\":\"New\"}", "{\"maxRedemptions\":1}")) {
            assertThat(api.patch(path, change).expect(409).json().get("code").textValue())
                    .isEqualTo("coupon_deleted");
        }
        assertThat(api.get(path).expect(200).body()).isEqualTo(gone.body());
        assertThat(seller.settles(
                        () -> SimulatorState.objects(seller, true, "coupon").isEmpty()))
                .isTrue();
        assertThat(seller.settles(() -> SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
    }

    @Test
    void a_change_is_held_to_the_state_that_if_match_names() {
        ObjectNode coupon = coupon();
        String path = path(coupon);
        String etag = String.valueOf(api.get(path).header("ETag"));
        Map<String, String> named = Map.of("Content-Type", "application/json", "If-Match", etag);
        api.send("PATCH", path, named, "{\"label\":\"First\"}").expect(200);
        api.send("PATCH", path, named, "{\"label\":\"Second\"}").expect(412);
        assertThat(api.get(path).json().at("/data/label").textValue()).isEqualTo("First");
    }
}
