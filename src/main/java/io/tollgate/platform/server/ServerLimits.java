package io.tollgate.platform.server;

import io.tollgate.platform.config.Setting;

/** Limits of one request and of client connections. */
public record ServerLimits(
        @Setting(defaultValue = "100", min = 10, max = 10_000, description = "Maximum number of headers of a request.")
        int headerCountMax,

        @Setting(
                defaultValue = "30",
                min = 1,
                max = 3600,
                description =
                        "Seconds after which a connection is closed if it is idle or has not sent the complete head"
                                + " of its next request.")
        int idleTimeoutSeconds,

        @Setting(
                defaultValue = "10000",
                max = CONNECTIONS_MAX,
                description = "Maximum number of client connections; further ones are closed at once. Each uses up to"
                        + " 20 KB of memory. 0: no limit.")
        int connectionsMax,

        @Setting(
                defaultValue = "2000",
                max = CONNECTIONS_MAX,
                description = "Maximum number of connections of one address, except trusted proxies; further ones are"
                        + " closed at once. 0: no limit.")
        int addressConnectionsMax,

        @Setting(
                defaultValue = "10000",
                min = 100,
                max = TIMEOUT_MAX,
                description = "Maximum time for a request body to arrive, except file uploads.")
        int bodyTimeoutMillis,

        @Setting(
                defaultValue = "20000",
                min = 100,
                max = TIMEOUT_MAX,
                description = "Maximum time to respond to a request; must exceed `processor.callTimeoutMillis`.")
        int requestTimeoutMillis) {
    private static final int CONNECTIONS_MAX = 1_000_000;
    private static final int TIMEOUT_MAX = 600_000;
}
