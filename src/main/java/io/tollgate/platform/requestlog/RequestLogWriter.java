package io.tollgate.platform.requestlog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Outage;
import io.tollgate.platform.records.Rendering;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the queue to the database, batch by batch. A batch is one statement, which adds each call once, however often
 * it runs: what it counts are the rows that it has added.
 */
final class RequestLogWriter {
    private static final Logger LOG = LoggerFactory.getLogger(RequestLogWriter.class);

    private static final String ADD = """
            WITH given AS (
                SELECT * FROM unnest($1::text[], $2::boolean[], $3::text[], $4::timestamptz[], $5::text[], $6::text[],
                    $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::bytea[])
                AS g (seller_id, livemode, id, created_at, method, path, status, status_class, error_code, key_id,
                    record_id, record)),
            added AS (
                INSERT INTO request_log (seller_id, livemode, id, created_at, method, path, status, status_class,
                    error_code, key_id, record_id, record)
                SELECT seller_id, livemode, id, created_at, method, path, status, status_class, error_code, key_id,
                    record_id, record
                FROM given ORDER BY seller_id, livemode, id
                ON CONFLICT DO NOTHING
                RETURNING seller_id, livemode, id, created_at, (created_at AT TIME ZONE 'UTC')::date AS day, method,
                    coalesce(path, '') AS path, status::text AS status, status_class, error_code, key_id),
            counted AS (
                INSERT INTO request_log_change (seller_id, livemode, day, method, path, status, status_class,
                    error_code, key_id, records)
                SELECT seller_id, livemode, day, method, path, status, status_class, coalesce(error_code, ''), key_id,
                    count(*)
                FROM added GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9),
            wrong AS (SELECT * FROM unnest($13::text[], $14::text[]) AS w (id, parameter))
            INSERT INTO request_log_error AS e (seller_id, livemode, day, error_code, method, path, parameter, records,
                first_at, last_at, example_id)
            SELECT a.seller_id, a.livemode, a.day, a.error_code, a.method, a.path, coalesce(w.parameter, ''), count(*),
                min(a.created_at), max(a.created_at), max(a.id)
            FROM added a LEFT JOIN wrong w ON w.id = a.id
            WHERE a.error_code IS NOT NULL
            GROUP BY 1, 2, 3, 4, 5, 6, 7
            ORDER BY 1, 2, 3, 4, 5, 6, 7
            ON CONFLICT (seller_id, livemode, day, error_code, method, path, parameter) DO UPDATE
            SET records = e.records + excluded.records, first_at = least(e.first_at, excluded.first_at),
                last_at = greatest(e.last_at, excluded.last_at),
                example_id = greatest(e.example_id, excluded.example_id)
            """;

    private final RequestQueue queue;
    private final Database database;

    /** Calls that were taken from the queue and are not written, because the database could not be reached. */
    private List<LoggedRequest> batch = List.of();

    private Future<Void> running = Future.succeededFuture();

    RequestLogWriter(RequestQueue queue, Database database) {
        this.queue = queue;
        this.database = database;
    }

    /**
     * Writes until the queue is empty. Fails if the database cannot be reached; the next call continues. A batch that
     * the database rejects is dropped and counted. Call on the event loop of the database.
     */
    Future<Void> write() {
        if (running.isComplete()) {
            running = writeAll();
        }
        return running;
    }

    private Future<Void> writeAll() {
        if (batch.isEmpty()) {
            batch = queue.take();
        }
        return batch.isEmpty() ? Future.succeededFuture() : writeBatch().compose(done -> writeAll());
    }

    private Future<Void> writeBatch() {
        int calls = batch.size();
        return database.get(ADD, values(batch)).<Void>mapEmpty().transform(done -> {
            if (done.failed() && Outage.is(done.cause())) {
                return Future.failedFuture(done.cause());
            }
            batch = List.of();
            if (done.succeeded()) {
                queue.countWritten(calls);
            } else {
                LOG.error(
                        "Dropping {} calls that cannot be written to the request log: {}",
                        calls,
                        String.valueOf(done.cause()));
                queue.countDropped(calls);
            }
            return Future.succeededFuture();
        });
    }

    /** Drops what is not written, and returns how many calls that were. */
    int abandon() {
        int left = batch.size();
        batch = List.of();
        for (List<LoggedRequest> more = queue.take(); !more.isEmpty(); more = queue.take()) {
            left += more.size();
        }
        queue.countDropped(left);
        return left;
    }

    private static Tuple values(List<LoggedRequest> calls) {
        List<ObjectNode> entries =
                calls.stream().map(LoggedRequestEncoder::encode).toList();
        List<String> wrongIds = new ArrayList<>();
        List<String> wrongNames = new ArrayList<>();
        for (ObjectNode entry : entries) {
            entry.get("parameters").forEach(name -> {
                wrongIds.add(entry.get("id").textValue());
                wrongNames.add(name.textValue());
            });
        }
        return Tuple.tuple()
                .addValue(texts(entries, "sellerId"))
                .addValue(all(entries, entry -> entry.get("livemode").booleanValue(), Boolean[]::new))
                .addValue(texts(entries, "id"))
                .addValue(all(calls, call -> call.createdAt().atOffset(ZoneOffset.UTC), OffsetDateTime[]::new))
                .addValue(texts(entries, "method"))
                .addValue(texts(entries, "path"))
                .addValue(all(entries, entry -> entry.get("status").longValue(), Long[]::new))
                .addValue(texts(entries, "statusClass"))
                .addValue(texts(entries, "errorCode"))
                .addValue(texts(entries, "keyId"))
                .addValue(texts(entries, "recordId"))
                .addValue(all(
                        entries,
                        entry -> Buffer.buffer(Rendering.render(LoggedRequests.RESOURCE.fields(), entry)),
                        Buffer[]::new))
                .addValue(wrongIds.toArray(String[]::new))
                .addValue(wrongNames.toArray(String[]::new));
    }

    private static String[] texts(List<ObjectNode> entries, String name) {
        return all(entries, entry -> entry.get(name).textValue(), String[]::new);
    }

    private static <S, T> T[] all(List<S> from, Function<S, T> value, IntFunction<T[]> array) {
        return from.stream().map(value).toArray(array);
    }
}
