package io.tollgate.support;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.db.Database;
import io.tollgate.db.DatabaseSettings;
import io.tollgate.db.Ids;
import io.tollgate.records.Records;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A seller of one test: keys of both modes, and records put where Tollgate itself puts them. */
public final class TestSeller {

    private final TestGateway gateway;
    private final String name;
    private final String liveKey;
    private final String testKey;
    private final String id;

    TestSeller(TestGateway gateway, String name, String liveKey, String testKey) {
        this.gateway = gateway;
        this.name = name;
        this.liveKey = liveKey;
        this.testKey = testKey;
        this.id = await(Store.DATABASE.get("SELECT id FROM seller WHERE name = $1", Tuple.of(name)))
                .iterator()
                .next()
                .getString(0);
    }

    /** The database, as the write path uses it. */
    private static final class Store {
        static final Vertx VERTX = Vertx.vertx();
        static final Database DATABASE = new Database(
                VERTX, new DatabaseSettings(TestDatabase.url(), 4, 2, 2, 8, 10_000, 10_000, 30_000, 0, 1_000, 1_000));
    }

    public String id() {
        return id;
    }

    public String name() {
        return name;
    }

    public String liveKey() {
        return liveKey;
    }

    public String testKey() {
        return testKey;
    }

    public TestApi live() {
        return gateway.api(liveKey);
    }

    public TestApi test() {
        return gateway.api(testKey);
    }

    public Scope scope(boolean live) {
        return new Scope(id, live);
    }

    /** Writes a record created now, valid in all its fields; the test says what matters to it. */
    public ObjectNode has(Resource resource, boolean live, Consumer<ObjectNode> what) {
        return has(resource, live, Instant.now().truncatedTo(ChronoUnit.MILLIS), what);
    }

    public ObjectNode has(Resource resource, boolean live, Instant createdAt, Consumer<ObjectNode> what) {
        ObjectNode record = sample(resource, live, createdAt);
        what.accept(record);
        await(insert(resource, live, record));
        return record;
    }

    /** A record with a value in every field, not yet written. */
    public ObjectNode sample(Resource resource, boolean live, Instant createdAt) {
        ObjectNode record = Samples.record(resource);
        record.put("id", Ids.next(createdAt)).put("createdAt", Times.text(createdAt));
        if (record.has("sellerId")) {
            record.put("sellerId", id);
        }
        if (record.has("updatedAt")) {
            record.put("updatedAt", Times.text(createdAt));
        }
        if (record.has("livemode")) {
            record.put("livemode", live);
        }
        Samples.unique(resource, record);
        return record;
    }

    public Future<Void> insert(Resource resource, boolean live, ObjectNode record) {
        Scope scope = scope(live);
        if (!resource.recorded()) {
            return Store.DATABASE.write(scope, transaction -> TestCatalogue.insert(transaction, id, resource, record));
        }
        return Store.DATABASE.write(
                scope,
                transaction -> parents(resource, live, record)
                        .compose(done -> Records.insert(transaction, scope, resource, record)));
    }

    /** Many records at once, in one transaction; none may need a parent. */
    public Future<Void> insertAll(Resource resource, boolean live, List<ObjectNode> records) {
        Scope scope = scope(live);
        return Store.DATABASE.write(
                scope,
                transaction -> Future.join(records.stream()
                                .map(record -> Records.insert(transaction, scope, resource, record))
                                .toList())
                        .mapEmpty());
    }

    public void update(Resource resource, boolean live, ObjectNode former, ObjectNode record) {
        Scope scope = scope(live);
        await(Store.DATABASE.write(scope, transaction -> Records.update(transaction, scope, resource, former, record)));
    }

    /** Tickets belong to a booking and payments of a subscription to one: made where they are missing. */
    private Future<Void> parents(Resource resource, boolean live, ObjectNode record) {
        return Parents.of(this, resource, live, record);
    }

    /** The database under the tests, as Tollgate's own write path uses it. */
    public static Database database() {
        return Store.DATABASE;
    }

    public static RowSet<Row> rows(String sql, Object... values) {
        return await(query(sql, List.of(values)));
    }

    static Future<RowSet<Row>> query(String sql, List<Object> values) {
        return Store.DATABASE.get(sql, Tuple.wrap(new java.util.ArrayList<>(values)));
    }

    public static <T> T await(Future<T> future) {
        try {
            return future.await(30, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("no answer in time", e);
        }
    }
}
