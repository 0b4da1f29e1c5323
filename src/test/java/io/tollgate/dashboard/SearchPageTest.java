package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import org.junit.jupiter.api.Test;

/** Members find records without knowing in which list they are. */
class SearchPageTest {
    private final TestShop shop = TestShop.open();
    private final TestSeller seller = shop.seller();
    private final String home = "/dashboard/" + seller.name();

    private DashboardVisitor member(Role role) {
        return DashboardVisitor.signedIn(shop, role);
    }

    private void payment(String email, boolean live) {
        seller.create(
                Payments.RESOURCE,
                live,
                record -> record.put("customerEmail", email).put("status", "paid"));
    }

    @Test
    void everythingIsFoundInOneSearch() {
        payment("ada@example.com", true);
        payment("ada.test@example.com", false);
        DashboardVisitor owner = member(Role.OWNER);
        String path = home + SearchPage.PATH;
        assertThat(owner.get(path).expect(200).html()).doesNotContain("Nothing was found", "ada@");
        assertThat(owner.get(path + "?q=ada%40example").expect(200).html())
                .contains("ada@example.com", ">Payments<", home + "/payments?search=ada%40example")
                .doesNotContain("ada.test@");
        assertThat(owner.get(path + "?q=nobody%20%3Cb%3E").expect(200).html())
                .contains("Nothing was found in live mode", "nobody &lt;b>");
        assertThat(member(Role.DOOR).get(path + "?q=ada%40example").expect(200).html())
                .doesNotContain("ada@example.com");
        assertThat(owner.get(path + "?q=" + "x".repeat(300)).expect(400).html()).contains("role=\"alert\"");
    }
}
