package io.tollgate.processor;

import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;

/**
 * A record that is made at the processor first and then here. A guard, committed before the call,
 * clears up at the processor unless the transaction that writes the record strikes it off.
 */
public abstract class ExternalCreation implements WriteExecutor.ExternalOperation<ExternalCreation.Begun> {
    private final Processing processing;

    /** What was noted before the call. */
    public record Begun(String recordId, ProcessorAccount account, Task guard) {}

    protected ExternalCreation(Processing processing) {
        this.processing = processing;
    }

    /** What can be refused before the processor is asked. */
    protected abstract Future<Void> check(WriteContext write);

    /** Notes how to clear up after a record of this id. */
    protected abstract Future<Task> guard(WriteContext write, String recordId);

    /** Makes it at the processor; gives its id there. */
    protected abstract Future<String> make(ProcessorClient client, Begun begun);

    /** Writes it here. */
    protected abstract WriteExecutor.Command written(Begun begun, String processorId);

    @Override
    public final Future<Begun> begin(WriteContext write) {
        String id = write.newId();
        return ProcessorAccount.of(write.transaction(), write.scope())
                .compose(account ->
                        check(write).compose(right -> guard(write, id)).map(guard -> new Begun(id, account, guard)));
    }

    @Override
    public final Future<WriteExecutor.Command> ask(Begun begun) {
        return make(processing.client(), begun).map(processorId -> {
            WriteExecutor.Command act = written(begun, processorId);
            // Tasks are locked after all records: see decision 33.
            return write -> act.in(write)
                    .compose(answer ->
                            Tasks.strike(write.transaction(), begun.guard()).map(answer));
        });
    }

    @Override
    public final Throwable told(Throwable failure) {
        return ProcessorFailure.told(failure);
    }

    @Override
    public final Future<Void> abandon(Begun begun, Throwable failure) {
        return processing.tasks().abandon(begun.guard(), failure);
    }
}
