package io.tollgate.app;

import io.tollgate.accounts.member.DashboardSettings;
import io.tollgate.catalog.file.StorageSettings;
import io.tollgate.pdf.PdfSettings;
import io.tollgate.platform.config.ConfigText;
import io.tollgate.platform.config.Setting;
import io.tollgate.platform.config.SettingsReader;
import io.tollgate.platform.config.SettingsRecords;
import io.tollgate.platform.config.Unprefixed;
import io.tollgate.platform.db.DatabaseSettings;
import io.tollgate.platform.event.EventSettings;
import io.tollgate.platform.export.ExportSettings;
import io.tollgate.platform.log.LogSettings;
import io.tollgate.platform.mail.MailSettings;
import io.tollgate.platform.requestlog.RequestLogSettings;
import io.tollgate.platform.secret.SecretSettings;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.server.DrainSettings;
import io.tollgate.platform.server.RateLimitSettings;
import io.tollgate.platform.server.ServerLimits;
import io.tollgate.platform.server.ServerSettings;
import io.tollgate.platform.webhook.WebhookSettings;
import io.tollgate.processor.ProcessorSettings;
import io.tollgate.sales.checkout.CheckoutSettings;
import io.tollgate.sales.invoice.InvoiceLinkSettings;
import io.tollgate.storefront.portal.PortalSettings;
import io.tollgate.tools.demo.DemoSettings;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All settings: those of each component, and those of the process. The order is that of the documentation. */
public record Config(
        @Unprefixed ServerSettings server,

        @Setting(defaultValue = ".data", description = "Folder for all local data.")
        Path dataDir,

        @Setting(
                defaultValue = "0",
                max = 1024,
                description = "Event loop threads that serve requests. 0: one per core.")
        int eventLoops,

        @Unprefixed DrainSettings drain,
        @Unprefixed LogSettings log,
        DatabaseSettings database,

        @Setting(
                defaultValue = "false",
                description =
                        "Start even if Postgres is unreachable, and return 503 until it is reachable. Otherwise the"
                                + " start fails.")
        boolean waitForDatabase,

        RateLimitSettings rateLimits,
        ServerLimits limits,
        ExportSettings exports,
        PdfSettings pdf,
        ProcessorSettings processor,
        CheckoutSettings checkout,
        MailSettings mail,
        PortalSettings portal,
        DashboardSettings dashboard,
        RetentionSettings retention,
        EventSettings events,
        RequestLogSettings requestLog,
        WebhookSettings webhooks,
        StorageSettings storage,
        @Unprefixed InvoiceLinkSettings invoiceLinks,
        @Unprefixed SecretSettings masterSecret,
        @Unprefixed DemoSettings demo) {
    public Config {
        eventLoops = eventLoops == 0 ? Runtime.getRuntime().availableProcessors() : eventLoops;
    }

    /** Reads all sources. Fails with one line for each invalid setting. The file may be null. */
    public static Config load(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        return SettingsReader.read(Config.class, file, environment, flags);
    }

    public static Config defaults() {
        return SettingsReader.defaults(Config.class);
    }

    /** Returns the defaults with some settings overridden by name, as tests use them. */
    public static Config of(Map<String, String> settings) {
        return load(null, Map.of(), settings);
    }

    /** Returns the master secrets from the settings or the secret file. */
    public Secrets secrets(boolean mayCreate) {
        return Secrets.of(masterSecret, mayCreate);
    }

    /** Returns these settings with the ports in use, in place of 0. */
    public Config withPorts(int taken, int managementTaken) {
        return SettingsRecords.copy(this, Map.of("server", server.withPorts(taken, managementTaken)));
    }

    /** Returns these settings with the URL of the embedded Postgres. */
    public Config withDatabaseUrl(String url) {
        return SettingsRecords.copy(this, Map.of("database", database.at(url)));
    }

    /** Prints the effective settings, one a line, with secrets masked. */
    public String print() {
        return ConfigText.of(this);
    }

    @Override
    public String toString() {
        return print();
    }
}
