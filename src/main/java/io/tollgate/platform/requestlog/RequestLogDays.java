package io.tollgate.platform.requestlog;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the partitions of the next days in the request log, and drops those that are no longer kept. */
public final class RequestLogDays {
    private static final Logger LOG = LoggerFactory.getLogger(RequestLogDays.class);
    private static final int PAUSE_MILLIS = 3_600_000;

    /** Days for which partitions exist ahead, so that a failing creation has time to be repeated. */
    private static final int AHEAD = 2;

    private final Database database;
    private final Clock clock;
    private final RequestLogSettings settings;

    public RequestLogDays(Database database, Clock clock, RequestLogSettings settings) {
        this.database = database;
        this.clock = clock;
        this.settings = settings;
    }

    /** Creates and drops partitions now and each hour. */
    public void start(Vertx vertx) {
        run().onFailure(failure -> LOG.warn("Partitions of the request log: {}", String.valueOf(failure)))
                .onComplete(done -> vertx.setTimer(PAUSE_MILLIS, timer -> start(vertx)));
    }

    /** Creates missing partitions and drops old ones. Completes when both were tried, and fails if one failed. */
    public Future<Void> run() {
        LocalDate today = clock.now().atOffset(ZoneOffset.UTC).toLocalDate();
        Future<Void> added = settings.enabled() ? add(today, today.plusDays(AHEAD)) : Future.succeededFuture();
        return added.transform(done -> drop(today.plusDays(1).minusDays(settings.enabled() ? settings.days() + 1L : 0))
                .compose(dropped -> added));
    }

    private Future<Void> add(LocalDate day, LocalDate last) {
        Future<RowSet<Row>> added = database.get("SELECT request_log_add_day($1)", Tuple.of(day));
        return day.equals(last)
                ? added.mapEmpty()
                : added.transform(done -> add(day.plusDays(1), last).compose(rest -> added.mapEmpty()));
    }

    /** Drops the partitions of the days before one, each in a transaction of its own. */
    private Future<Void> drop(LocalDate before) {
        return database.get("SELECT request_log_drop_day($1)", Tuple.of(before)).compose(rows -> {
            boolean more = rows.iterator().next().getLocalDate(0) != null;
            return more ? drop(before) : Future.succeededFuture();
        });
    }
}
