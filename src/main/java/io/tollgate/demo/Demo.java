package io.tollgate.demo;

import java.util.function.Consumer;

/** Stand-in for what makes demo records, to be replaced by it. */
public final class Demo {
    private Demo() {}

    /** Fills sellers with records. The first seller is there already; the others are made when missing. */
    public static void fill(
            String url, String sellerName, int sellers, long records, long seed, Consumer<String> progress) {
        progress.accept("No demo records can be made yet");
    }
}
