package io.tollgate.platform.db;

import io.tollgate.platform.config.ConfigText;
import io.tollgate.platform.config.StartRefused;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migrates the schema from an empty database to the current version: plain SQL files, each run once, in order.
 *
 * <p>Migrations run while older instances serve. A migration that waits for a lock fails after 0.5 s and is retried,
 * because every later statement on the table queues behind it. A migration that removes something an older version
 * needs is named {@code contract_…}; a program that does not know it refuses to start. A program works with any other
 * unknown migration.
 */
public final class Migrations {
    static final String LOCATION = "classpath:db/migration";

    private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);
    private static final String CONTRACT = "contract ";

    /**
     * No statement timeout, because a migration may take long. A short lock timeout, so that statements do not queue
     * behind it.
     */
    private static final String TIMEOUTS = "-c lock_timeout=500ms -c statement_timeout=0";

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final int TRIES_MAX = 60;
    private static final int PAUSE_MILLIS = 1_000;

    private Migrations() {}

    /**
     * @param applied number of migrations that were applied
     * @param unknown number of applied migrations that only a newer version knows
     */
    public record Outcome(int applied, int unknown) {}

    /** Applies missing migrations and returns their number; see {@link #run}. */
    public static int migrate(String directUrl) {
        return run(directUrl).applied();
    }

    /**
     * Applies missing migrations. Blocks. Several nodes may call it at once: one migrates while the others wait. The
     * URL must not point to a pooler.
     */
    public static Outcome run(String directUrl) {
        return run(directUrl, LOCATION);
    }

    static int migrate(String directUrl, String location) {
        return run(directUrl, location).applied();
    }

    static Outcome run(String directUrl, String... locations) {
        try {
            refuseEncoding(directUrl);
            Flyway flyway = flyway(directUrl, locations);
            List<MigrationInfo> unknown = unknown(flyway);
            refuseContracted(unknown);
            return new Outcome(migrated(flyway), unknown.size());
        } catch (FlywayException failed) {
            throw new StartRefused(
                    "migrations of %s failed: %s; see \"Postgres\" in src/docs/operations.md for requirements"
                            .formatted(ConfigText.withoutPassword(directUrl), MigrationFailure.describe(failed)),
                    failed);
        }
    }

    /**
     * Rejects encodings other than UTF8: in SQL_ASCII, letters beyond ASCII are single bytes, so that searches miss
     * them.
     */
    private static void refuseEncoding(String directUrl) {
        try (Connection connection = withTimeouts(directUrl).getConnection();
                ResultSet shown = connection.createStatement().executeQuery("SHOW server_encoding")) {
            shown.next();
            String encoding = shown.getString(1);
            if (!encoding.equals("UTF8")) {
                throw new StartRefused("database %s has encoding %s; create one with ENCODING 'UTF8' TEMPLATE template0"
                        .formatted(ConfigText.withoutPassword(directUrl), encoding));
            }
        } catch (SQLException unreachable) {
            LOG.debug("Reading the encoding failed; the migrations will report the cause", unreachable);
        }
    }

    private static int migrated(Flyway flyway) {
        for (int tries = 1; ; tries++) {
            try {
                return flyway.migrate().migrationsExecuted;
            } catch (FlywayException failed) {
                if (tries == TRIES_MAX || !wasLocked(failed)) {
                    throw failed;
                }
                LOG.warn("A migration timed out waiting for a lock; retrying");
                pause();
            }
        }
    }

    private static boolean wasLocked(Throwable failed) {
        for (Throwable each = failed; each != null; each = each.getCause()) {
            if (each instanceof SQLException refused && LOCK_NOT_AVAILABLE.equals(refused.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StartRefused("interrupted while a migration waited for a lock", interrupted);
        }
    }

    private static List<MigrationInfo> unknown(Flyway flyway) {
        return Arrays.stream(flyway.info().applied())
                .filter(migration -> migration.getState() == MigrationState.FUTURE_SUCCESS)
                .toList();
    }

    private static void refuseContracted(List<MigrationInfo> unknown) {
        unknown.stream()
                .filter(migration ->
                        migration.getDescription().toLowerCase(Locale.ROOT).startsWith(CONTRACT))
                .findFirst()
                .ifPresent(migration -> {
                    throw new StartRefused("a newer version of Tollgate removed schema that this version needs"
                            + " (migration %s, %s); start the newer version"
                                    .formatted(migration.getVersion(), migration.getDescription()));
                });
    }

    private static Flyway flyway(String directUrl, String... locations) {
        FluentConfiguration configuration = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(withTimeouts(directUrl))
                .locations(locations)
                .failOnMissingLocations(false)
                .validateMigrationNaming(true)
                .connectRetries(0);
        // A lock held in a transaction would make CREATE INDEX CONCURRENTLY wait for itself.
        configuration
                .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
        return configuration.load();
    }

    /** Returns a data source with short lock timeouts. */
    private static DataSource withTimeouts(String directUrl) {
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(PostgresUrl.toJdbc(directUrl));
        String given = connections.getOptions();
        connections.setOptions(given == null ? TIMEOUTS : given + " " + TIMEOUTS);
        return connections;
    }
}
