package io.tollgate.seller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import org.junit.jupiter.api.Test;

/** The account of a key. */
class AccountTest {
    private final TestSeller seller = TestGateway.shared().seller();

    @Test
    void tells_whose_key_it_is() {
        TestGateway.shared().api(null).get("/v1/account").expect(401);
        String body = seller.live().get("/v1/account").expect(200).body();
        JsonNode account = seller.test().get("/v1/account/").expect(200).json();
        assertThat(account.toString()).isEqualTo(body);
        assertThat(account.get("id").textValue()).isEqualTo(seller.id());
        assertThat(account.get("name").textValue()).startsWith("seller-");
        assertThat(account.get("displayName").isTextual()).isTrue();
        assertThat(account.get("logo").isNull()).isTrue();
        assertThat(account).hasSize(4);
    }

    @Test
    void takes_no_parameters() {
        assertThat(seller.live().get("/v1/account?livemode=true").problems()).containsExactly("livemode");
    }
}
