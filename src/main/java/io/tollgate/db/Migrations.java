package io.tollgate.db;

import io.tollgate.config.ConfigText;
import io.tollgate.config.StartRefused;
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
 * The steps that lead from an empty database to the present schema: plain SQL, each run once, in order.
 *
 * <p>They run while older instances serve. A step that has to wait for a lock gives up after half a second,
 * since all who come after it wait behind it, and is tried again. A step that takes away what an older program
 * needs is named {@code contract_…}: a program that does not know it refuses to start. Any other step that a
 * program does not know leaves that program working.
 */
public final class Migrations {
    static final String LOCATION = "classpath:db/migration";

    private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);
    private static final String CONTRACT = "contract ";

    /** A step may take long, whatever the role is told; but nobody shall queue behind a lock that it waits for. */
    private static final String TIMEOUTS = "-c lock_timeout=500ms -c statement_timeout=0";

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final int TRIES_MAX = 60;
    private static final int PAUSE_MILLIS = 1_000;

    private Migrations() {}

    /**
     * @param applied how many steps were missing
     * @param unknown how many there are that a newer program made
     */
    public record Outcome(int applied, int unknown) {}

    /** Runs what is missing and tells how many steps that were; see {@link #run}. */
    public static int migrate(String directUrl) {
        return run(directUrl).applied();
    }

    /**
     * Runs what is missing. It blocks, and several nodes may call it at once: the first one works while the
     * others wait. The address must not lead to a pooler.
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
                    "migrations of %s failed: %s; what a database needs: \"Postgres\" in src/docs/operations.md"
                            .formatted(ConfigText.withoutPassword(directUrl), MigrationFailure.inOneLine(failed)),
                    failed);
        }
    }

    /** In SQL_ASCII, letters beyond ASCII are bytes to Postgres, and searches for them miss. */
    private static void refuseEncoding(String directUrl) {
        try (Connection connection = impatient(directUrl).getConnection();
                ResultSet shown = connection.createStatement().executeQuery("SHOW server_encoding")) {
            shown.next();
            String encoding = shown.getString(1);
            if (!encoding.equals("UTF8")) {
                throw new StartRefused("database %s is in %s: make one with ENCODING 'UTF8' TEMPLATE template0"
                        .formatted(ConfigText.withoutPassword(directUrl), encoding));
            }
        } catch (SQLException unreachable) {
            LOG.debug("the encoding is not known; migrations will say why", unreachable);
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
                LOG.warn("a step of the schema waits for a lock; it is tried again");
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
            throw new StartRefused("interrupted while a step of the schema waited for a lock", interrupted);
        }
    }

    private static List<MigrationInfo> unknown(Flyway flyway) {
        return Arrays.stream(flyway.info().applied())
                .filter(step -> step.getState() == MigrationState.FUTURE_SUCCESS)
                .toList();
    }

    private static void refuseContracted(List<MigrationInfo> unknown) {
        unknown.stream()
                .filter(step -> step.getDescription().toLowerCase(Locale.ROOT).startsWith(CONTRACT))
                .findFirst()
                .ifPresent(step -> {
                    throw new StartRefused("a newer Tollgate has taken away from this database what this one needs"
                            + " (step %s, %s): start that one".formatted(step.getVersion(), step.getDescription()));
                });
    }

    private static Flyway flyway(String directUrl, String... locations) {
        FluentConfiguration configuration = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(impatient(directUrl))
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

    /** Connections that wait for no lock for long. */
    private static DataSource impatient(String directUrl) {
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(PostgresUrl.toJdbc(directUrl));
        String given = connections.getOptions();
        connections.setOptions(given == null ? TIMEOUTS : given + " " + TIMEOUTS);
        return connections;
    }
}
