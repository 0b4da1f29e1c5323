package io.tollgate.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
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
import java.util.function.Supplier;

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
    private final MeterRegistry registry;

    /** The currencies that had sales since the start. They stay visible, so that their graphs return to 0. */
    private final Set<String> currencies = new TreeSet<>();

    private volatile Sums latest = new Sums(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

    SalesMetrics(MeterRegistry registry, Database database, Clock clock) {
        this.registry = registry;
        this.database = database;
        this.clock = clock;
        for (String kind : ORDERS) {
            gauge(
                    "tollgate.orders.last.hour",
                    "Live orders and paid charges of subscriptions of the last hour.",
                    Tags.of("kind", kind),
                    () -> latest.counts().getOrDefault(kind, 0L));
        }
        gauge(
                "tollgate.refunds.last.hour",
                "Live refunds of the last hour that succeeded.",
                Tags.empty(),
                () -> latest.counts().getOrDefault(REFUND, 0L));
        showCurrency(DEFAULT_CURRENCY);
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
            sums.revenue().keySet().forEach(this::showCurrency);
            sums.refunded().keySet().forEach(this::showCurrency);
            latest = sums;
            return null;
        });
    }

    private void showCurrency(String currency) {
        if (!currencies.add(currency)) {
            return;
        }
        Tags tags = Tags.of("currency", currency);
        gauge(
                "tollgate.revenue.last.hour",
                "What was paid for them, in units of the currency.",
                tags,
                () -> major(currency, latest.revenue()));
        gauge(
                "tollgate.refunded.last.hour",
                "The amount of these refunds, in units of the currency.",
                tags,
                () -> major(currency, latest.refunded()));
    }

    /** A gauge is registered once and never replaced, because a scrape beside a replacement would not see it. */
    private void gauge(String name, String description, Tags tags, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).tags(tags).register(registry);
    }

    private static BigDecimal major(String currency, Map<String, Long> amounts) {
        return Currency.of(currency).major(amounts.getOrDefault(currency, 0L));
    }
}
