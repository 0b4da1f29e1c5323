package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tollgate.platform.clock.Clock;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The metrics of sales count live orders, what was paid, and refunds, of all sellers. */
class SalesMetricsTest {
    private static final String CURRENCY = "nzd";

    private final TestShop shop = TestShop.open();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final SalesMetrics metrics = new SalesMetrics(registry, TestSeller.database(), Clock.SYSTEM);

    private double amount(String name) {
        TestSeller.await(metrics.measure());
        return registry.get(name).tag("currency", CURRENCY).gauge().value();
    }

    private String buy(boolean test) {
        Shelf page =
                shop.page(("{'name': 'Mug', 'testmode': %s, 'productData': {'title': 'Mug', 'prices': [{'amount': 2050,"
                                + " 'currency': '%s'}]}}")
                        .formatted(test, CURRENCY));
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown order = ada.order(page.path()).expect(303);
        if (!test) {
            ada.pay(order.path(), "4242424242424242");
            ada.comeBack(order.path());
        }
        return (test ? shop.seller().test() : shop.seller().live())
                .get("/v1/payments")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
    }

    @Test
    void liveOrdersRevenueAndRefunds() {
        TestSeller.await(metrics.measure());
        double orders = orders();
        assertThat(registry.get("tollgate.revenue.last.hour")
                        .tag("currency", "usd")
                        .gauges())
                .hasSize(1);
        String payment = buy(false);
        assertThat(amount("tollgate.revenue.last.hour")).isEqualTo(20.5);
        assertThat(orders()).isGreaterThan(orders);
        buy(true);
        assertThat(amount("tollgate.revenue.last.hour")).isEqualTo(20.5);
        shop.seller()
                .live()
                .post("/v1/payments/" + payment + "/refund", "{\"amount\": 525}")
                .expect(200);
        assertThat(amount("tollgate.refunded.last.hour")).isEqualTo(5.25);
        assertThat(registry.get("tollgate.refunds.last.hour").gauge().value()).isPositive();
    }

    /** A scrape beside a measurement sees every metric. */
    @Test
    void aMeasurementReplacesNoGauge() {
        TestSeller.await(metrics.measure());
        List<Meter> before = registry.getMeters();
        List<Meter> removed = new ArrayList<>();
        registry.config().onMeterRemoved(removed::add);
        TestSeller.await(metrics.measure());
        assertThat(before).hasSizeGreaterThan(5);
        assertThat(removed).isEmpty();
    }

    private double orders() {
        return registry.get("tollgate.orders.last.hour")
                .tag("kind", "payment")
                .gauge()
                .value();
    }
}
