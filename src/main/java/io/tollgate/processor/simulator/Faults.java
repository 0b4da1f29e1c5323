package io.tollgate.processor.simulator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the simulator is made to fail: by words in the request itself, in any parameter or in the id of
 * its path. {@code simulate:error} fails every time, {@code simulate:errorx2} the first two times
 * that its idempotency key is seen.
 */
final class Faults {
    private static final Pattern SPELL =
            Pattern.compile("simulate:(decline|ratelimit|error|drop|garble|lose|hang)(?:x(\\d{1,3}))?");
    private static final int REMEMBERED_MAX = 10_000;

    private final Cache<String, AtomicInteger> seen =
            Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

    /** What happens to a request. */
    enum Fault {
        NONE,
        /** 402, and nothing is done. */
        DECLINE,
        /** 429 with Retry-After, and nothing is done. */
        RATELIMIT,
        /** 500, and nothing is done. */
        ERROR,
        /** The connection is closed before anything is done. */
        DROP,
        /** It is done; the answer is no JSON. */
        GARBLE,
        /** It is done; the connection is closed instead of an answer. */
        LOSE,
        /** It is done; there is no answer. */
        HANG
    }

    /**
     * @param key under which the request may be sent again
     */
    Fault of(String path, FormBody form, String key) {
        Matcher spell =
                SPELL.matcher(path + "\n" + String.join("\n", form.values().values()));
        if (!spell.find()) {
            return Fault.NONE;
        }
        Fault fault = Fault.valueOf(spell.group(1).toUpperCase(java.util.Locale.ROOT));
        if (spell.group(2) == null) {
            return fault;
        }
        int before = seen.get(key, first -> new AtomicInteger()).getAndIncrement();
        return before < Integer.parseInt(spell.group(2)) ? fault : Fault.NONE;
    }
}
