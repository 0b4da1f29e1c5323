package io.tollgate.loadtest.measure;

import io.tollgate.loadtest.call.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What was held against the answers, each with how often it was tried: one that was never tried says nothing, and must
 * not look as if it did.
 */
public final class Claims {
    private final Map<String, Claim> claims = Collections.synchronizedMap(new LinkedHashMap<>());

    private record Claim(LongAdder tried, LongAdder broken) {}

    /** Names claims, so that those never tried are seen too. */
    public Claims(List<String> names) {
        names.forEach(this::claim);
    }

    private Claim claim(String name) {
        return claims.computeIfAbsent(name, unknown -> new Claim(new LongAdder(), new LongAdder()));
    }

    /** @throws Fault an inconsistency, where it does not hold */
    public void hold(String name, boolean holds, String otherwise) {
        Claim claim = claim(name);
        claim.tried().increment();
        if (!holds) {
            claim.broken().increment();
            throw Fault.inconsistency(otherwise);
        }
    }

    public long tried(String name) {
        return claim(name).tried().sum();
    }

    public long broken(String name) {
        return claim(name).broken().sum();
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        synchronized (claims) {
            claims.forEach((name, claim) -> lines.add(line(name, claim)));
        }
        return lines;
    }

    private static String line(String name, Claim claim) {
        long tried = claim.tried().sum();
        long broken = claim.broken().sum();
        if (tried == 0) {
            return "  --    never tried: " + name;
        }
        return broken == 0
                ? String.format(Locale.ROOT, "  ok    %,d times: %s", tried, name)
                : String.format(Locale.ROOT, "  FAIL  %,d of %,d times: %s", broken, tried, name);
    }
}
