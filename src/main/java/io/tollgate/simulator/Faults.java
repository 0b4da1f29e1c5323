package io.tollgate.simulator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Injects faults into the simulator, as the scenario says. A command in any parameter or path id of a request precedes
 * the scenario: {@code simulate:error} fails every time, {@code simulate:errorx2} only the first two requests with an
 * idempotency key.
 */
final class Faults {
    private static final Pattern COMMAND =
            Pattern.compile("simulate:(decline|ratelimit|error|drop|garble|lose|hang)(?:x(\\d{1,3}))?");
    private static final int KEYS_MAX = 10_000;

    private static final Pattern CALL = Pattern.compile("(/v1/(?:tax/)?+\\w+/)(?!create_)[^/]+");

    private final Scenario scenario;
    private final Cache<String, AtomicInteger> seen =
            Caffeine.newBuilder().maximumSize(KEYS_MAX).build();

    Faults(Scenario scenario) {
        this.scenario = scenario;
    }

    /** The injected faults. */
    enum Fault {
        NONE,
        /** Returns 402; nothing is done. */
        DECLINE,
        /** Returns 429 with Retry-After; nothing is done. */
        RATELIMIT,
        /** Returns 500; nothing is done. */
        ERROR,
        /** Closes the connection before anything is done. */
        DROP,
        /** Performs the request; the response is not JSON. */
        GARBLE,
        /** Performs the request and closes the connection without a response. */
        LOSE,
        /** Performs the request and never responds. */
        HANG
    }

    /** @param key the idempotency key of the request */
    Fault of(String method, String path, FormBody form, String key) {
        Fault fault = TestCard.isUnanswered(form.text("payment_method_data[card][number]"))
                ? Fault.HANG
                : command(path, form, key);
        return fault == Fault.NONE && path.startsWith("/v1/")
                ? scenario.call(method + " " + CALL.matcher(path).replaceFirst("$1:id"))
                : fault;
    }

    private Fault command(String path, FormBody form, String key) {
        Matcher command =
                COMMAND.matcher(path + "\n" + String.join("\n", form.values().values()));
        if (!command.find()) {
            return Fault.NONE;
        }
        Fault fault = Fault.valueOf(command.group(1).toUpperCase(java.util.Locale.ROOT));
        if (command.group(2) == null) {
            return fault;
        }
        int before = seen.get(key, first -> new AtomicInteger()).getAndIncrement();
        return before < Integer.parseInt(command.group(2)) ? fault : Fault.NONE;
    }
}
