package io.tollgate.processor;

import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.ExternalOperation;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;

/**
 * Creates a record at the processor and then here. A cleanup task, committed before the call, deletes it at the
 * processor unless the transaction that writes the record removes the task.
 */
public abstract class ExternalCreation implements ExternalOperation<ExternalCreation.PendingCreation> {
    private final Processing processing;

    /** The state committed before the call. */
    public record PendingCreation(String recordId, ProcessorAccount account, Task guard) {}

    protected ExternalCreation(Processing processing) {
        this.processing = processing;
    }

    /** Validates the request before the call to the processor. */
    protected abstract Future<Void> check(WriteContext write);

    /** Schedules the cleanup for a record with this id. */
    protected abstract Future<Task> guard(WriteContext write, String recordId);

    /** Creates the record at the processor and returns its id there. */
    protected abstract Future<String> create(ProcessorClient client, PendingCreation begun);

    /** Returns the id that the record would have there, or one in its place if the processor chooses it. */
    protected abstract String assumedId(PendingCreation begun);

    /** Returns the command that writes the record here. */
    protected abstract WriteExecutor.Command write(PendingCreation begun, String processorId);

    @Override
    public final Future<PendingCreation> begin(WriteContext write) {
        String id = write.newId();
        return ProcessorAccount.of(write.transaction(), write.scope())
                .compose(account -> check(write)
                        .compose(right -> guard(write, id))
                        .map(guard -> new PendingCreation(id, account, guard)));
    }

    @Override
    public final Future<WriteExecutor.Command> call(PendingCreation begun) {
        return create(processing.client(), begun).map(processorId -> {
            WriteExecutor.Command command = write(begun, processorId);
            // Tasks are locked after all records: see decision 33.
            return write -> command.in(write)
                    .compose(answer -> Tasks.deleteOrFail(write.transaction(), begun.guard())
                            .map(answer));
        });
    }

    @Override
    public final WriteExecutor.Command assumed(PendingCreation begun) {
        return write(begun, assumedId(begun));
    }

    @Override
    public final Throwable toApiError(Throwable failure) {
        return ProcessorFailure.toApiError(failure);
    }

    @Override
    public final Future<Void> abandon(PendingCreation begun, Throwable failure) {
        return processing.abandon(begun.guard(), failure);
    }
}
