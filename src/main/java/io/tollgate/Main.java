package io.tollgate;

import io.tollgate.app.cli.TollgateCommand;

/** The entry point of the program. */
public final class Main {
    private static final String ALLOCATOR = "io.netty.allocator.type";

    private Main() {}

    public static void main(String[] args) {
        // The adaptive allocator, Netty's default, allocates and clears a new chunk for every buffer as large as a
        // page of records.
        if (System.getProperty(ALLOCATOR) == null) {
            System.setProperty(ALLOCATOR, "pooled");
        }
        System.exit(TollgateCommand.execute(args));
    }
}
