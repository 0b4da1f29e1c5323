package io.tollgate.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.records.Projection;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.booking.Bookings;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * Writes bookings of one seller into their table, one in each transaction: the row alone, the row with its
 * narrow twin, which is what it is searched by, or all of it, with the journal that it is counted by.
 */
final class InsertLoad {
    private final Database database;
    private final Scope scope;
    private final ObjectNode sample;
    private final AtomicInteger orders = new AtomicInteger();

    InsertLoad(Database database, Scope scope, ObjectNode sample) {
        this.database = database;
        this.scope = scope;
        this.sample = sample;
    }

    double row(int writers, int seconds) {
        return run(writers, seconds, (transaction, record) -> insert(transaction, record, false));
    }

    double searched(int writers, int seconds) {
        return run(writers, seconds, (transaction, record) -> insert(transaction, record, true));
    }

    double counted(int writers, int seconds) {
        return run(
                writers,
                seconds,
                (transaction, record) -> Records.insert(
                        transaction, scope, Bookings.RESOURCE, Stored.rendered(Bookings.RESOURCE, record)));
    }

    private double run(int writers, int seconds, BiFunction<SqlConnection, ObjectNode, Future<Void>> insert) {
        long begun = System.nanoTime();
        long end = begun + TimeUnit.SECONDS.toNanos(seconds);
        AtomicLong written = new AtomicLong();
        List<Future<Void>> all = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            all.add(next(insert, end, written));
        }
        try {
            Future.all(all).await(seconds + 30L, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("writers did not end", e);
        }
        return written.get() / ((System.nanoTime() - begun) / 1e9);
    }

    private Future<Void> next(
            BiFunction<SqlConnection, ObjectNode, Future<Void>> insert, long end, AtomicLong written) {
        if (System.nanoTime() >= end) {
            return Future.succeededFuture();
        }
        return database.write(scope, transaction -> insert.apply(transaction, record()))
                .compose(done -> {
                    written.incrementAndGet();
                    return next(insert, end, written);
                });
    }

    private ObjectNode record() {
        Instant now = Clock.SYSTEM.now();
        return sample.deepCopy()
                .put("id", Ids.next(now))
                .put("orderId", "bench " + orders.incrementAndGet()) // No booking has a number like that.
                .put("createdAt", Times.text(now))
                .put("updatedAt", Times.text(now));
    }

    private Future<Void> insert(SqlConnection transaction, ObjectNode record, boolean searched) {
        Projection projection = Projection.of(scope, Bookings.RESOURCE, record);
        List<Object> values = new ArrayList<>();
        String sql = into("booking", projection.row(Rendering.render(Bookings.RESOURCE.fields(), record)), values);
        if (searched) {
            sql = "WITH record AS (" + sql + ") " + into("booking_lookup", projection.lookup(), values);
        }
        return transaction.preparedQuery(sql).execute(Tuple.wrap(values)).mapEmpty();
    }

    private static String into(String table, Map<String, Object> columns, List<Object> values) {
        StringBuilder places = new StringBuilder();
        columns.values().forEach(value -> {
            values.add(value instanceof byte[] bytes ? Buffer.buffer(bytes) : value);
            places.append(places.isEmpty() ? "$" : ", $").append(values.size());
        });
        return "INSERT INTO " + table + " (" + String.join(", ", columns.keySet()) + ") VALUES (" + places + ")";
    }
}
