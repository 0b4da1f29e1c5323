package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorSettings;
import io.tollgate.processor.RefundTerms;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.OwnShop;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Refunds at the processor that it reports before Tollgate has recorded the payment of the subscription. */
class EarlyRefundTest {
    private static OwnShop shop;

    @BeforeAll
    static void open() {
        shop = OwnShop.open(Map.of());
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static void subscribe() {
        JsonNode page =
                shop.api().post("/v1/checkout-pages", """
                        {"name": "Box", "productData": {"title": "Box", "prices": [{"amount": 1000, "currency": "eur",
                         "recurring": {"interval": "month", "intervalCount": 1}}]}}
                        """).expect(201).json().get("data");
        Buyer ada = shop.buyer("ada@example.com");
        Shown order = ada.order("/s/market/" + page.get("slug").textValue()).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        ada.comeBack(order.path());
    }

    private static JsonNode payments() {
        return shop.api().get("/v1/subscription-payments").expect(200).json().get("data");
    }

    private static List<String> column(String sql) {
        try (Connection connection = shop.connect()) {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until nothing synchronizes the new subscription any more. */
    private static void awaitEvents() {
        assertThat(Eventually.isTrue(() -> column("SELECT id FROM processor_event WHERE type IN ('invoice.paid',"
                                                + " 'customer.subscription.updated') AND applied_at IS NOT NULL")
                                        .size()
                                >= 2
                        && column("SELECT id FROM processor_event WHERE applied_at IS NULL UNION ALL SELECT id"
                                        + " FROM processor_task WHERE due_at < now() + interval '1 minute'"
                                        + " AND kind = 'SYNC_SUBSCRIPTION'")
                                .isEmpty()))
                .isTrue();
    }

    /** Refunds as the processor's dashboard does. */
    private static void refundAtProcessor(String paymentIntentId) {
        Database database = new Database(
                shop.gateway().vertx(), TestSettings.database(shop.databaseUrl(), "transactionPool=2", "queueMax=100"));
        try {
            WriteExecutor writes = new WriteExecutor(database, Clock.SYSTEM);
            ProcessorClient processor = new ProcessorClient(
                    shop.gateway().vertx(),
                    new ProcessorSettings(
                            "",
                            false,
                            "127.0.0.1",
                            0,
                            "",
                            "",
                            300,
                            50,
                            30,
                            4,
                            100,
                            1_000,
                            30_000,
                            0,
                            30_000,
                            1_000,
                            1_000));
            Scope scope = new Scope(column("SELECT id FROM seller").get(0), true);
            ProcessorAccount account = TestSeller.await(
                    writes.run(scope, write -> ProcessorAccount.of(write.transaction(), write.scope())));
            RefundTerms terms = new RefundTerms("dashboard", paymentIntentId, 400, null, null);
            TestSeller.await(processor.call(account, "createRefund", api -> api.createRefund(terms, "dashboard")));
        } finally {
            database.close();
        }
    }

    @Test
    void refundBeforeItsPaymentIsRecordedWithIt() throws SQLException {
        subscribe();
        awaitEvents();
        String intent =
                column("SELECT payment_intent_id FROM subscription_invoice").get(0);
        shop.run(
                "UPDATE processor_task SET due_at = now() + interval '1 hour' WHERE kind = 'SYNC_SUBSCRIPTION'",
                "DELETE FROM subscription_payment",
                "DELETE FROM subscription_invoice");
        refundAtProcessor(intent);
        assertThat(Eventually.isTrue(() -> !column("SELECT id FROM processor_event WHERE type = 'refund.created'"
                                + " AND applied_at IS NOT NULL")
                        .isEmpty()))
                .isTrue();
        assertThat(payments()).isEmpty();
        shop.run("UPDATE processor_task SET due_at = now() WHERE kind = 'SYNC_SUBSCRIPTION'");
        assertThat(Eventually.isTrue(() -> payments().size() == 1)).isTrue();
        assertThat(Eventually.isTrue(() -> payments().at("/0/partiallyRefunded").booleanValue()))
                .isTrue();
    }
}
