package io.tollgate.storefront.mails;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Each paid renewal sends one receipt to the subscriber, unless the page sends no confirmations. */
class RenewalReceiptTest {
    private static final String EMAIL = "ada@example.com";
    private static final String PDF = """
            UPDATE subscription_payment SET record = convert_to(
                jsonb_set(convert_from(record, 'UTF8')::jsonb, '{processorInvoicePdf}',
                          to_jsonb('https://processor.example/' || id || '.pdf'))::text, 'UTF8')
            WHERE seller_id = $1
            """;

    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();
    private final OutboxReader outbox = new OutboxReader(shop);

    private void subscribe(String settings, String price) {
        Buyer ada = new Buyer(shop.gateway().url(), EMAIL);
        String page = shop.page("{'name': 'Box', 'locale': 'de-DE', 'testmode': true, " + settings
                        + "'productData': {'title': 'Box', 'prices': [{'amount': 2500, 'currency': 'eur', " + price
                        + "}]}}")
                .path();
        String order = ada.order(page).expect(303).path();
        assertThat(ada.pay(order, "4242424242424242")).isEqualTo("succeeded");
        ada.comeBack(order);
    }

    private void advance(String duration) {
        test.post("/v1/test-clock", "{\"advance\": \"" + duration + "\"}").expect(200);
    }

    private int receipts() {
        return Collections.frequency(outbox.purposes(EMAIL), MailPurpose.SUBSCRIPTION_RECEIPT);
    }

    @Test
    void everyRenewalSendsOneReceipt() {
        subscribe("", "'recurring': {'interval': 'month', 'intervalCount': 1}");
        assertThat(receipts()).isZero();
        advance("P1M");
        assertThat(receipts()).isOne();
        advance("PT1H");
        assertThat(receipts()).isOne();
        TestSeller.rows(PDF, shop.seller().id());
        OutboxReader.Shown mail = outbox.message(EMAIL, MailPurpose.SUBSCRIPTION_RECEIPT);
        assertThat(mail.html())
                .contains("Ihr Zahlungsbeleg", "Wir haben Ihre Zahlung von 25,00\u00a0€ für „Box“ erhalten.")
                .contains("25,00\u00a0€ / Monat", "Nächste Zahlung", "/portal/test?lang=de", "kündigen");
        String renewal = test.get("/v1/subscription-payments")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        assertThat(mail.html()).contains("https://processor.example/" + renewal + ".pdf");
        advance("P1M");
        assertThat(receipts()).isEqualTo(2);
    }

    @Test
    void receiptOfAnInstallmentSaysWhatIsStillDue() {
        subscribe("", "'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 3}");
        advance("P1M");
        assertThat(outbox.message(EMAIL, MailPurpose.SUBSCRIPTION_RECEIPT).html())
                .contains("3 × 25,00\u00a0€ / Monat", "75,00\u00a0€", "50,00\u00a0€", "Noch offen")
                .doesNotContain("kündigen");
    }

    @Test
    void pageWithoutConfirmationsSendsNone() {
        subscribe("'sendEmailConfirmation': false, ", "'recurring': {'interval': 'month', 'intervalCount': 1}");
        advance("P1M");
        assertThat(test.get("/v1/subscription-payments").ids()).hasSize(2);
        assertThat(receipts()).isZero();
    }
}
