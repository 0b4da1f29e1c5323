package io.tollgate.app.cli;

import io.tollgate.accounts.apikey.KeyList;
import io.tollgate.accounts.apikey.KeyRing;
import io.tollgate.accounts.apikey.SecretRegister;
import io.tollgate.accounts.apikey.SellerList;
import io.tollgate.accounts.member.MemberRegister;
import io.tollgate.app.Config;
import io.tollgate.platform.config.ConfigText;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.EmbeddedPostgres;
import io.tollgate.platform.db.EmbeddedPostgres.Durability;
import io.tollgate.platform.db.Migrations;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.processor.AccountRegister;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The database that a command uses: the configured one, a running embedded one, or an embedded one started for the
 * command.
 */
record CommandDatabase(Config config, @Nullable EmbeddedPostgres own, int migrated) implements AutoCloseable {
    private static final String CONNECT_SECONDS = "5";

    /** Opens the database of a command that may run beside a gateway. Migrates an embedded database. */
    static CommandDatabase open(Config config, Consumer<String> progress) {
        if (!config.database().embedded()) {
            requireReachable(config);
            return new CommandDatabase(config, null, 0);
        }
        String running = EmbeddedPostgres.runningOn(config.dataDir());
        if (running != null) {
            return new CommandDatabase(config.withDatabaseUrl(running), null, 0);
        }
        EmbeddedPostgres own = EmbeddedPostgres.start(config.dataDir(), Durability.FULL, progress);
        try {
            int migrated = Migrations.migrate(own.url());
            return new CommandDatabase(config.withDatabaseUrl(own.url()), own, migrated);
        } catch (StartRefused refused) {
            own.close();
            throw refused;
        }
    }

    /** Returns a direct URL, never that of a pooler. */
    String url() {
        return config.database().directUrl();
    }

    KeyRing keyRing() {
        return new KeyRing(PostgresUrl.toJdbc(url()), secrets(config));
    }

    KeyList keys() {
        return new KeyList(PostgresUrl.toJdbc(url()));
    }

    SellerList sellers() {
        return new SellerList(PostgresUrl.toJdbc(url()));
    }

    /** Returns the members. Requires a secret that a gateway of this database has used. */
    MemberRegister members() {
        Secrets secrets = secrets(config);
        register(config).requireKnown(secrets);
        return new MemberRegister(PostgresUrl.toJdbc(url()), secrets, config.dashboard());
    }

    AccountRegister accounts() {
        return new AccountRegister(PostgresUrl.toJdbc(url()), secrets(config));
    }

    WebhookRegister webhooks() {
        return new WebhookRegister(PostgresUrl.toJdbc(url()), secrets(config));
    }

    /**
     * Returns the secret. Creates one if none exists and nothing in the database depends on one, because a new secret
     * would invalidate existing keys.
     */
    static Secrets secrets(Config config) {
        return config.secrets(register(config).isEmpty());
    }

    /** Returns the register of secrets that gateways of the database have used. */
    static SecretRegister register(Config config) {
        return new SecretRegister(PostgresUrl.toJdbc(config.database().directUrl()));
    }

    static void requireReachable(Config config) {
        String problem = problemWith(config.database().directUrl());
        if (problem != null) {
            throw new StartRefused(problem);
        }
    }

    /** Returns why the database is unreachable, or null if it is reachable. */
    private static @Nullable String problemWith(String url) {
        Properties timeouts = new Properties();
        timeouts.setProperty("connectTimeout", CONNECT_SECONDS);
        timeouts.setProperty("loginTimeout", CONNECT_SECONDS);
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url), timeouts)) {
            return connection.isValid(Integer.parseInt(CONNECT_SECONDS)) ? null : unreachable(url, "no response");
        } catch (SQLException | IllegalArgumentException refused) {
            return unreachable(url, StartRefused.reason(refused));
        }
    }

    private static String unreachable(String url, String reason) {
        return "database %s cannot be reached: %s".formatted(ConfigText.withoutPassword(url), reason);
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
