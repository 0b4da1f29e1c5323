package io.tollgate.platform.write;

import io.tollgate.platform.http.ApiResponse;
import io.vertx.core.Future;
import java.util.Set;

/** Runs the writes of API keys to what both modes share: the catalog and the account. */
public abstract class SharedWrites {
    /** Refuses all such writes. */
    static final SharedWrites REFUSED = new SharedWrites() {
        @Override
        protected Future<ApiResponse> run(WriteContext write, Set<String> pathIds, WriteExecutor.Command command) {
            throw new IllegalStateException("this executor cannot change what both modes share");
        }
    };

    /**
     * Runs a command in the transaction of the write.
     *
     * @param pathIds the ids in the path of the request
     */
    protected abstract Future<ApiResponse> run(WriteContext write, Set<String> pathIds, WriteExecutor.Command command);

    /** Returns the ids of the records that the write has changed so far. */
    protected static Set<String> changed(WriteContext write) {
        return Set.copyOf(write.trail.changed());
    }
}
