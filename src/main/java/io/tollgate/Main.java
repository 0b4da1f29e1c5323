package io.tollgate;

import io.tollgate.cli.TollgateCommand;

/** Entry of the program. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(TollgateCommand.execute(args));
    }
}
