package io.tollgate.chaos;

import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A write request that can be repeated.
 *
 * @param holds whether the records and the processor's objects match the given response, once background work is done
 */
record RepeatableWrite(String method, String path, String type, byte[] body, String key, Predicate<Reply> holds) {
    static RepeatableWrite json(String method, String path, String body, String key, Predicate<Reply> holds) {
        return new RepeatableWrite(
                method, path, "application/json", body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), key, holds);
    }

    Reply send(TestApi api) {
        return api.send(method, path, Map.of("Content-Type", type, "Idempotency-Key", key), body);
    }
}
