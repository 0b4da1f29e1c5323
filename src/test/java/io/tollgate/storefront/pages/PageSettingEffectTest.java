package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Settings of checkout pages that decide what buyers are offered: each has an effect. */
class PageSettingEffectTest {
    private static final String INVOICE =
            "{'type': 'manual', 'manualType': 'invoice', 'name': 'By invoice'," + " 'showPaymentButton': false}";

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf plan(boolean allowed) {
        return shop.page("{'name': 'Sofa', 'locale': 'en-US', 'allowDynamicPlanIterations': " + allowed
                + ", 'productData': {'title': 'Sofa', 'prices': [{'amount': 5000, 'currency': 'eur', 'paymentPlan':"
                + " {'interval': 'month', 'intervalCount': 1, 'planIterations': 4}}]}}");
    }

    private JsonNode subscribe(String path) {
        Shown order = ada.order(path).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        ada.comeBack(order.path());
        return shop.seller().live().get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    @Test
    void addressSetsTheNumberOfPaymentsOfAPlan() {
        Shelf sofa = plan(true);
        assertThat(ada.get(sofa.path() + "?planIterations=6").html()).contains("6 × €50.00 / month", "6 payments");
        JsonNode subscription = subscribe(sofa.path() + "?planIterations=6");
        assertThat(subscription.get("planIterations").intValue()).isEqualTo(6);
    }

    @Test
    void addressSetsNoNumberOfPaymentsThatAPlanCannotHave() {
        Shelf sofa = plan(true);
        for (String sent : new String[] {"0", "-1", "1001", "9999", "two", "1.5", ""}) {
            assertThat(ada.get(sofa.path() + "?planIterations=" + sent).html())
                    .as(sent)
                    .contains("4 × €50.00 / month");
        }
    }

    @Test
    void addressSetsNoNumberOfPaymentsWithoutPermission() {
        JsonNode subscription = subscribe(plan(false).path() + "?planIterations=6");
        assertThat(subscription.get("planIterations").intValue()).isEqualTo(4);
    }

    private Shelf mug(String settings) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', " + settings
                + "'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    @Test
    void paymentOptionWithoutAButtonIsOfferedOnlyAtAnAddressThatNamesIt() {
        Shelf mug = mug("'paymentOptions': [{'type': 'full', 'name': 'By card'}, " + INVOICE + "], ");
        assertThat(ada.get(mug.path()).html()).doesNotContain("By invoice");
        ada.order(mug.path(), Map.of(Inputs.OPTION, "invoice")).expect(422);
        String named = mug.path() + "?paymentOption=invoice";
        assertThat(ada.get(named).html()).contains("By invoice", "By card");
        ada.order(named, Map.of(Inputs.OPTION, "invoice")).expect(303);
        assertThat(shop.seller()
                        .live()
                        .get("/v1/payments")
                        .json()
                        .at("/data/0/paymentOption/name")
                        .textValue())
                .isEqualTo("By invoice");
    }

    @Test
    void onlyPaymentOptionIsOfferedWithoutAButtonToo() {
        Shelf mug = mug("'paymentOptions': [" + INVOICE + "], ");
        assertThat(ada.get(mug.path()).html()).contains("By invoice");
        ada.order(mug.path(), Map.of(Inputs.OPTION, "invoice")).expect(303);
    }

    @Test
    void walletsBeforeTheOtherMethodsPayAtOnce() {
        Shelf mug = mug("'paymentMethods': {'processor': {'agpay': {'enabled': true, 'mode': 'express'}}}, ");
        Page page = browser.page(390);
        page.navigate(shop.url(mug));
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada@example.com");
        page.getByText("Continue to payment").click();
        page.locator("#payment button.primary:enabled").waitFor();
        page.frameLocator("#express-element iframe").locator("#wallet").press("Enter");
        page.getByText("Thank you for your order").first().waitFor();
        JsonNode payment = shop.seller().live().get("/v1/payments").json().at("/data/0");
        assertThat(payment.at("/paymentMethod/wallet").textValue()).isEqualTo("google_pay");
    }

    private Shelf box(String limit) {
        return shop.page("{'name': 'Box', 'locale': 'en-US', 'productData': {'title': 'Box', " + limit
                + "'prices': [{'amount': 1000, 'currency': 'eur', 'recurring': {'interval': 'month',"
                + " 'intervalCount': 1}}]}}");
    }

    @Test
    void subscriptionAtTheProcessorPreventsAnotherOneIfTheProductSaysSo() {
        Shelf own = box("'limitSubscriptions': {'enabled': true}, ");
        Shelf everywhere =
                box("'limitSubscriptions': {'enabled': true, 'limitSubscriptionsProcessor': {'enabled': true}}, ");
        subscribe(box("").path());
        assertThat(ada.order(everywhere.path()).expect(409).html()).contains("once");
        ada.order(own.path()).expect(303);
        new Buyer(shop.gateway().url(), "grace@example.com")
                .order(everywhere.path())
                .expect(303);
    }

    @Test
    void confirmationSaysWhereTheMailGoes() {
        for (boolean mailed : new boolean[] {true, false}) {
            Shown order = ada.order(
                            mug("'sendEmailConfirmation': " + mailed + ", ").path())
                    .expect(303);
            ada.pay(order.path(), "4242424242424242");
            assertThat(ada.comeBack(order.path()).html().contains("We send a confirmation to ada@example.com."))
                    .isEqualTo(mailed);
        }
    }

    @Test
    void walletsAreAmongTheOtherMethodsByDefault() {
        Shown order = ada.order(mug("").path()).expect(303);
        assertThat(ada.get(order.path()).html())
                .contains("data-wallets=\"auto\"")
                .doesNotContain("express-element");
    }
}
