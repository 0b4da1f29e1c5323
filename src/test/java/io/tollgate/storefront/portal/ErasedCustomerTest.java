package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the sessions and links of an erased customer show: that of nobody, from the request on. */
class ErasedCustomerTest {
    private final TestShop shop = TestShop.open();
    private final TestApi live = shop.seller().live();
    private final PortalVisitor ada = PortalVisitor.of(shop, "ada@example.com");

    private void buy() {
        Buyer buyer = new Buyer(shop.gateway().url(), "ada@example.com");
        assertThat(buyer.order(shop.product(0).path()).status()).isEqualTo(303);
    }

    private void showsNothing(String link) {
        assertThat(ada.home().html())
                .contains("type=\"email\"")
                .doesNotContain("Mug", "ada@example.com", "erased-", "Erased customer");
        PortalVisitor other = PortalVisitor.of(shop, "other@example.com");
        Shown used = other.use(link);
        assertThat(used.status()).isIn(303, 410);
        assertThat(used.html() + other.home().html()).doesNotContain("Mug", "erased-");
    }

    @Test
    void sessionsEndWithTheRequestAndNotWithItsTask() {
        buy();
        assertThat(ada.login().html()).contains("Mug", "ada@example.com");
        String link = PortalVisitor.of(shop, "ada@example.com").link();
        String id = live.get("/v1/customers?email=ada@example.com").ids().get(0);
        live.send("DELETE", "/v1/customers/" + id, Map.of()).expect(202);
        showsNothing(link);
        String erasure = "/v1/customers/" + id + "/erasure";
        assertThat(shop.settles(() -> {
                    shop.gateway().numberEvents(shop.seller().scope(true));
                    return live.get(erasure).json().at("/data/status").asText().equals("done");
                }))
                .isTrue();
        showsNothing(link);
        ada.requestLink().expect(303);
    }
}
