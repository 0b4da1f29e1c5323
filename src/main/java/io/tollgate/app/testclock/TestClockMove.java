package io.tollgate.app.testclock;

import io.tollgate.platform.db.Ids;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.ExternalOperation;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorAccount;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;

/**
 * Moves the clock of one seller. The move is recorded before the clock moves, so that a second one returns 409. If the
 * instance stops meanwhile, the clock stands at the time that it has reached.
 */
record TestClockMove(WriteExecutor writes, TimePassage passage, ClockTarget to)
        implements ExternalOperation<TestClockMove.Begun> {
    /**
     * A move that has begun.
     *
     * @param offset of the clock before it
     */
    record Begun(Scope scope, String id, Duration offset, Instant target) {}

    @Override
    public Future<Begun> begin(WriteContext write) {
        return TestClockStore.lock(write)
                .compose(locked -> requireSimulator(write).compose(simulated -> {
                    Instant real = write.realTime();
                    Instant target = to.of(real.plus(locked.offset()), real, locked.target());
                    Begun begun = new Begun(write.scope(), Ids.next(real), locked.offset(), target);
                    return TestClockStore.begin(write, begun).map(begun);
                }));
    }

    /** @throws ApiError 422 if test mode has a real account, whose time does not follow the clock */
    private static Future<Void> requireSimulator(WriteContext write) {
        return ProcessorAccount.find(write.transaction(), write.scope()).map(account -> {
            if (account != null && !account.simulated()) {
                throw ApiError.unprocessable(
                        "processor_not_simulated",
                        "The test clock needs the simulated payment processor. Test mode is connected to an account"
                                + " whose time Tollgate cannot move.");
            }
            return null;
        });
    }

    @Override
    public Future<WriteExecutor.Command> call(Begun begun) {
        return passage.pass(begun.scope(), begun.id(), begun.target())
                .map(complete -> write -> end(write, begun, complete));
    }

    /** Moves the clock at once. What would happen on the way is not known before: the response has no events. */
    @Override
    public WriteExecutor.Command assumed(Begun begun) {
        return write -> {
            Duration offset = Duration.between(write.realTime(), begun.target());
            return TestClockStore.move(
                            write.transaction(), begun.scope().sellerId(), begun.id(), offset, write.realTime())
                    .compose(moved -> end(write, begun, true));
        };
    }

    private static Future<ApiResponse> end(WriteContext write, Begun begun, boolean complete) {
        String sellerId = begun.scope().sellerId();
        return TestClockStore.offset(write.transaction(), sellerId)
                .compose(offset -> TestClockStore.end(
                                write.transaction(), sellerId, begun.id(), write.realTime(), complete)
                        .compose(ended -> write.audit(
                                TestClockEncoder.RESOURCE,
                                sellerId,
                                TestClockEncoder.state(write.realTime(), begun.offset()),
                                TestClockEncoder.state(write.realTime(), offset)))
                        .compose(noted ->
                                TestClockStore.events(write.transaction(), sellerId, TestClockEncoder.EVENTS_MAX))
                        .map(events ->
                                TestClockEncoder.moved(write.realTime(), offset, begun.target(), complete, events)));
    }

    @Override
    public Future<Void> abandon(Begun begun, Throwable failure) {
        return writes.run(
                begun.scope(),
                write -> TestClockStore.end(
                        write.transaction(), begun.scope().sellerId(), begun.id(), write.realTime(), false));
    }

    @Override
    public Throwable toApiError(Throwable failure) {
        return failure;
    }
}
