package io.tollgate.app;

import io.tollgate.accounts.apikey.SecretRegister;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.DatabaseSettings;
import io.tollgate.platform.db.Migrations;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.secret.Secrets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prepares the database before a gateway serves. Blocks. */
final class DatabasePreparation {
    private static final Logger LOG = LoggerFactory.getLogger(DatabasePreparation.class);

    private DatabasePreparation() {}

    /** Migrates the schema and registers the master secrets. A gateway on a read-only database still serves reads. */
    static Migrations.Outcome run(DatabaseSettings settings, Secrets secrets) {
        String url = settings.directUrl();
        Migrations.Outcome outcome = Migrations.run(url);
        try {
            new SecretRegister(PostgresUrl.toJdbc(url)).add(secrets);
        } catch (StartRefused failed) {
            LOG.warn("The master secret could not be registered in the database: {}", failed.getMessage());
        }
        return outcome;
    }
}
