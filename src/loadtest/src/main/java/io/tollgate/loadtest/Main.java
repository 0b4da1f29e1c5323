package io.tollgate.loadtest;

import java.io.PrintStream;
import picocli.CommandLine;

/** Where the program starts. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        PrintStream terminal = System.out;
        int status = new CommandLine(new LoadtestCommand(terminal, System.err))
                .setParameterExceptionHandler((wrong, given) -> {
                    System.err.println("loadtest: " + wrong.getMessage() + "; see scripts/loadtest --help");
                    return LoadtestCommand.BAD_USAGE;
                })
                .execute(arguments);
        terminal.flush();
        // The engine leaves threads behind that would keep the program alive.
        System.exit(status);
    }
}
