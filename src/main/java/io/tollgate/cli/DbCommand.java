package io.tollgate.cli;

import io.tollgate.db.Migrations;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Work on the database itself. */
@Command(
        name = "db",
        description = "Work on the database itself.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "migrate|url")
final class DbCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say migrate or url");
    }

    @Command(name = "migrate", description = "Bring the schema up to date.", mixinStandardHelpOptions = true)
    int migrate(@Mixin SettingsOptions settings) {
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            int applied = database.migrated() + Migrations.migrate(database.url());
            print(applied == 0 ? "The schema is up to date." : "Migrated: " + applied + " steps.");
            return 0;
        }
    }

    @Command(
            name = "url",
            description = "Print the address of the running database, with its password, for psql and the like.",
            mixinStandardHelpOptions = true)
    int url(@Mixin SettingsOptions settings) {
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            print(database.url());
            return 0;
        }
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
