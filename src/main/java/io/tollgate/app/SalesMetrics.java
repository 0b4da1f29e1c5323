package io.tollgate.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.pricing.Currency;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Measures the live sales of the last hour in the database, for all sellers. All instances show the same values.
 *
 * <p>Each seller's records are read by the primary key, because the ids of records begin with their time.
 */
final class SalesMetrics {
    private static final Duration WINDOW = Duration.ofHours(1);

    /** The currency that is shown even without sales. */
    private static final String DEFAULT_CURRENCY = "usd";

    private static final String SALES = """
            SELECT r.kind, r.currency, count(*), coalesce(sum(r.paid), 0)::bigint
            FROM seller s CROSS JOIN LATERAL (
                SELECT 'payment' AS kind, convert_from(record, 'UTF8')::jsonb ->> 'currency' AS currency,
                       amount_paid AS paid
                FROM payment WHERE seller_id = s.id AND livemode AND id >= $1 AND status <> 'draft'
                UNION ALL
                SELECT 'booking', convert_from(record, 'UTF8')::jsonb ->> 'currency', amount_paid
                FROM booking WHERE seller_id = s.id AND livemode AND id >= $1 AND status <> 'draft'
                UNION ALL
                SELECT 'subscription_payment', convert_from(record, 'UTF8')::jsonb ->> 'currency',
                       (convert_from(record, 'UTF8')::jsonb ->> 'amount')::bigint
                FROM subscription_payment WHERE seller_id = s.id AND livemode AND id >= $1 AND paid
                UNION ALL
                SELECT 'refund', currency, amount
                FROM refund WHERE seller_id = s.id AND livemode AND id >= $1 AND status = 'SUCCEEDED') r
            GROUP BY r.kind, r.currency
            """;

    private static final String REFUND = "refund";
    private static final List<String> ORDERS = List.of("payment", "booking", "subscription_payment");

    private final Database database;
    private final Clock clock;
    private final MultiGauge orders;
    private final MultiGauge revenue;
    private final MultiGauge refunds;
    private final MultiGauge refunded;

    /** The currencies that had sales since the start. They stay visible, so that their graphs return to 0. */
    private final Set<String> currencies = new TreeSet<>(Set.of(DEFAULT_CURRENCY));

    SalesMetrics(MeterRegistry registry, Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.orders = MultiGauge.builder("tollgate.orders.last.hour")
                .description("Live orders and paid charges of subscriptions of the last hour.")
                .register(registry);
        this.revenue = MultiGauge.builder("tollgate.revenue.last.hour")
                .description("What was paid for them, in units of the currency.")
                .register(registry);
        this.refunds = MultiGauge.builder("tollgate.refunds.last.hour")
                .description("Live refunds of the last hour that succeeded.")
                .register(registry);
        this.refunded = MultiGauge.builder("tollgate.refunded.last.hour")
                .description("The amount of these refunds, in units of the currency.")
                .register(registry);
        show(new Sums(new TreeMap<>(), new TreeMap<>(), new TreeMap<>()));
    }

    /** The counts by kind, and the amounts by currency in its smallest unit. */
    private record Sums(Map<String, Long> counts, Map<String, Long> revenue, Map<String, Long> refunded) {}

    /** Queries the sales. The values stay as they are if the query fails. */
    Future<Void> measure() {
        String since = "%08x".formatted(clock.now().minus(WINDOW).getEpochSecond()) + "0".repeat(16);
        return database.get(SALES, Tuple.of(since)).map(rows -> {
            Sums sums = new Sums(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
            for (Row row : rows) {
                String kind = row.getString(0);
                sums.counts().merge(kind, row.getLong(2), Long::sum);
                (kind.equals(REFUND) ? sums.refunded() : sums.revenue())
                        .merge(row.getString(1), row.getLong(3), Long::sum);
            }
            show(sums);
            return null;
        });
    }

    private void show(Sums sums) {
        currencies.addAll(sums.revenue().keySet());
        currencies.addAll(sums.refunded().keySet());
        orders.register(
                ORDERS.stream()
                        .<MultiGauge.Row<?>>map(kind -> MultiGauge.Row.of(
                                Tags.of("kind", kind), sums.counts().getOrDefault(kind, 0L)))
                        .toList(),
                true);
        refunds.register(List.of(MultiGauge.Row.of(Tags.empty(), sums.counts().getOrDefault(REFUND, 0L))), true);
        amounts(revenue, sums.revenue());
        amounts(refunded, sums.refunded());
    }

    private void amounts(MultiGauge gauge, Map<String, Long> amounts) {
        gauge.register(
                currencies.stream()
                        .<MultiGauge.Row<?>>map(currency -> MultiGauge.Row.of(
                                Tags.of("currency", currency), major(currency, amounts.getOrDefault(currency, 0L))))
                        .toList(),
                true);
    }

    private static BigDecimal major(String currency, long amount) {
        return Currency.of(currency).major(amount);
    }
}
