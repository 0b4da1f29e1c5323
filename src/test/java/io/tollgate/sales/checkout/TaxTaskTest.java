package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;

/** Taxes in the processor's reports: of late payments, and those that the processor refuses. */
class TaxTaskTest extends TaxedOrders {
    /** The order was paid, but had expired meanwhile. */
    private Shown paidAndExpired(Shelf shelf) {
        Shown order = ada.order(shelf.path(), address(shelf, "DE")).expect(303);
        Shown page = ada.get(order.path()).expect(200);
        SimulatorState.holdEvents(shop.seller());
        assertThat(ada.payFrom(page, VISA)).isEqualTo("succeeded");
        for (String sql : new String[] {
            "DELETE FROM processor_task WHERE seller_id = $1 AND kind = 'SETTLE_CHECKOUT'",
            "UPDATE checkout SET status = 'EXPIRED', hold_until = now() WHERE seller_id = $1",
            "UPDATE payment_attempt SET status = 'CANCELED' WHERE seller_id = $1",
            "UPDATE capacity SET taken = 0 WHERE seller_id = $1"
        }) {
            TestSeller.rows(sql, shop.seller().id());
        }
        return order;
    }

    @Test
    void latePaymentRecordsTheTax() {
        Shelf shelf = page("", "'taxBehavior': 'exclusive', " + prices(10_000, "eur"));
        Shown order = paidAndExpired(shelf);
        assertThat(ada.get(order.path()).html()).contains("Thank you for your order");
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(payment().get("processorTaxTransactionId").textValue()).startsWith("tax_");
        assertThat(transactions()).isOne();
    }

    /** The tax of a late payment that is refunded is recorded and reversed. */
    @Test
    void refundedLatePaymentReversesTheTax() {
        Shelf shelf = page(
                "", "'taxBehavior': 'exclusive', 'stock': 1, 'hasUnlimitedStock': false, " + prices(10_000, "eur"));
        Shown order = paidAndExpired(shelf);
        new Buyer(shop.gateway().url(), "bob@example.com")
                .order(shelf.path(), address(shelf, "DE"))
                .expect(303);
        assertThat(ada.get(order.path()).html()).contains("Your payment came too late");
        assertThat(shop.settles(() -> {
                    TestSeller.rows(
                            "UPDATE processor_task SET due_at = now()"
                                    + " WHERE seller_id = $1 AND kind <> 'SETTLE_CHECKOUT'",
                            shop.seller().id());
                    return transactions() == 2;
                }))
                .isTrue();
        assertThat(payment().get("status").textValue()).isEqualTo("refunded");
    }

    /** The processor does not know the calculation: the task ends. */
    @Test
    void refusedTaxEndsTheTask() {
        Shelf shelf = page("", "'taxBehavior': 'exclusive', " + prices(10_000, "eur"));
        Shown order = ada.order(shelf.path(), address(shelf, "DE")).expect(303);
        TestSeller.rows(
                "DELETE FROM simulated_object WHERE seller_id = $1 AND kind = 'tax.calculation'",
                shop.seller().id());
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        refund(payment(), "{\"amount\": 1900}");
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(payment().get("processorTaxTransactionId").isNull()).isTrue();
        assertThat(transactions()).isZero();
    }

    /** The processor does not know the transaction: the reversal ends. */
    @Test
    void refusedReversalEndsTheTask() {
        Shelf shelf = page("", "'taxBehavior': 'exclusive', " + prices(10_000, "eur"));
        JsonNode paid = buy(shelf, address(shelf, "DE"));
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        TestSeller.rows(
                "DELETE FROM simulated_object WHERE seller_id = $1 AND kind = 'tax.transaction'",
                shop.seller().id());
        refund(paid, "{\"amount\": 1900}");
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(transactions()).isZero();
    }
}
