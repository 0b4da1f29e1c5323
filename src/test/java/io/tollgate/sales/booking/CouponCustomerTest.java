package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Coupons that each customer can use so many times. */
class CouponCustomerTest {
    private static final int BUYERS = 16;
    private static final String ADA = "ada.l@gmail.com";

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final Shelf event = shop.event("""
            {'name': 'Concert', 'showCouponCodeField': true, 'eventDetails': {'currency': 'eur',
             'startDate': '2036-09-18T18:00:00Z'},
             'ticketGroups': [{'name': 'Hall', 'ticketTypes': [{'name': 'Seat', 'price': 2500}]}]}
            """);

    private String coupon(String limits) {
        return api.post("/v1/coupons", """
                {"label": "Once", "code": "ONCE", "percentOff": 100, "duration": "once"%s}""".formatted(limits))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private Reply book(TestApi by, String coupon, String email) {
        return by.post("/v1/bookings", TestShop.booking(event, email, 1, "\"couponId\": \"" + coupon + "\","));
    }

    private String type() {
        return event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
    }

    private static String code(Reply reply) {
        return reply.expect(409).json().get("code").textValue();
    }

    private JsonNode read(String coupon) {
        return api.get("/v1/coupons/" + coupon).expect(200).json().get("data");
    }

    @ParameterizedTest
    @CsvSource({
        "Ada@Example.com,ada@example.com",
        "ada+news@example.com,ada@example.com",
        "a.da@example.com,a.da@example.com",
        "A.d.a+x+y@GoogleMail.com,ada@gmail.com",
        "a.da@proton.me,ada@proton.me",
        "+x@example.com,+x@example.com",
        "ada,ada"
    })
    void addressesOfOneMailboxAreOneCustomer(String email, String mailbox) {
        assertThat(CouponCustomer.mailbox(email)).isEqualTo(mailbox);
    }

    @Test
    void customerUsesItSoManyTimesUnderAllAddresses() {
        String coupon = coupon(", \"maxRedemptionsPerCustomer\": 2");
        assertThat(read(coupon).get("maxRedemptionsPerCustomer").intValue()).isEqualTo(2);
        String first = book(api, coupon, ADA).expect(201).json().at("/data/id").textValue();
        book(api, coupon, "adal+2@googlemail.com").expect(201);
        assertThat(code(book(api, coupon, "A.D.A.L@gmail.com"))).isEqualTo("coupon_used_by_customer");
        book(api, coupon, "eve@example.com").expect(201);
        book(shop.seller().test(), coupon, ADA).expect(201);
        assertThat(read(coupon).get("timesRedeemed").intValue()).isEqualTo(3);
        // A cancellation gives the use back, once.
        api.post("/v1/bookings/" + first + "/cancel", "{}").expect(200);
        book(api, coupon, ADA).expect(201);
        assertThat(code(book(api, coupon, ADA))).isEqualTo("coupon_used_by_customer");
        api.patch("/v1/coupons/" + coupon, "{\"maxRedemptionsPerCustomer\": 1}").expect(200);
        assertThat(code(book(api, coupon, ADA))).isEqualTo("coupon_used_by_customer");
        api.patch("/v1/coupons/" + coupon, "{\"maxRedemptionsPerCustomer\": null}")
                .expect(200);
        book(api, coupon, ADA).expect(201);
    }

    @Test
    void limitIsAtLeastOne() {
        for (String limit : List.of("0", "-1", "1.5", "\"1\"")) {
            assertThat(api.post("/v1/coupons", """
                            {"label": "Once", "code": "ONCE", "percentOff": 5, "duration": "once",
                             "maxRedemptionsPerCustomer": %s}""".formatted(limit)).problems())
                    .containsExactly("maxRedemptionsPerCustomer");
        }
    }

    @Test
    void usesBeforeTheLimitWasSetCount() {
        String coupon = coupon("");
        book(api, coupon, ADA).expect(201);
        api.patch("/v1/coupons/" + coupon, "{\"maxRedemptionsPerCustomer\": 1}").expect(200);
        assertThat(code(book(api, coupon, ADA))).isEqualTo("coupon_used_by_customer");
    }

    @Test
    void buyerReadsItAtTheCoupon() {
        coupon(", \"maxRedemptionsPerCustomer\": 1");
        Map<String, String> order = Map.of("tickets." + type(), "1", "couponCode", "ONCE");
        order(ADA, order).expect(303);
        Shown refused = order("ada.l+again@gmail.com", order).expect(409);
        assertThat(refused.html()).contains("You have already used this coupon code as often as one customer can.");
        Shown german = new Buyer(shop.gateway().url(), ADA)
                .order(event.path() + "?lang=de", order)
                .expect(409);
        assertThat(german.html()).contains("so oft eingelöst, wie es pro Person möglich ist");
    }

    private Shown order(String email, Map<String, String> form) {
        return new Buyer(shop.gateway().url(), email).order(event.path(), form);
    }

    @Test
    void parallelOrdersOfOneCustomerUseItOnce() {
        String coupon = coupon(", \"maxRedemptionsPerCustomer\": 1");
        List<Integer> statuses = Parallel.times(
                BUYERS, i -> book(api, coupon, "ada+" + i + "@example.com").status());
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
        assertThat(read(coupon).get("timesRedeemed").intValue()).isOne();
    }

    /** Control: two orders that read the count before either of them writes it would both be taken. */
    @Test
    void withoutTheConditionalUpdateItIsUsedTwice() {
        Scope scope = shop.seller().scope(true);
        Capacities.Owner owner = CouponCustomer.of("c".repeat(24), ADA);
        assertThat(claim(scope, owner, null)).isTrue();
        long read = taken(owner);
        assertThat(read).isOne();
        // Both have read that one of two uses is left.
        for (int i = 0; i < 2; i++) {
            assertThat(read < 2 && claim(scope, owner, null)).isTrue();
        }
        assertThat(taken(owner)).isEqualTo(3);
        assertThat(claim(scope, owner, 2)).isFalse();
    }

    private static boolean claim(Scope scope, Capacities.Owner owner, @Nullable Integer limit) {
        return TestSeller.await(
                TestSeller.database().write(scope, transaction -> claim(transaction, scope, owner, limit)));
    }

    private static Future<Boolean> claim(
            SqlConnection transaction, Scope scope, Capacities.Owner owner, @Nullable Integer limit) {
        return Capacities.claimWithin(transaction, scope, owner, 1, limit);
    }

    private long taken(Capacities.Owner owner) {
        return TestSeller.rows(
                        "SELECT taken FROM capacity WHERE seller_id = $1 AND owner_id = $2",
                        shop.seller().id(),
                        owner.id())
                .iterator()
                .next()
                .getInteger(0);
    }
}
