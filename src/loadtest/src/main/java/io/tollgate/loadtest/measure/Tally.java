package io.tollgate.loadtest.measure;

import io.tollgate.loadtest.call.Fault;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/** How many requests there were and what became of them. */
public final class Tally {
    private static final int KINDS_MAX = 200;
    private static final Pattern WHERE = Pattern.compile(" \\([\\w-]*\\)");

    private final LongAdder requests = new LongAdder();
    private final LongAdder within = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder inconsistencies = new LongAdder();
    private final LongAdder throttled = new LongAdder();
    private final LongAdder heldBack = new LongAdder();
    private final Latencies latencies = new Latencies();
    private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();
    private final Map<String, String> examples = new ConcurrentHashMap<>();
    private volatile long windowBegin = Long.MAX_VALUE;
    private volatile long windowEnd = Long.MAX_VALUE;

    /**
     * Sets the time in which the load is the one asked for: only answers of that time count for the rate reached and
     * for the percentiles. Faults always count.
     *
     * @param begin by {@link System#nanoTime}, as {@code end}
     */
    public void window(long begin, long end) {
        windowBegin = begin;
        windowEnd = end;
    }

    private boolean isWithin() {
        long now = System.nanoTime();
        return windowBegin != Long.MAX_VALUE && now - windowBegin >= 0 && now - windowEnd < 0;
    }

    /** @param millis that the answer took; negative where none came */
    public void request(long millis) {
        requests.increment();
        if (millis >= 0 && isWithin()) {
            latencies.add(millis);
            within.increment();
        }
    }

    public void throttled() {
        throttled.increment();
    }

    /** Not sent, because the server had asked for patience. */
    public void heldBack() {
        heldBack.increment();
    }

    public void fault(String name, Fault fault) {
        (fault.kind() == Fault.Kind.ERROR ? errors : inconsistencies).increment();
        // One id of a request is enough to look into a kind.
        String shown = name + ": " + fault.getMessage();
        String kind = WHERE.matcher(shown).replaceAll("");
        if (faults.size() < KINDS_MAX || faults.containsKey(kind)) {
            faults.computeIfAbsent(kind, unknown -> new LongAdder()).increment();
            examples.putIfAbsent(kind, shown);
        }
    }

    public long requests() {
        return requests.sum();
    }

    /** Answers that came while the load was the one asked for. */
    public long within() {
        return within.sum();
    }

    public long errors() {
        return errors.sum();
    }

    public long inconsistencies() {
        return inconsistencies.sum();
    }

    public long throttledCount() {
        return throttled.sum();
    }

    public long heldBackCount() {
        return heldBack.sum();
    }

    public Latencies latencies() {
        return latencies;
    }

    /** What was wrong, how often, and the id of one request that it was found with. */
    public List<String> faults() {
        return new TreeMap<>(faults)
                .entrySet().stream()
                        .map(entry ->
                                entry.getValue().sum() + " x " + examples.getOrDefault(entry.getKey(), entry.getKey()))
                        .toList();
    }
}
