package io.tollgate.platform.task;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.List;

/** The due work of a lane. */
public interface WorkSource<T> {
    /** Divides a number of turns among the scopes that have due work. */
    Future<List<Share>> shares(int count);

    /** Claims the work of a scope that has been due for the longest time. */
    Future<List<T>> claim(Scope scope, int count);

    /** Performs claimed work, and stores what became of it. */
    Future<Void> perform(T work);
}
