package io.tollgate.loadtest.call;

import java.util.Map;
import java.util.UUID;

/**
 * One request, without address and key.
 *
 * @param path with its query; of the processor, the whole address
 * @param body JSON, or a form where there is no key, or empty for none
 * @param idempotencyKey empty for none
 * @param headers of visitors of hosted pages
 */
public record Call(
        Caller caller, String method, String path, String body, String idempotencyKey, Map<String, String> headers) {

    public Call(Caller caller, String method, String path, String body, String idempotencyKey) {
        this(caller, method, path, body, idempotencyKey, Map.of());
    }

    /** Who asks. */
    public enum Caller {
        LIVE_KEY,
        TEST_KEY,
        /** A buyer, who asks the seller's own server and has no key. */
        BUYER,
        /** A buyer on a hosted page, who has a cookie and no key. */
        VISITOR,
        /** The page's script, which confirms a payment at the processor with its publishable key. */
        PROCESSOR;

        /** Whether the requests carry a key of the seller. */
        public boolean hasKey() {
            return this == LIVE_KEY || this == TEST_KEY;
        }
    }

    public static Call get(Caller caller, String path) {
        return new Call(caller, "GET", path, "", "");
    }

    /** A write that may be sent again: its key is made up here. */
    public static Call write(Caller caller, String method, String path, String body) {
        return new Call(caller, method, path, body, UUID.randomUUID().toString());
    }
}
