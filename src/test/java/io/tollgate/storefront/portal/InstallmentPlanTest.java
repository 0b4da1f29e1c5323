package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;

/** Installment plans are debts: buyers see what they cost and when it is due, and cannot cancel them. */
class InstallmentPlanTest {
    private final TestShop shop = TestShop.open();
    private final PortalVisitor ada = PortalVisitor.of(shop, "ada@example.com");

    private JsonNode plan() {
        return shop.seller().live().get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    /** Buys a plan of four monthly payments of 25.00, and returns the page before the order. */
    private Shown buy() {
        Shelf box = shop.page("{'name': 'Box', 'locale': 'en-US', 'productData': {'title': 'Box', 'prices': [{"
                + "'amount': 2500, 'currency': 'eur', 'paymentPlan': {'interval': 'month', 'intervalCount': 1,"
                + " 'planIterations': 4}}]}}");
        Buyer buyer = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown page = buyer.get(box.path());
        String order = buyer.order(box.path()).expect(303).path();
        assertThat(buyer.pay(order, "4242424242424242")).isEqualTo("succeeded");
        buyer.comeBack(order);
        return page;
    }

    @Test
    void buyerSeesTheDebtAndCannotCancelIt() {
        buy();
        Shown home = ada.login();
        assertThat(ada.browser().get(ada.portal()).expect(200).html())
                .contains("Installment plan ·")
                .doesNotContain("Subscription ·");
        String path = ada.portal() + "/orders/" + plan().get("id").textValue();
        assertThat(ada.browser().get(path).expect(200).html())
                .contains("Installment plan", "4 × €25.00", "€100.00", "Still due", "€75.00", "Next payment")
                .contains("Last payment on")
                .doesNotContain("Cancel subscription");
        ada.browser().get(path + "/cancel").expect(404);
        ada.browser().post(path + "/cancel", ada.browser().form(home)).expect(404);
        assertThat(plan().get("cancelAtPeriodEnd").booleanValue()).isFalse();
        assertThat(plan().get("canceledAt").isNull()).isTrue();
    }

    @Test
    void pageAndMailSayWhatItCosts() {
        assertThat(buy().html()).contains("Installment plan: €100.00 in total");
        OutboxReader.Shown mail =
                new OutboxReader(shop).message("ada@example.com", MailPurpose.SUBSCRIPTION_CONFIRMATION);
        assertThat(mail.page()).contains("Your installment plan: Box");
        assertThat(mail.html())
                .contains("Thank you for your order", "€100.00", "€75.00", "Last payment on")
                .doesNotContain("subscribing", "subscription");
    }

    @Test
    void sellerCanCancelItOverTheApi() {
        buy();
        shop.seller()
                .live()
                .post("/v1/subscriptions/" + plan().get("id").textValue() + "/cancel", "{\"cancelImmediately\": true}")
                .expect(200);
        assertThat(plan().get("status").textValue()).isEqualTo("canceled");
        ada.login();
        assertThat(ada.browser()
                        .get(ada.portal() + "/orders/" + plan().get("id").textValue())
                        .expect(200)
                        .html())
                .contains("Installment plan", "Canceled", "€25.00")
                .doesNotContain("Still due");
    }
}
