package io.tollgate.loadtest.call;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Until when each key was told to wait: what would be sent before that is held back. */
public final class Patience {
    private final Map<Call.Caller, Long> until = new ConcurrentHashMap<>();
    private final LongSupplier clockMillis;

    /** @param clockMillis any clock that only runs forward */
    public Patience(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
    }

    void until(Call.Caller caller, long seconds) {
        until.merge(caller, clockMillis.getAsLong() + seconds * 1_000, Math::max);
    }

    public boolean isAskedOf(Call.Caller caller) {
        Long end = until.get(caller);
        return end != null && clockMillis.getAsLong() < end;
    }
}
