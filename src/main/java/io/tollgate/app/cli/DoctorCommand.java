package io.tollgate.app.cli;

import io.tollgate.app.Config;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.tools.doctor.Doctor;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Checks the database for inconsistencies. */
@Command(
        name = "doctor",
        description = "Check that records are consistent and that encrypted values can be decrypted. The exit status"
                + " is 1 if a check fails.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    @Option(names = "--verbose", description = "Print every check, not only those that fail.")
    private boolean verbose;

    @Option(
            names = "--ask-processor",
            paramLabel = "N",
            description = "Ask the payment processor about the N newest payments of connected accounts, and compare"
                    + " them with the records. Prints what was not asked. Default: 0.")
    private int askAbout;

    @Override
    public Integer call() {
        if (askAbout < 0) {
            throw new ParameterException(spec.commandLine(), "--ask-processor must not be negative");
        }
        ProgressPrinter progress = new ProgressPrinter(spec.commandLine().getOut());
        try (CommandDatabase database = CommandDatabase.open(options.load(), progress)) {
            Config config = database.config();
            Secrets secrets = CommandDatabase.register(config).isEmpty() ? null : config.secrets(false);
            Doctor.Options chosen = new Doctor.Options(verbose, secrets, askAbout, config.processor());
            return Doctor.check(database.url(), progress, chosen) == 0 ? 0 : 1;
        }
    }
}
