package io.tollgate.accounts.customer;

import static io.tollgate.support.TestApi.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/customers?email=}. */
class CustomerEmailFilterTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final String anna = customer("anna+news@example.com", true);

    private String customer(String email, boolean live) {
        return seller.create(Customers.RESOURCE, live, record -> record.put("email", email))
                .get("id")
                .textValue();
    }

    private static String by(String email) {
        return "/v1/customers?email=" + encoded(email);
    }

    @Test
    void finds_the_one_customer_with_the_address_in_any_case() {
        customer("anna@example.com", true);
        assertThat(api.get(by("anna+news@example.com")).ids()).containsExactly(anna);
        assertThat(api.get(by(" Anna+News@Example.COM ")).ids()).containsExactly(anna);
        assertThat(api.get(by("anna+news@example.com")).total()).isEqualTo(1);
        assertThat(api.get(by("news@example.com")).ids()).isEmpty();
    }

    @Test
    void finds_customers_of_the_key_s_mode_only() {
        String test = customer("anna+news@example.com", false);
        assertThat(seller.test().get(by("anna+news@example.com")).ids()).containsExactly(test);
        assertThat(api.get(by("anna+news@example.com")).ids()).containsExactly(anna);
        assertThat(TestGateway.shared()
                        .seller()
                        .live()
                        .get(by("anna+news@example.com"))
                        .ids())
                .isEmpty();
    }

    @Test
    void combines_with_a_search_and_bounds() {
        assertThat(api.get(by("anna+news@example.com") + "&search=news").ids()).containsExactly(anna);
        assertThat(api.get(by("anna+news@example.com") + "&search=other").total())
                .isZero();
        assertThat(api.get(by("anna+news@example.com") + "&createdBefore=2020-01-01T00:00:00Z")
                        .ids())
                .isEmpty();
    }

    @Test
    void follows_a_change_of_the_address() {
        api.patch("/v1/customers/" + anna, "{\"email\":\"Berta@Example.com\"}").expect(200);
        assertThat(api.get(by("anna+news@example.com")).ids()).isEmpty();
        assertThat(api.get(by("berta@example.com")).ids()).containsExactly(anna);
    }

    /** An unescaped + arrives as a space: an empty list would hide the mistake. */
    @Test
    void text_that_is_no_address_is_refused() {
        assertThat(api.get("/v1/customers?email=anna+news@example.com").problems())
                .containsExactly("email");
        assertThat(api.get("/v1/customers?email=anna").problems()).containsExactly("email");
    }
}
