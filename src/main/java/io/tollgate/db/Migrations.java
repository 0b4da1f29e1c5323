package io.tollgate.db;

import io.tollgate.config.ConfigText;
import io.tollgate.config.StartRefused;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/** The steps that lead from an empty database to the present schema: plain SQL, each run once, in order. */
public final class Migrations {
    static final String LOCATION = "classpath:db/migration";

    private Migrations() {}

    /**
     * Runs what is missing and tells how many that were. It blocks, and several nodes may call it at once: the
     * first one works while the others wait. The address must not lead to a pooler.
     */
    public static int migrate(String directUrl) {
        return migrate(directUrl, LOCATION);
    }

    static int migrate(String directUrl, String location) {
        try {
            return flyway(directUrl, location).migrate().migrationsExecuted;
        } catch (FlywayException failed) {
            throw new StartRefused(
                    "migrations of %s failed: %s".formatted(ConfigText.withoutPassword(directUrl), oneLine(failed)),
                    failed);
        }
    }

    private static Flyway flyway(String directUrl, String location) {
        FluentConfiguration configuration = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(PostgresUrl.toJdbc(directUrl), null, null)
                .locations(location)
                .failOnMissingLocations(false)
                .validateMigrationNaming(true)
                .connectRetries(0);
        // A lock held in a transaction would make CREATE INDEX CONCURRENTLY wait for itself.
        configuration
                .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
        return configuration.load();
    }

    private static String oneLine(FlywayException failed) {
        return String.valueOf(failed.getMessage()).replaceAll("\\s*\\R\\s*", "; ");
    }
}
