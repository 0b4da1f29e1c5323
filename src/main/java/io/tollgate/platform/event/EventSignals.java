package io.tollgate.platform.event;

import io.tollgate.platform.resource.Scope;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Tells the parts of one process what happened, so that nothing waits for the next poll. Other processes poll. Safe for
 * use by all event loops; listeners return to their own.
 */
public final class EventSignals {
    private final List<Runnable> onAppended = new CopyOnWriteArrayList<>();
    private final List<Consumer<List<Head>>> onNumbered = new CopyOnWriteArrayList<>();

    /** The last position of a feed. */
    public record Head(Scope scope, long last) {}

    /** Calls a listener after each commit of changes that cause events. */
    public void onAppended(Runnable listener) {
        onAppended.add(listener);
    }

    /** Calls a listener after events were numbered. */
    public void onNumbered(Consumer<List<Head>> listener) {
        onNumbered.add(listener);
    }

    public void appended() {
        onAppended.forEach(Runnable::run);
    }

    void numbered(List<Head> heads) {
        onNumbered.forEach(listener -> listener.accept(heads));
    }
}
