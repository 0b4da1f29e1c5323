package io.tollgate.support;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The seller of one test: its API keys for both modes, and records stored in the same way as Tollgate stores them. */
public final class TestSeller {
    private static final int ROUNDS_MAX = 10;

    /** Makes due what is due within five minutes by the clock of its mode. */
    private static final String HASTEN = """
            UPDATE %s t SET due_at = own.time FROM (
                SELECT mode.live, now() + CASE WHEN mode.live THEN 0 ELSE coalesce(c.offset_millis, 0) END
                    * interval '1 millisecond' AS time
                FROM (VALUES (true), (false)) mode (live) LEFT JOIN test_clock c ON c.seller_id = $1) own
            WHERE t.seller_id = $1 AND t.livemode = own.live
              AND t.due_at BETWEEN own.time AND own.time + interval '5 minutes'
            """;

    private static final List<String> HASTENING = List.of(
            HASTEN.formatted("processor_task"),
            HASTEN.formatted("simulated_event"),
            "UPDATE mail_message SET due_at = now() WHERE seller_id = $1"
                    + " AND due_at BETWEEN now() AND now() + interval '5 minutes'",
            // Refunds change their status seconds after they were created.
            """
            UPDATE simulated_object SET object =
                jsonb_set(object, '{created}', to_jsonb((object ->> 'created')::bigint - 10))
            WHERE seller_id = $1 AND kind = 'refund'
            """,
            """
            UPDATE simulated_object SET object = jsonb_set(object, '{simulator_until}', '0')
            WHERE seller_id = $1 AND kind = 'payment_intent' AND object ->> 'status' = 'processing'
            """);

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

    /** The database client that Tollgate uses for writes. */
    private static final class Store {
        static final Vertx VERTX = Vertx.vertx();
        static final Database DATABASE = new Database(
                VERTX,
                TestSettings.database(
                        TestDatabase.url(),
                        "listPool=4",
                        "searchPool=2",
                        "getPool=2",
                        "transactionPool=8",
                        "queueMax=10000"));
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

    /** Does what is due now in both modes, until nothing is left. */
    public void settle() {
        gateway.settle(scope(true));
        gateway.settle(scope(false));
    }

    /**
     * Does what is due until a condition is true. Does not wait for what is due within the next minutes, such as the
     * next attempt of a task that failed. Returns false if the condition is not true when nothing is left.
     */
    public boolean settles(BooleanSupplier condition) {
        if (gateway.hasLoops()) {
            return Eventually.isTrue(condition);
        }
        for (int round = 0; round < ROUNDS_MAX; round++) {
            if (condition.getAsBoolean()) {
                return true;
            }
            settle();
            if (condition.getAsBoolean()) {
                return true;
            }
            HASTENING.forEach(change -> rows(change, id));
        }
        return false;
    }

    /** Stores a record created now with valid values in all fields, except those that the test sets. */
    public ObjectNode create(Resource resource, boolean live, Consumer<ObjectNode> what) {
        return create(resource, live, Instant.now().truncatedTo(ChronoUnit.MILLIS), what);
    }

    public ObjectNode create(Resource resource, boolean live, Instant createdAt, Consumer<ObjectNode> what) {
        ObjectNode record = sample(resource, live, createdAt);
        what.accept(record);
        await(insert(resource, live, record));
        return record;
    }

    /** Returns a record with a value in every field, without storing it. */
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
        Samples.makeUnique(resource, record);
        return record;
    }

    /** A key that nobody has. */
    private static final String KEY = "INSERT INTO api_key (key_hash, id, seller_id, livemode, label, prefix, last4,"
            + " created_at) VALUES ('none ' || $1, $1, $2, $3, 'sample', 'sk_', '0000', $4)";

    public Future<Void> insert(Resource resource, boolean live, ObjectNode record) {
        Scope scope = scope(live);
        if (resource.path().equals("/v1/api-keys")) {
            return Store.DATABASE
                    .get(
                            KEY,
                            Tuple.of(
                                    record.get("id").textValue(),
                                    id,
                                    live,
                                    Clock.SYSTEM.now().atOffset(ZoneOffset.UTC)))
                    .mapEmpty();
        }
        if (!resource.recorded()) {
            return Store.DATABASE.write(scope, transaction -> TestCatalog.insert(transaction, id, resource, record));
        }
        return Store.DATABASE.write(
                scope,
                transaction -> createParents(resource, live, record)
                        .compose(done ->
                                Records.insert(transaction, scope, resource, Stored.rendered(resource, record))));
    }

    /** Stores many records in one transaction. They must not need parent records. */
    public Future<Void> insertAll(Resource resource, boolean live, List<ObjectNode> records) {
        Scope scope = scope(live);
        return Store.DATABASE.write(
                scope,
                transaction -> Future.join(records.stream()
                                .map(record ->
                                        Records.insert(transaction, scope, resource, Stored.rendered(resource, record)))
                                .toList())
                        .mapEmpty());
    }

    public void update(Resource resource, boolean live, ObjectNode former, ObjectNode record) {
        Scope scope = scope(live);
        await(Store.DATABASE.write(
                scope,
                transaction ->
                        Records.update(transaction, scope, resource, former, Stored.rendered(resource, record))));
    }

    /** Creates the missing parents: the booking of a ticket, the subscription of a subscription payment. */
    private Future<Void> createParents(Resource resource, boolean live, ObjectNode record) {
        return ParentRecords.createFor(this, resource, live, record);
    }

    /** Returns the database client of the tests. */
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
            return future.await(Eventually.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("no result in time", e);
        }
    }
}
