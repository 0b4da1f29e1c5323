package io.tollgate.platform.server;

import io.vertx.ext.auth.authentication.TokenCredentials;
import org.jspecify.annotations.Nullable;

/** A key as a client sent it, with what is known of the client. */
public final class SentKey extends TokenCredentials {
    private final @Nullable String address;
    private final @Nullable String userAgent;

    /** @param address of the client; null if a proxy does not send it */
    public SentKey(String key, @Nullable String address, @Nullable String userAgent) {
        super(key);
        this.address = address;
        this.userAgent = userAgent;
    }

    public @Nullable String address() {
        return address;
    }

    /** Returns what the client calls itself; null if it does not. */
    public @Nullable String userAgent() {
        return userAgent;
    }
}
