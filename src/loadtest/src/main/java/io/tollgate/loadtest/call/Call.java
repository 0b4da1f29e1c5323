package io.tollgate.loadtest.call;

import java.util.UUID;

/**
 * One request, without address and key.
 *
 * @param path with its query
 * @param body JSON, or empty for none
 * @param idempotencyKey empty for none
 */
public record Call(Caller caller, String method, String path, String body, String idempotencyKey) {

    /** Who asks. */
    public enum Caller {
        LIVE_KEY,
        TEST_KEY,
        /** A buyer, who asks the seller's own server and has no key. */
        BUYER
    }

    public static Call get(Caller caller, String path) {
        return new Call(caller, "GET", path, "", "");
    }

    /** A write that may be sent again: its key is made up here. */
    public static Call write(Caller caller, String method, String path, String body) {
        return new Call(caller, method, path, body, UUID.randomUUID().toString());
    }
}
