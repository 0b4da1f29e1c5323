package io.tollgate.catalog.coupon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A coupon created in one mode is created in the account of the other mode on its first use there. */
class CouponCopyTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestEvent event = new TestEvent(seller);
    private final String type = event.type(2500);

    CouponCopyTest() {
        event.save();
    }

    private String coupon(String label) {
        String body = "{\"label\":\"" + label + "\",\"code\":\"ONCE\",\"percentOff\":10,\"duration\":\"once\"}";
        return seller.live()
                .post("/v1/coupons", body)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private void book(TestApi api, String guest, String coupon) {
        String body = event.body(guest, Map.of(type, 1)).put("couponId", coupon).toString();
        api.post("/v1/bookings", body).expect(201);
    }

    private List<JsonNode> copies() {
        return SimulatorState.objects(seller, false, "coupon");
    }

    @Test
    void the_first_booking_in_a_mode_makes_it_there_once() {
        String coupon = coupon("Ten");
        assertThat(copies()).isEmpty();
        Parallel.times(4, i -> i).forEach(i -> book(seller.test(), "guest" + i + "@example.com", coupon));
        assertThat(seller.settles(() -> copies().size() == 1 && SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
        JsonNode copy = copies().get(0);
        assertThat(copy.get("id"))
                .isEqualTo(SimulatorState.objects(seller, true, "coupon").get(0).get("id"));
        assertThat(copy.get("name").textValue()).isEqualTo("Ten");
        int answers = SimulatorState.writes(seller);
        book(seller.test(), "another@example.com", coupon);
        book(seller.live(), "live@example.com", coupon);
        assertThat(SimulatorState.pendingTasks(seller))
                .as("both accounts know it")
                .isZero();
        assertThat(SimulatorState.writes(seller)).isEqualTo(answers);
        assertThat(seller.live()
                        .get("/v1/coupons/" + coupon)
                        .expect(200)
                        .json()
                        .at("/data/timesRedeemed")
                        .intValue())
                .as("test bookings are no uses")
                .isEqualTo(1);
    }

    @Test
    void a_change_and_a_deletion_follow_to_the_copy() {
        String coupon = coupon("Ten");
        book(seller.test(), "guest@example.com", coupon);
        assertThat(seller.settles(() -> copies().size() == 1 && SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
        seller.live().patch("/v1/coupons/" + coupon, "{\"label\":\"Dix\"}").expect(200);
        assertThat(seller.settles(() -> copies().get(0).get("name").textValue().equals("Dix")))
                .isTrue();
        seller.live().send("DELETE", "/v1/coupons/" + coupon, Map.of()).expect(200);
        assertThat(seller.settles(() -> copies().isEmpty() && SimulatorState.pendingTasks(seller) == 0))
                .isTrue();
    }

    @Test
    void without_an_account_or_with_one_that_fails_the_booking_is_made_all_the_same() {
        TestGateway.shared().accounts().disconnect(seller.name(), false);
        String coupon = coupon("Ten");
        book(seller.test(), "guest@example.com", coupon);
        assertThat(SimulatorState.pendingTasks(seller)).isZero();
        TestGateway.shared().accounts().connectSimulator(seller.name());
        TestSeller.rows(
                "UPDATE coupon SET document = jsonb_set(document, '{label}', '\"simulate:ratelimit\"')"
                        + " WHERE seller_id = $1",
                seller.id());
        book(seller.test(), "other@example.com", coupon);
        assertThat(seller.settles(() ->
                        TestSeller.rows("SELECT FROM processor_task WHERE seller_id = $1 AND attempts > 0", seller.id())
                                        .size()
                                == 1))
                .isTrue();
        assertThat(copies()).isEmpty();
        TestSeller.rows(
                "UPDATE coupon SET document = jsonb_set(document, '{label}', '\"Ten\"') WHERE seller_id = $1",
                seller.id());
        assertThat(SimulatorState.completeTasks(seller)).isTrue();
        assertThat(copies()).hasSize(1);
    }

    @Test
    void one_that_was_deleted_before_its_copy_was_made_is_not_made() {
        String coupon = coupon("Ten");
        TestSeller.rows("DELETE FROM processor_task WHERE seller_id = $1", seller.id());
        book(seller.test(), "guest@example.com", coupon);
        TestSeller.rows(
                "UPDATE processor_task SET due_at = now() + interval '1 hour' WHERE seller_id = $1", seller.id());
        seller.live().send("DELETE", "/v1/coupons/" + coupon, Map.of()).expect(200);
        assertThat(SimulatorState.completeTasks(seller)).isTrue();
        assertThat(copies()).isEmpty();
        assertThat(SimulatorState.objects(seller, true, "coupon")).isEmpty();
    }
}
