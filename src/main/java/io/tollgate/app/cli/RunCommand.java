package io.tollgate.app.cli;

import io.tollgate.app.Config;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.config.WrongSetting;
import io.tollgate.platform.db.DataFolder;
import io.tollgate.platform.db.PrivateFile;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.webhook.AddressPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the gateway until a signal stops it. */
@Command(
        name = "run",
        description = "Start the gateway, with embedded Postgres by default.",
        mixinStandardHelpOptions = true,
        footer = "%nAll other settings: conf/gateway.json and src/docs/settings.md.")
final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    @Option(names = "--port", paramLabel = "PORT", description = "Port of the API (TOLLGATE_PORT; default: 8080).")
    private @Nullable String port;

    @Option(
            names = "--management-port",
            paramLabel = "PORT",
            description = "Port of the management server (TOLLGATE_MANAGEMENT_PORT; default: 9090).")
    private @Nullable String managementPort;

    @Option(names = "--no-demo", description = "Do not create a demo seller (TOLLGATE_DEMO=false).")
    private boolean noDemo;

    @Option(
            names = "--keys-file",
            paramLabel = "FILE",
            description = "File, readable only by its owner, that receives TOLLGATE_URL, TOLLGATE_LIVE_KEY and"
                    + " TOLLGATE_TEST_KEY when the gateway is ready (TOLLGATE_KEYS_FILE).")
    private @Nullable String keysFile;

    @Option(names = "--print-settings", description = "Print the effective settings with secrets masked, and exit.")
    private boolean printSettings;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Config config = options.load(flags());
        if (printSettings) {
            out.print(config.print());
            out.flush();
            return 0;
        }
        Ports.requireFree(config.server());
        makeDataFolder(config);
        if (config.database().embedded()) {
            // Checked early, because the process that holds the folder owns the log and the keys file.
            DataFolder.requireFree(config.dataDir());
        }
        Logs.ofGateway(config.log().logFile());
        // Validated before slow steps, but after the log setup, because the parser logs.
        Networks.of(config.server().trustedProxies());
        AddressPolicy.of(config.webhooks());
        Lifecycle lifecycle = Lifecycle.install(out);
        try {
            new Start(config, lifecycle, out).run();
        } catch (StartRefused refused) {
            lifecycle.stop();
            if (!lifecycle.isSignalled()) {
                throw refused;
            }
        } finally {
            lifecycle.startedUp();
        }
        return lifecycle.awaitFailure();
    }

    /** Creates the data folder before the log does, which would create it readable by all users. */
    private static void makeDataFolder(Config config) {
        try {
            PrivateFile.folder(config.dataDir());
        } catch (IOException failed) {
            throw new WrongSetting(
                    "dataDir: %s cannot be created: %s".formatted(config.dataDir(), StartRefused.reason(failed)),
                    failed);
        }
    }

    private Map<String, String> flags() {
        Map<String, String> flags = new HashMap<>();
        SettingsOptions.put(flags, "port", port);
        SettingsOptions.put(flags, "managementPort", managementPort);
        SettingsOptions.put(flags, "keysFile", keysFile);
        SettingsOptions.put(flags, "demo", noDemo ? "false" : null);
        return flags;
    }
}
