package io.tollgate.chaos;

import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One request that writes, ready to be sent as often as it takes.
 *
 * @param holds whether all that it asked for is so, here and at the processor, once due work is done; it is given
 *     the answer
 */
record CutWrite(String method, String path, String type, byte[] body, String key, Predicate<Reply> holds) {
    static CutWrite json(String method, String path, String body, String key, Predicate<Reply> holds) {
        return new CutWrite(
                method, path, "application/json", body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), key, holds);
    }

    Reply send(TestApi api) {
        return api.send(method, path, Map.of("Content-Type", type, "Idempotency-Key", key), body);
    }
}
