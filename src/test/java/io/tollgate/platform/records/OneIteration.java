package io.tollgate.platform.records;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Reads records within one iteration of an event loop, and counts the statements of each test. */
final class OneIteration implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final AtomicInteger statements = new AtomicInteger();
    private @Nullable Database database;

    @Override
    public void beforeAll(ExtensionContext tests) {
        database = new Database(
                vertx,
                TestSettings.database(
                        TestDatabase.url(), "listPool=2", "searchPool=2", "getPool=2", "transactionPool=2"));
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        statements.set(0);
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        TestSeller.await(vertx.close());
    }

    /** Returns the result or the failure of each request. */
    <W, A> List<Future<A>> readAll(
            TenantGuards walls, List<W> wanted, Function<Records, Function<W, Future<A>>> question) {
        Records records = records(walls);
        List<Future<A>> answers = new ArrayList<>();
        await(() -> {
            wanted.forEach(each -> answers.add(question.apply(records).apply(each)));
            return Future.join(answers).otherwiseEmpty();
        });
        return answers;
    }

    /** Opens records whose statements are counted. */
    Records records(TenantGuards walls) {
        return records(walls, Clock.SYSTEM);
    }

    Records records(TenantGuards walls, Clock clock) {
        return records(walls, clock, new SearchMemory());
    }

    Records records(TenantGuards walls, Clock clock, SearchMemory memory) {
        return new Records(
                Objects.requireNonNull(database),
                clock,
                memory,
                new TenantGuards(
                        sql -> {
                            statements.incrementAndGet();
                            return walls.statement().apply(sql);
                        },
                        walls.comparison()));
    }

    /** Runs within one event-loop iteration. */
    <T> T await(Supplier<Future<T>> what) {
        Promise<T> answer = Promise.promise();
        loop.runOnContext(
                turn -> Future.succeededFuture().compose(begun -> what.get()).onComplete(answer));
        return TestSeller.await(answer.future());
    }

    int statements() {
        return statements.get();
    }
}
