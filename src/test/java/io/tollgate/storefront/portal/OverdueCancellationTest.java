package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.Overdue;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestShop;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cancellations of subscriptions with a charge that has failed: whether it is still charged. */
class OverdueCancellationTest {
    /** The first charge of a renewal fails, and its next one succeeds. */
    private static final String RECOVERING = "4000000000007502";

    private final TestShop shop = TestShop.open();
    private final Overdue overdue = new Overdue(shop);
    private final Buyer ada = new Buyer(shop.gateway().url(), Overdue.EMAIL);

    private String openInvoice() {
        List<JsonNode> invoices = SimulatorState.objects(shop.seller(), true, "invoice");
        return invoices.stream()
                .filter(invoice -> invoice.get("billing_reason").textValue().equals("subscription_cycle"))
                .map(invoice -> invoice.get("status").textValue())
                .findFirst()
                .orElseThrow();
    }

    private void cancel(String body) {
        String id = overdue.subscription().get("id").textValue();
        shop.seller()
                .live()
                .post("/v1/subscriptions/" + id + "/cancel", body.replace('\'', '"'))
                .expect(200);
    }

    @Test
    void customerWhoCancelsIsChargedNothingMore() {
        overdue.fail(RECOVERING);
        String link = overdue.path();
        PortalVisitor visitor = PortalVisitor.of(shop, Overdue.EMAIL);
        visitor.login();
        String order =
                visitor.portal() + "/orders/" + overdue.subscription().get("id").textValue();
        Shown page = visitor.browser().get(order + "/cancel").expect(200);
        assertThat(page.html()).contains("The failed payment is no longer due, and nothing more is charged.");
        visitor.browser().post(order + "/cancel", visitor.browser().form(page)).expect(303);
        assertThat(openInvoice()).isEqualTo("void");
        assertThat(overdue.status()).isEqualTo("active");
        assertThat(ada.get(link).expect(200).html())
                .contains("Nothing is due", "Your subscription is canceled and ends on")
                .doesNotContain("so that your subscription continues");
        assertThat(shop.settles(() -> payment().get("invoiceStatus").textValue().equals("void")))
                .isTrue();
        assertThat(overdue.charges()).isEqualTo(1);
        assertThat(new OutboxReader(shop)
                        .purposes(Overdue.EMAIL).stream()
                                .filter(purpose -> purpose == MailPurpose.SUBSCRIPTION_PAYMENT_FAILED))
                .hasSize(1);
    }

    private JsonNode payment() {
        return shop.seller()
                .live()
                .get("/v1/subscription-payments?billingReason=subscription_cycle")
                .json()
                .at("/data/0");
    }

    @ParameterizedTest
    @CsvSource({"cancelAtPeriodEnd, active", "cancelImmediately, canceled"})
    void cancellationOverTheApiVoidsWhatIsDue(String way, String status) {
        overdue.fail(RECOVERING);
        cancel("{'" + way + "': true, 'sendCancellationEmail': true}");
        assertThat(openInvoice()).isEqualTo("void");
        assertThat(overdue.status()).isEqualTo(status);
        assertThat(mail()).doesNotContain("is still due");
    }

    private String mail() {
        return new OutboxReader(shop)
                .message(Overdue.EMAIL, MailPurpose.SUBSCRIPTION_CANCELED)
                .html();
    }

    @Test
    void whatIsDueIsCollectedIfTheSellerWantsIt() {
        overdue.fail(RECOVERING);
        String link = overdue.path();
        cancel("{'cancelAtPeriodEnd': true, 'openInvoice': 'collect', 'sendCancellationEmail': true}");
        assertThat(openInvoice()).isEqualTo("open");
        assertThat(overdue.status()).isEqualTo("past_due");
        assertThat(mail()).contains("€10.00", "is still due");
        assertThat(ada.get(link).expect(200).html())
                .contains("Your subscription is canceled; this payment is still due.")
                .doesNotContain("so that your subscription continues");
    }

    @Test
    void immediateCancellationCanCollectOnceMore() {
        overdue.fail(RECOVERING);
        cancel("{'cancelImmediately': true, 'openInvoice': 'collect', 'sendCancellationEmail': true}");
        assertThat(openInvoice()).isEqualTo("paid");
        assertThat(overdue.status()).isEqualTo("canceled");
        assertThat(overdue.charges()).isEqualTo(2);
        assertThat(mail()).doesNotContain("is still due");
    }

    @Test
    void immediateCancellationWhoseLastChargeFailsLeavesTheInvoiceOpen() {
        overdue.fail(Overdue.WITHOUT_FUNDS);
        cancel("{'cancelImmediately': true, 'openInvoice': 'collect', 'sendCancellationEmail': true}");
        assertThat(openInvoice()).isEqualTo("open");
        assertThat(mail()).contains("€10.00", "is still due").doesNotContain("Nothing more is charged");
    }

    @Test
    void otherChoicesAreRefused() {
        overdue.fail(RECOVERING);
        String id = overdue.subscription().get("id").textValue();
        assertThat(shop.seller()
                        .live()
                        .post(
                                "/v1/subscriptions/" + id + "/cancel",
                                "{\"cancelAtPeriodEnd\": true, \"openInvoice\": \"forgive\"}")
                        .problems())
                .containsExactly("openInvoice");
    }
}
