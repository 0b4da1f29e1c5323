package io.tollgate.cli;

import io.tollgate.demo.Demo;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Fills a database with demo records. */
@Command(
        name = "demo",
        description = "Fill the database with realistic records of every kind, the same for the same seed.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    @Option(names = "--records", paramLabel = "N", required = true, description = "Payments of each seller.")
    private long records;

    @Option(names = "--sellers", paramLabel = "M", defaultValue = "1", description = "Sellers to fill (default: 1).")
    private int sellers;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of all chance (default: 1).")
    private long seed;

    @Option(
            names = "--seller",
            paramLabel = "NAME",
            defaultValue = DemoSeller.NAME,
            description = "Name of the first seller; the others carry a number too (default: demo).")
    private String seller;

    @Override
    public Integer call() {
        Progress progress = new Progress(spec.commandLine().getOut());
        try (CommandDatabase database = CommandDatabase.open(options.load(), progress)) {
            Demo.fill(database.url(), seller, sellers, records, seed, progress);
            return 0;
        }
    }
}
