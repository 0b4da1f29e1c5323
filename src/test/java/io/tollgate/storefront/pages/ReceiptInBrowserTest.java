package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Accessibility;
import io.tollgate.support.Buyer;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Confirmations of unpaid orders and subscriptions in a browser, and their messages. */
@SecondStage
class ReceiptInBrowserTest {
    private static final String EMAIL = "ada@example.com";

    private static final String OPTIONS = ", 'paymentOptions': [{'type': 'manual', 'manualType': 'invoice',"
            + " 'name': 'By transfer', 'instructions': 'Name the order.'}], 'invoiceSettings': {'bankDetails':"
            + " 'IBAN DE02 1203 0000 0000 2020 51', 'dueDays': {'enabled': true, 'days': 14}}}";

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    @ParameterizedTest
    @CsvSource({"invoice, en", "invoice, ar", "subscription, de"})
    void receiptIsLegible(String kind, String language) {
        boolean invoice = kind.equals("invoice");
        String path = shop.page("{'name': 'Box', 'locale': 'en-US', 'productData': {'title': 'Box', 'prices': [{"
                        + "'amount': 2500, 'currency': 'eur'"
                        + (invoice ? "}]}" : ", 'recurring': {'interval': 'month', 'intervalCount': 1}}]}")
                        + (invoice ? OPTIONS : "}"))
                .path();
        Buyer buyer = new Buyer(shop.gateway().url(), EMAIL);
        String order = buyer.order(path + "?lang=" + language, invoice ? Map.of("paymentOption", "invoice") : Map.of())
                .expect(303)
                .path();
        if (!invoice) {
            assertThat(buyer.pay(order, "4242424242424242")).isEqualTo("succeeded");
            buyer.comeBack(order);
        }
        String mail = new OutboxReader(shop)
                .message(EMAIL, invoice ? MailPurpose.ORDER_CONFIRMATION : MailPurpose.SUBSCRIPTION_CONFIRMATION)
                .html();
        for (int width : new int[] {390, 1280}) {
            Page page = browser.page(
                    new Browser.NewContextOptions().setViewportSize(width, 900).setBypassCSP(true));
            page.navigate(shop.gateway().url() + order);
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
            assertThat(Accessibility.violations(page)).isEmpty();
            TestBrowser.picture(page, "receipt-" + kind + "-" + language + "-" + width);
            page.setContent(mail);
            TestBrowser.picture(page, "receipt-mail-" + kind + "-" + language + "-" + width);
            page.context().close();
        }
    }
}
