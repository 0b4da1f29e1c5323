package io.tollgate.platform.db;

import io.tollgate.platform.config.ConstrainedSettings;
import io.tollgate.platform.config.Setting;
import io.tollgate.platform.config.SettingsRecords;
import java.util.List;
import java.util.Map;

/** The connection settings, pool sizes and timeouts. The direct URL is the URL if it is not set. */
public record DatabaseSettings(
        @Setting(
                schemes = {"postgres", "postgresql"},
                description =
                        "URL of Postgres 15 to 18: `postgres://user:password@host:port/database`. Empty: embedded.")
        String url,

        @Setting(
                schemes = {"postgres", "postgresql"},
                description =
                        "URL for migrations if `database.url` points to a connection pooler. Empty: `database.url`.")
        String directUrl,

        @Setting(defaultValue = "4", min = 1, max = 1000, description = "Connections for lists, per event loop.")
        int listPool,

        @Setting(defaultValue = "2", min = 1, max = 1000, description = "Connections for searches, per event loop.")
        int searchPool,

        @Setting(
                defaultValue = "2",
                min = 1,
                max = 1000,
                description = "Pipelined connections for reads by id, API keys and counters, per event loop.")
        int getPool,

        @Setting(defaultValue = "8", min = 1, max = 1000, description = "Connections for writes, per event loop.")
        int transactionPool,

        @Setting(
                defaultValue = "6",
                min = 1,
                max = 1000,
                description =
                        "Connections for the hosted pages of buyers, per event loop, besides one for their reads. No"
                                + " request of the API uses them.")
        int buyerPool,

        @Setting(
                defaultValue = "256",
                min = 1,
                max = 1_000_000,
                description = "Maximum number of queries that wait for a connection; further ones get a 503.")
        int queueMax,

        @Setting(defaultValue = "1000", min = 1, max = MINUTE_MILLIS, description = "Maximum wait for a connection.")
        int connectTimeoutMillis,

        @Setting(
                defaultValue = "2500",
                min = 1,
                max = 10 * MINUTE_MILLIS,
                description = "Maximum wait for a response; must exceed `database.statementTimeoutMillis`.")
        int queryTimeoutMillis,

        @Setting(
                defaultValue = "2000",
                max = 10 * MINUTE_MILLIS,
                description = "Statement timeout that Postgres enforces. 0: not sent, for poolers that reject it.")
        int statementTimeoutMillis,

        @Setting(
                defaultValue = "5",
                min = 1,
                max = 1000,
                description =
                        "Consecutive failures after which the circuit breaker rejects statements. The breaker also"
                                + " opens if Postgres sends nothing for longer than `database.queryTimeoutMillis`.")
        int breakerFailures,

        @Setting(
                defaultValue = "1000",
                min = 1,
                max = MINUTE_MILLIS,
                description = "Pause between two probes of Postgres while the circuit breaker is open.")
        int breakerResetMillis,

        @Setting(
                defaultValue = "75",
                min = 1,
                max = 100,
                description = "Maximum share of `database.transactionPool`, and of its queue, that one seller can use;"
                        + " further writes get a 503. 100: no limit per seller.")
        int sellerSharePercent)
        implements ConstrainedSettings {
    private static final int MINUTE_MILLIS = 60_000;

    public DatabaseSettings {
        directUrl = directUrl.isEmpty() ? url : directUrl;
    }

    @Override
    public List<String> problems() {
        return queryTimeoutMillis > statementTimeoutMillis
                ? List.of()
                : List.of("database.queryTimeoutMillis: must exceed database.statementTimeoutMillis,"
                        + " so that Postgres reports slow statements first");
    }

    public boolean embedded() {
        return url.isEmpty();
    }

    /** Returns these settings for the clients of buyers' pages. */
    DatabaseSettings ofBuyers() {
        return SettingsRecords.copy(this, Map.of("transactionPool", buyerPool, "getPool", 1));
    }

    /** Returns these settings for another database, without a pooler. */
    public DatabaseSettings at(String other) {
        return SettingsRecords.copy(this, Map.of("url", other, "directUrl", other));
    }

    /** Returns these settings with small pools, for background work that nobody waits for. */
    public DatabaseSettings small() {
        return SettingsRecords.copy(
                this,
                Map.of("listPool", 1, "searchPool", 1, "getPool", 1, "transactionPool", Math.min(2, transactionPool)));
    }
}
