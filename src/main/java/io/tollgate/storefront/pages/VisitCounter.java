package io.tollgate.storefront.pages;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.records.MeasureJournal;
import io.tollgate.platform.resource.Measures;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the visits of pages. Collects them in memory and adds them up at intervals, so that a popular page does not
 * become one contended row. A crash loses the visits of the last interval. Used by one event loop.
 */
final class VisitCounter {
    private static final Logger LOG = LoggerFactory.getLogger(VisitCounter.class);
    private static final int PAGES_MAX = 10_000;
    private static final String ADD = """
            INSERT INTO page_visits (seller_id, page_id, visit_count) VALUES ($1, $2, $3)
            ON CONFLICT (seller_id, page_id)
            DO UPDATE SET visit_count = page_visits.visit_count + EXCLUDED.visit_count
            """;

    private final Database database;
    private final Clock clock;
    private Map<Visited, Integer> visits = new HashMap<>();

    private record Visited(Scope scope, String pageId) {}

    VisitCounter(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Counts a visit, unless too many other pages wait to be written. */
    void count(Scope scope, String pageId) {
        Visited page = new Visited(scope, pageId);
        if (visits.size() < PAGES_MAX || visits.containsKey(page)) {
            visits.merge(page, 1, Integer::sum);
        }
    }

    /** Writes the visits that were counted since the last call. Those that cannot be written are lost. */
    Future<Void> write() {
        Map<Visited, Integer> counted = visits;
        visits = new HashMap<>();
        List<Future<?>> written = new ArrayList<>();
        counted.forEach((page, times) -> written.add(
                write(page, times).onFailure(failure -> LOG.warn("Counting visits failed: {}", failure.toString()))));
        return Future.join(written).<Void>mapEmpty().otherwiseEmpty();
    }

    /** Adds visits to the number of the page, and to the reports of its mode. */
    private Future<Void> write(Visited page, int times) {
        Scope scope = page.scope();
        Measures.Change change = new Measures.Change("visits", page.pageId(), "", times);
        return database.write(
                scope,
                transaction -> TestClock.in(transaction, scope, clock)
                        .compose(time -> Future.all(
                                transaction.preparedQuery(ADD).execute(Tuple.of(scope.sellerId(), page.pageId(), (long)
                                        times)),
                                MeasureJournal.append(
                                        transaction, List.of(new MeasureJournal.Entry(scope, time.now(), change)))))
                        .mapEmpty());
    }
}
