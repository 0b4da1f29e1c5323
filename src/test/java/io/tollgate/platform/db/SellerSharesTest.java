package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Eventually;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One seller can use only its share of the connections for writes. */
class SellerSharesTest {
    private static final int POOL = 4;
    private static final int QUEUE = 6;
    private static final int HALF = 50;
    private static final int WRITES = 10;
    private static final String URL = TestDatabase.url();

    private final Vertx vertx = Vertx.vertx();
    private final Scope busy = TestGateway.shared().seller().scope(true);
    private final Scope other = TestGateway.shared().seller().scope(true);
    private final AtomicInteger running = new AtomicInteger();
    private final Promise<Void> gate = Promise.promise();

    @AfterEach
    void close() {
        gate.tryComplete();
        TestSeller.await(vertx.close());
    }

    private Database database(int percent, int patienceMillis) {
        return onLoop(() -> new Database(
                vertx,
                TestSettings.database(
                        URL,
                        "transactionPool=" + POOL,
                        "queueMax=" + QUEUE,
                        "queryTimeoutMillis=" + patienceMillis,
                        "sellerSharePercent=" + percent)));
    }

    private <T> T onLoop(Supplier<T> what) {
        return TestSeller.await(Future.future(promise -> vertx.runOnContext(loop -> promise.complete(what.get()))));
    }

    /** Writes of one seller that keep their connections until the gate opens. */
    private List<Future<Void>> held(Database database) {
        return onLoop(() -> IntStream.range(0, WRITES)
                .mapToObj(i -> database.write(busy, transaction -> {
                    running.incrementAndGet();
                    return gate.future();
                }))
                .toList());
    }

    private Future<?> write(Database database, Scope scope) {
        return onLoop(() -> database.write(
                scope, transaction -> transaction.query("SELECT 1").execute()));
    }

    @Test
    void others_write_while_a_seller_uses_all_of_its_share() {
        Database database = database(HALF, 20_000);
        List<Future<Void>> writes = held(database);
        assertThat(Eventually.isTrue(() -> running.get() == POOL / 2)).isTrue();
        for (int i = 0; i < WRITES; i++) {
            TestSeller.await(write(database, other));
        }
        assertThat(running).hasValue(POOL / 2);
        List<Future<Void>> rejected = writes.stream().filter(Future::failed).toList();
        assertThat(rejected)
                .hasSize(WRITES - POOL / 2 - QUEUE / 2)
                .allSatisfy(write -> assertThat(Outage.is(write.cause()))
                        .as("%s is answered 503", write.cause())
                        .isTrue());
        gate.complete();
        TestSeller.await(Future.join(writes).otherwiseEmpty());
        assertThat(running).as("those that waited ran").hasValue(WRITES - rejected.size());
        assertThat(database.openBreakers()).isZero();
        TestSeller.await(write(database, busy));
        database.close();
    }

    /** Control: without shares, one seller uses all connections, and others wait. */
    @SecondStage
    @Test
    void without_shares_others_wait() {
        Database database = database(100, 20_000);
        held(database);
        assertThat(Eventually.isTrue(() -> running.get() == POOL)).isTrue();
        Future<?> waiting = write(database, other);
        TestSeller.await(vertx.timer(500));
        assertThat(waiting.isComplete()).isFalse();
        gate.complete();
        TestSeller.await(waiting);
        database.close();
    }

    /** The client has received a 503; work that runs afterwards would run twice. */
    @SecondStage
    @Test
    void a_write_whose_turn_comes_too_late_is_not_begun() {
        SellerShares shares = new SellerShares(vertx, 1, 1, 1_500);
        AtomicInteger begun = new AtomicInteger();
        Future<Void> first = onLoop(() -> shares.run("seller", gate::future));
        Future<Object> second = onLoop(() -> shares.run("seller", () -> {
            begun.incrementAndGet();
            return Future.succeededFuture();
        }));
        assertThat(shares.hasRoom("seller")).isFalse();
        TestSeller.await(vertx.timer(2_000));
        onLoop(() -> {
            gate.complete();
            return true;
        });
        TestSeller.await(first);
        Throwable late = TestSeller.await(second.transform(ended -> Future.succeededFuture(ended.cause())));
        assertThat(late).isInstanceOf(TimeoutException.class);
        assertThat(begun).hasValue(0);
        assertThat(shares.hasRoom("seller")).isTrue();
        TestSeller.await(onLoop(() -> shares.run("seller", Future::succeededFuture)));
    }

    /** A connection lost without notice never ends its transaction. */
    @Test
    void a_transaction_that_never_ends_gives_its_place_back() {
        SellerShares shares = new SellerShares(vertx, 1, 1, 100);
        onLoop(() -> shares.run("seller", gate::future));
        assertThat(Eventually.isTrue(() -> TestSeller.await(onLoop(() -> shares.run("seller", Future::succeededFuture)
                        .transform(ended -> Future.succeededFuture(ended.succeeded()))))))
                .isTrue();
    }
}
