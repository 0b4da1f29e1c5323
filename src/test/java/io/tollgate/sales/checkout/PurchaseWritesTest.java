package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SignedEvent;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.vertx.sqlclient.Row;
import org.junit.jupiter.api.Test;

/** What a purchase does not write: the requests of a buyer and the events of the processor that change nothing. */
class PurchaseWritesTest {
    private static final String VISA = "4242424242424242";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf shelf(String title) {
        return shop.page("{'name': 'Mug', 'productData': {'title': '" + title
                + "', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    private Row row(String sql) {
        return TestSeller.rows(sql, shop.seller().id()).iterator().next();
    }

    private long count(String from) {
        return row("SELECT count(*) FROM " + from).getLong(0);
    }

    /** A row lock or a change of a row sets its {@code xmax} or its {@code xmin}. */
    private String version() {
        return row("SELECT xmin::text || ' ' || xmax::text FROM checkout WHERE seller_id = $1")
                .getString(0);
    }

    @Test
    void aReturnWithoutAPaymentLocksNothing() {
        Shown page = ada.get(ada.order(shelf("Mug simulate:events-never").path())
                        .expect(303)
                        .path())
                .expect(200);
        String begun = version();
        ada.get(page.path() + "/return").expect(303);
        assertThat(version()).isEqualTo(begun);
        assertThat(ada.payFrom(page, VISA)).isEqualTo("succeeded");
        ada.get(page.path() + "/return").expect(303);
        assertThat(version()).as("after the payment").isNotEqualTo(begun);
    }

    @Test
    void aCompleteOrderLeavesNoTaskToAskAboutIt() {
        Shown page = ada.get(ada.order(shelf("Mug simulate:events-never").path())
                        .expect(303)
                        .path())
                .expect(200);
        assertThat(count("processor_task WHERE seller_id = $1 AND kind = 'SETTLE_CHECKOUT'"))
                .as("while the order is open")
                .isEqualTo(1);
        assertThat(ada.payFrom(page, VISA)).isEqualTo("succeeded");
        ada.comeBack(page.path()).expect(200);
        assertThat(count("checkout WHERE seller_id = $1 AND status = 'PAID'")).isEqualTo(1);
        assertThat(count("processor_task WHERE seller_id = $1")).isZero();
    }

    @Test
    void eventsOfACompleteOrderAreAppliedWithoutATask() {
        Shown page = ada.get(ada.order(shelf("Mug simulate:events-late").path())
                        .expect(303)
                        .path())
                .expect(200);
        assertThat(ada.payFrom(page, VISA)).isEqualTo("succeeded");
        ada.comeBack(page.path()).expect(200);
        TestSeller.rows(
                "UPDATE simulated_event SET due_at = now() WHERE seller_id = $1",
                shop.seller().id());
        assertThat(shop.settles(() -> count("processor_event WHERE seller_id = $1") == 2))
                .isTrue();
        assertThat(count("processor_event WHERE seller_id = $1 AND outcome = 'APPLIED' AND applied_at = received_at"))
                .isEqualTo(2);
        assertThat(count("payment WHERE seller_id = $1")).isEqualTo(1);
    }

    /** Control: an order that is complete says nothing about another payment that names it. */
    @Test
    void anEventOfAnotherPaymentIsAppliedByATask() {
        Shown page = ada.get(ada.order(shelf("Mug simulate:events-never").path())
                        .expect(303)
                        .path())
                .expect(200);
        assertThat(ada.payFrom(page, VISA)).isEqualTo("succeeded");
        ada.comeBack(page.path()).expect(200);
        JsonNode intent =
                SimulatorState.objects(shop.seller(), true, "payment_intent").get(0);
        String object = "{'id':'pi_other','object':'payment_intent','metadata':{'tollgate_checkout':'"
                + intent.at("/metadata/tollgate_checkout").textValue() + "'}}";
        assertThat(SignedEvent.of(shop.seller().scope(true), "evt_other", "payment_intent.succeeded", object)
                        .sendTo(shop.gateway())
                        .status())
                .isEqualTo(200);
        assertThat(shop.settles(() -> count("processor_event WHERE seller_id = $1 AND applied_at IS NOT NULL") == 1))
                .isTrue();
        assertThat(count("processor_event WHERE seller_id = $1 AND applied_at > received_at"))
                .isEqualTo(1);
    }
}
