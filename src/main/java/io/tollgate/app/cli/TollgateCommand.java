package io.tollgate.app.cli;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.config.WrongSetting;
import io.tollgate.platform.error.NearestName;
import java.io.PrintWriter;
import java.util.List;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** The command line of the program. */
@Command(
        name = "tollgate",
        description = "A self-hosted checkout and payments API.",
        mixinStandardHelpOptions = true,
        version = "Tollgate 0.1.0",
        subcommands = {
            RunCommand.class,
            KeysCommand.class,
            MembersCommand.class,
            ProcessorCommand.class,
            DemoCommand.class,
            DoctorCommand.class,
            SellerCommand.class,
            DbCommand.class
        })
public final class TollgateCommand implements Runnable {
    /** Exit status for invalid options or settings, as systemd defines it (EX_CONFIG). */
    static final int CONFIGURATION = 78;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private TollgateCommand() {}

    /** Runs a command and returns the exit status. Options without a command apply to {@code run}. */
    public static int execute(String... args) {
        return commandLine().execute(withCommand(args));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new TollgateCommand());
        line.setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, command.getErr()));
        line.setParameterExceptionHandler((wrong, args) -> {
            CommandLine command = wrong.getCommandLine();
            command.getErr()
                    .printf(
                            "tollgate: %s (see %s --help)%n",
                            problem(wrong), command.getCommandSpec().qualifiedName());
            return command.getCommandSpec().name().equals("run") ? CONFIGURATION : ExitCode.USAGE;
        });
        return line;
    }

    /** Returns the problem in one line, with the closest name if an option is misspelled. */
    private static String problem(CommandLine.ParameterException wrong) {
        if (!(wrong instanceof CommandLine.UnmatchedArgumentException unmatched)
                || !unmatched.getUnmatched().get(0).startsWith("-")) {
            return String.valueOf(wrong.getMessage());
        }
        String option = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
        List<String> known = wrong.getCommandLine().getCommandSpec().options().stream()
                .map(CommandLine.Model.OptionSpec::longestName)
                .toList();
        return "unknown option " + option
                + NearestName.to(option, known)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("");
    }

    private static String[] withCommand(String... args) {
        boolean none = args.length == 0 || (args[0].startsWith("--") && !args[0].matches("--help|--version"));
        if (!none) {
            return args;
        }
        String[] longer = new String[args.length + 1];
        longer[0] = "run";
        System.arraycopy(args, 0, longer, 1, args.length);
        return longer;
    }

    private static int explain(Exception failure, PrintWriter err) {
        if (failure instanceof StartRefused refused) {
            LoggerFactory.getLogger(TollgateCommand.class).debug("Command rejected", failure);
            refused.problems().forEach(problem -> err.println("tollgate: " + problem));
            return refused instanceof WrongSetting ? CONFIGURATION : ExitCode.USAGE;
        }
        LoggerFactory.getLogger(TollgateCommand.class).error("Command failed", failure);
        err.println("tollgate: failed: " + failure);
        return ExitCode.SOFTWARE;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "no command");
    }
}
