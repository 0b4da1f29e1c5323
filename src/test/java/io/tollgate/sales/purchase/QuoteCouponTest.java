package io.tollgate.sales.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A quote names its coupon by id or by code. */
class QuoteCouponTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);
    private final String type = event.type(1000);

    private Reply quote(Consumer<ObjectNode> change) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("eventId", event.id());
        body.putObject("tickets").put(type, 2);
        change.accept(body);
        return api.post("/v1/quotes", body.toString());
    }

    private Reply with(String code) {
        return quote(body -> body.put("couponCode", code));
    }

    private void refused(String code, String message) {
        JsonNode error = with(code).expect(400).json().at("/errors/0");
        assertThat(error.get("param").textValue()).isEqualTo("couponCode");
        assertThat(error.get("message").textValue()).isEqualTo(message);
        assertThat(error.get("value").textValue()).isEqualTo(code);
    }

    @Test
    void a_code_in_any_case_costs_the_same_as_the_id() {
        String id = event.coupon(coupon -> coupon.put("code", "Spring-25").put("percentOff", 25));
        event.save();
        String byId = quote(body -> body.put("couponId", id)).expect(200).body();
        assertThat(quote(body -> {}).json().at("/data/amount").longValue()).isEqualTo(2000);
        for (String code : new String[] {"Spring-25", "spring-25", "SPRING-25"}) {
            Reply reply = with(code).expect(200);
            assertThat(reply.body()).isEqualTo(byId);
            assertThat(reply.json().at("/data/amount").longValue()).isEqualTo(1500);
        }
    }

    @Test
    void a_code_that_cannot_be_used_is_refused_by_its_key() {
        event.coupon(coupon -> coupon.put("code", "OVER").put("redeemBy", "2020-01-01T00:00:00.000Z"));
        event.coupon(coupon -> coupon.put("code", "GONE").put("deleted", true));
        event.coupon(
                coupon -> coupon.put("code", "ELSEWHERE").putArray("pageIds").add("f".repeat(24)));
        event.coupon(
                coupon -> coupon.put("code", "OTHERS").putArray("ticketTypeIds").add("f".repeat(24)));
        event.save();
        refused("NONE", "no such coupon");
        refused("over", "expired at 2020-01-01T00:00:00.000Z");
        refused("GONE", "was deleted");
        refused("ELSEWHERE", "is not valid for this page");
        refused("OTHERS", "is not valid for these ticket types");
        assertThat(TestGateway.shared()
                        .seller()
                        .live()
                        .post(
                                "/v1/quotes",
                                "{\"eventId\":\"" + event.id() + "\",\"tickets\":{\"" + type
                                        + "\":1},\"couponCode\":\"OVER\"}")
                        .problems())
                .as("of another seller")
                .containsExactly("eventId", "couponCode");
    }

    @Test
    void a_code_that_was_freed_by_a_deletion_finds_the_coupon_that_has_it_now() {
        event.coupon(coupon -> coupon.put("code", "AGAIN").put("percentOff", 50).put("deleted", true));
        event.coupon(coupon -> coupon.put("code", "AGAIN").put("percentOff", 10));
        event.save();
        assertThat(with("again").expect(200).json().at("/data/amount").longValue())
                .isEqualTo(1800);
    }

    @Test
    void only_one_of_both_is_taken_and_none_for_what_is_complimentary() {
        String id = event.coupon(coupon -> coupon.put("code", "ONE"));
        event.save();
        assertThat(quote(body -> body.put("couponId", id).put("couponCode", "ONE"))
                        .problems())
                .containsExactly("couponCode");
        assertThat(quote(body -> body.put("complimentary", true).put("couponCode", "ONE"))
                        .problems())
                .containsExactly("couponCode");
        assertThat(with("").problems()).containsExactly("couponCode");
    }

    @Test
    void all_that_is_wrong_is_named_in_one_answer() {
        event.save();
        String unknown = "f".repeat(24);
        Reply refused = quote(body -> {
            body.withObject("/tickets").put(unknown, 1);
            body.withObject("/ticketPwywAmounts").put(type, 500);
            body.withArray("/orderBumps").addObject().put("productId", unknown);
            body.put("couponCode", "NONE");
        });
        assertThat(refused.problems())
                .containsExactlyInAnyOrder(
                        "couponCode", "tickets." + unknown, "ticketPwywAmounts." + type, "orderBumps[0].productId");
        assertThat(refused.json().get("message").textValue())
                .isEqualTo("Invalid request: couponCode: no such coupon (and 3 more)");
        assertThat(quote(body -> body.put("eventId", unknown).put("couponId", unknown))
                        .problems())
                .containsExactly("eventId", "couponId");
    }
}
