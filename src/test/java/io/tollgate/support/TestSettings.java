package io.tollgate.support;

import io.tollgate.platform.config.SettingsReader;
import io.tollgate.platform.config.SettingsRecords;
import io.tollgate.platform.db.DatabaseSettings;
import io.tollgate.platform.server.RateLimitSettings;
import io.tollgate.platform.server.ServerLimits;
import io.tollgate.platform.server.ServerSettings;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Settings of components that a test creates without a gateway. */
public final class TestSettings {
    public static final ServerSettings SERVER = SettingsReader.defaults(ServerSettings.class);
    public static final ServerLimits LIMITS = SettingsReader.defaults(ServerLimits.class);
    public static final RateLimitSettings NO_RATE_LIMITS = new RateLimitSettings(
            1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000,
            1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000,
            1_000_000, 1_000_000);

    /** One connection per pool, and limits that a test on a busy machine does not reach. */
    private static final DatabaseSettings DATABASE = SettingsRecords.copy(
            SettingsReader.defaults(DatabaseSettings.class),
            Map.ofEntries(
                    Map.entry("listPool", 1),
                    Map.entry("searchPool", 1),
                    Map.entry("getPool", 1),
                    Map.entry("transactionPool", 1),
                    Map.entry("queueMax", 1_000),
                    Map.entry("connectTimeoutMillis", 10_000),
                    Map.entry("queryTimeoutMillis", 30_000),
                    Map.entry("statementTimeoutMillis", 0),
                    Map.entry("breakerFailures", 1_000),
                    Map.entry("sellerSharePercent", 100)));

    private TestSettings() {}

    /** Returns settings for a database, with values such as {@code queueMax=10} in place of those of tests. */
    public static DatabaseSettings database(String url, String... values) {
        return SettingsRecords.copy(
                DATABASE.at(url),
                Arrays.stream(values)
                        .map(value -> value.split("="))
                        .collect(Collectors.toMap(value -> value[0], value -> Integer.valueOf(value[1]))));
    }
}
