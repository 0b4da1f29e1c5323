package io.tollgate.cli;

import io.tollgate.doctor.Doctor;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Checks that what the database holds is consistent. */
@Command(
        name = "doctor",
        description = "Check that the records agree with one another; exit status 1 when they do not.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    @Override
    public Integer call() {
        Progress progress = new Progress(spec.commandLine().getOut());
        try (CommandDatabase database = CommandDatabase.open(options.load(), progress)) {
            return Doctor.check(database.url(), progress) == 0 ? 0 : 1;
        }
    }
}
