package io.tollgate.app.cli;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.tools.demo.Demo;
import io.tollgate.tools.demo.DemoOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Fills a database with demo records. */
@Command(
        name = "demo",
        description = "Fill the database with realistic records of every kind. Equal seeds give equal records.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    @Option(
            names = "--records",
            paramLabel = "N",
            required = true,
            description = "Payments of the first seller; every other seller gets 1 % of that number.")
    private long records;

    @Option(names = "--sellers", paramLabel = "M", defaultValue = "1", description = "Sellers to fill (default: 1).")
    private int sellers;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of the random generator (default: 1).")
    private long seed;

    @Override
    public Integer call() throws IOException, SQLException {
        PrintWriter out = spec.commandLine().getOut();
        try (CommandDatabase database = CommandDatabase.open(options.load(), new ProgressPrinter(out));
                StoredFiles files = new StoredFiles(database.config())) {
            DemoOptions asked = DemoOptions.of(records, sellers, seed, midnight());
            for (Demo.LoadedSeller loaded :
                    Demo.load(PostgresUrl.toJdbc(database.url()), asked, files, new ProgressBar(out))) {
                database.accounts().connectSimulator(loaded.name());
                out.println("Created seller " + loaded.name() + " with " + loaded.payments() + " payments");
            }
            out.println(
                    "Create a key with: " + Launcher.current().command("keys") + " create --seller NAME --mode live");
            return 0;
        }
    }

    /** Ends records at the last midnight, so that runs with the same seed on the same day are identical. */
    private static Instant midnight() {
        return Clock.SYSTEM.now().truncatedTo(ChronoUnit.DAYS);
    }
}
