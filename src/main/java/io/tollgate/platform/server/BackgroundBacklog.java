package io.tollgate.platform.server;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Resource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Measures how far background work is behind, as recorded in the database. */
public final class BackgroundBacklog {
    /** Limits the count, because counting a very large journal would add load. */
    private static final int COUNTED_MAX = 100_000;

    private static final String TASKS =
            "SELECT count(*), min(due_at) FROM processor_task WHERE due_at <= $1::timestamptz";

    private static final String FAILED_TASKS = "SELECT count(*) FROM processor_task WHERE failed_at IS NOT NULL";

    private static final String EVENTS = "SELECT min(received_at) FROM processor_event WHERE applied_at IS NULL";

    private static final String UNNUMBERED =
            "SELECT min(created_at) FROM reported_change WHERE xid >= (SELECT reached FROM event_relay)";

    private final Database database;
    private final Clock clock;
    private final String journal;
    private volatile Instant folded;
    private volatile double journalEntries = Double.NaN;
    private volatile double tasksDue = Double.NaN;
    private volatile double taskLagSeconds = Double.NaN;
    private volatile double tasksFailed = Double.NaN;
    private volatile double eventAgeSeconds = Double.NaN;
    private volatile double feedLagSeconds = Double.NaN;

    public BackgroundBacklog(Database database, Clock clock, List<Resource> resources) {
        this.database = database;
        this.clock = clock;
        this.folded = clock.now();
        this.journal = resources.stream()
                .filter(Resource::recorded)
                .map(resource -> "(SELECT count(*) FROM (SELECT FROM " + resource.table() + "_change LIMIT "
                        + COUNTED_MAX + ") entries)")
                .collect(Collectors.joining(" + ", "SELECT ", ""));
    }

    public void showIn(Metrics metrics) {
        metrics.gauge(
                "tollgate.fold.age.seconds",
                "Seconds since this instance last folded the count journal.",
                () -> Math.max(0, Duration.between(folded, clock.now()).toMillis()) / 1000.0);
        metrics.gauge(
                "tollgate.journal.entries",
                "Entries of the count journal that are not folded yet, up to 100,000 for each resource.",
                () -> journalEntries);
        metrics.gauge("tollgate.tasks.due", "Payment processor tasks that are due and not done.", () -> tasksDue);
        metrics.gauge(
                "tollgate.task.lag.seconds",
                "Seconds for which the oldest payment processor task has been due.",
                () -> taskLagSeconds);
        metrics.gauge(
                "tollgate.tasks.failed",
                "Payment processor tasks that were given up, and wait for an operator.",
                () -> tasksFailed);
        metrics.gauge(
                "tollgate.processor.event.age.seconds",
                "Age of the oldest event of the payment processor that is not applied.",
                () -> eventAgeSeconds);
        metrics.gauge(
                "tollgate.feed.lag.seconds",
                "Age of the oldest change that is not in the feed yet.",
                () -> feedLagSeconds);
    }

    /** Records that the journal has just been folded. */
    public void hasFolded() {
        folded = clock.now();
    }

    /** Queries the backlog. The values are unknown (NaN) if the query fails. */
    public Future<Void> measure() {
        Instant now = clock.now();
        OffsetDateTime at = now.atOffset(ZoneOffset.UTC);
        return database.get(journal, Tuple.tuple())
                .compose(rows -> {
                    journalEntries = rows.iterator().next().getLong(0);
                    return database.get(TASKS, Tuple.of(at));
                })
                .compose(rows -> {
                    Row row = rows.iterator().next();
                    tasksDue = row.getLong(0);
                    taskLagSeconds = secondsSince(row.getOffsetDateTime(1), now);
                    return database.get(FAILED_TASKS, Tuple.tuple());
                })
                .compose(rows -> {
                    tasksFailed = rows.iterator().next().getLong(0);
                    return database.get(EVENTS, Tuple.tuple());
                })
                .compose(rows -> {
                    eventAgeSeconds = secondsSince(rows.iterator().next().getOffsetDateTime(0), now);
                    return database.get(UNNUMBERED, Tuple.tuple());
                })
                .onSuccess(rows ->
                        feedLagSeconds = secondsSince(rows.iterator().next().getOffsetDateTime(0), now))
                .onFailure(failure -> {
                    journalEntries = Double.NaN;
                    tasksDue = Double.NaN;
                    taskLagSeconds = Double.NaN;
                    tasksFailed = Double.NaN;
                    eventAgeSeconds = Double.NaN;
                    feedLagSeconds = Double.NaN;
                })
                .mapEmpty();
    }

    private static double secondsSince(@Nullable OffsetDateTime moment, Instant now) {
        return moment == null ? 0 : Duration.between(moment.toInstant(), now).toMillis() / 1000.0;
    }
}
