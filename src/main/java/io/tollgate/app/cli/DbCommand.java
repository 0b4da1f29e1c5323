package io.tollgate.app.cli;

import io.tollgate.platform.db.Migrations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Migrates the database or prints its URL. */
@Command(
        name = "db",
        description = "Migrate the database or print its URL.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "migrate|url")
final class DbCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "specify migrate or url");
    }

    @Command(
            name = "migrate",
            description = "Migrate the schema to the current version.",
            mixinStandardHelpOptions = true)
    int migrate(@Mixin SettingsOptions settings) {
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            int applied = database.migrated() + Migrations.migrate(database.url());
            spec.commandLine()
                    .getOut()
                    .println(
                            applied == 0
                                    ? "The schema is up to date."
                                    : "Applied " + applied + (applied == 1 ? " migration." : " migrations."));
            return 0;
        }
    }

    @Command(
            name = "url",
            description = "Print the URL of the running database, including its password, for tools such as psql.",
            mixinStandardHelpOptions = true)
    int url(@Mixin SettingsOptions settings) {
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            spec.commandLine().getOut().println(database.url());
            return 0;
        }
    }
}
