package io.tollgate;

import io.tollgate.cli.TollgateCommand;

/** Entry of the program. */
public final class Main {
    private static final String ALLOCATOR = "io.netty.allocator.type";

    private Main() {}

    public static void main(String[] args) {
        // The adaptive allocator, which is the default, asks the system anew for each buffer as large as a page of
        // records, and clears it.
        if (System.getProperty(ALLOCATOR) == null) {
            System.setProperty(ALLOCATOR, "pooled");
        }
        System.exit(TollgateCommand.execute(args));
    }
}
